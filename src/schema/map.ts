import { type Static, Type } from 'typebox';
import { Id, PageQuery, Timestamp } from './page.js';
import { MAX_SEARCHED } from './search.js';

const Status = Type.Union([Type.Literal('active'), Type.Literal('archived')]);

export const MapResource = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: Type.String(),
    owner_email: Type.String(),
    status: Status,
    created_at: Timestamp,
    updated_at: {
      ...Timestamp,
      description: 'Time of the last change of the map, its markers or its legend.',
    },
    private: Type.Boolean(),
    extended_colors: Type.Boolean(),
    marker_count: Type.Integer({ description: 'All markers, areas included.' }),
    region_count: Type.Integer({ description: 'Markers that are areas without a pin.' }),
  },
  {
    $id: 'Map',
    example: {
      id: 17,
      name: 'Shops',
      description: 'All branches',
      owner_email: 'ann@example.com',
      status: 'active',
      created_at: '2026-03-01T09:30:00.000Z',
      updated_at: '2026-03-01T09:30:00.000Z',
      private: true,
      extended_colors: false,
      marker_count: 12,
      region_count: 2,
    },
  },
);
export type MapResource = Static<typeof MapResource>;

const Name = Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' });
const Description = Type.String({ maxLength: 100_000 });

export const MapParams = Type.Object({ map_id: Id });
export const MapCreate = Type.Object(
  { name: Name, description: Type.Optional(Description) },
  { $id: 'MapCreate', example: { name: 'Shops', description: 'All branches' } },
);
export const MapPatch = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    private: Type.Optional(Type.Boolean()),
  },
  { $id: 'MapPatch', example: { name: 'Shops in the north' } },
);
export type MapPatch = Static<typeof MapPatch>;

export const MapTransfer = Type.Object(
  {
    new_owner_email: Type.String({
      format: 'email',
      maxLength: 254,
      description: 'E-mail of the new owner; case does not matter.',
    }),
  },
  { $id: 'MapTransfer', example: { new_owner_email: 'ann@example.com' } },
);
export const MapClone = Type.Object(
  {
    name: Name,
    include_markers: Type.Boolean({ default: true, description: 'Copy the markers that have a pin.' }),
    include_regions: Type.Boolean({
      default: true,
      description: 'Copy the areas, which are markers without a pin.',
    }),
  },
  { $id: 'MapClone', example: { name: 'Shops (copy)', include_regions: false } },
);

export const MapsQuery = Type.Object({
  ...PageQuery,
  q: Type.Optional(
    Type.String({
      maxLength: MAX_SEARCHED,
      description: 'Text that the name of the map contains; case does not matter.',
    }),
  ),
  status: Type.Union([Type.Literal('active'), Type.Literal('archived')], { default: 'active' }),
});
