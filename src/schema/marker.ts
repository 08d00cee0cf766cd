// Room schema: shapes and vocabulary of the API, and values that several rooms share.

import { type Static, type TSchema, Type } from 'typebox';
import { FIELD_FILTERS, MarkerFilters } from './marker-filters.js';
import {
  ADDRESS_MEMBERS,
  EXTRA_MEMBERS,
  MARKER_TYPES,
  MAX_CUSTOM_FIELDS,
  MAX_TEXT,
  TEXT_MEMBERS,
} from './marker-terms.js';
import { Id, nullable, PageQuery, Timestamp } from './page.js';

export * from './marker-terms.js';

const Text = Type.String({ maxLength: MAX_TEXT });
const Name = Type.String({ minLength: 1, maxLength: MAX_TEXT, pattern: '\\S' });
export const MarkerTypeName = Type.Enum([...MARKER_TYPES], { description: 'Marker type', $id: 'MarkerType' });
export const RadiusUnit = Type.Enum(['miles', 'km']);
const Lat = Type.Number({ minimum: -90, maximum: 90 });
const Lng = Type.Number({ minimum: -180, maximum: 180 });

/** Members that have one schema, or example. */
const membersOf = <Name extends string, T extends TSchema | null>(names: readonly Name[], each: T) =>
  Object.fromEntries(names.map((name) => [name, each])) as Record<Name, T>;

export const Address = Type.Object(membersOf(ADDRESS_MEMBERS, Type.Optional(Text)), { $id: 'Address' });
export type Address = Static<typeof Address>;

export const Marker = Type.Object(
  {
    id: Id,
    map_id: Id,
    name: Type.String(),
    type: MarkerTypeName,
    address: Address,
    lat: Lat,
    lng: Lng,
    radius: nullable(Type.Number({ description: 'Radius in miles.' })),
    radius_unit: nullable(Type.Literal('miles')),
    ...membersOf(TEXT_MEMBERS, nullable(Type.String())),
    color: nullable(Type.String({ description: 'Palette colour name.' })),
    custom_fields: Type.Record(Type.String(), Type.String()),
    region_source: nullable(
      Type.String({
        description:
          'Source of the area: data set, type and code, as in `census/us_county/06075`; an approximation begins with `approx/`. For drive times: the data that the area is drawn from and the minutes, as in `roads/drive_time/10`; a circle that estimates the area begins with `estimate/`. null: the marker has no matched area.',
      }),
    ),
    created_at: Timestamp,
    updated_at: {
      ...Timestamp,
      description: 'Time of the last change; that of its creation while it was not changed.',
    },
    ...membersOf(EXTRA_MEMBERS, Type.Optional(Type.String())),
  },
  {
    $id: 'Marker',
    example: {
      id: 42,
      map_id: 17,
      name: 'Shop 1',
      type: 'circle',
      address: { city: 'Leeds', country: 'GB' },
      lat: 53.79648,
      lng: -1.54785,
      radius: 5,
      radius_unit: 'miles',
      ...membersOf(TEXT_MEMBERS, null),
      category: 'Open',
      color: 'green',
      custom_fields: { Phone: '5' },
      region_source: null,
      created_at: '2026-03-01T09:30:00.000Z',
      updated_at: '2026-03-02T08:00:00.000Z',
    },
  },
);
export type Marker = Static<typeof Marker>;

/**
 * The additional members as texts, which an import reads, too: `drive_time` in minutes, `expire` a date or a
 * date with a time.
 */
const extraTexts = membersOf(EXTRA_MEMBERS, Type.Optional(nullable(Text)));

const CustomFields = Type.Record(Type.String(), Text, { maxProperties: MAX_CUSTOM_FIELDS });
/** null removes. */
const AddressChange = Type.Optional(
  nullable(Type.Object(membersOf(ADDRESS_MEMBERS, Type.Optional(nullable(Text))))),
);
const Radius = Type.Number({ exclusiveMinimum: 0 });

export const MarkerParams = Type.Object({ map_id: Id, marker_id: Id });
export const MarkersQuery = Type.Object({ ...MarkerFilters, ...PageQuery }, FIELD_FILTERS);
export type MarkersQuery = Static<typeof MarkersQuery>;

export const MarkerCreate = Type.Object(
  {
    name: Name,
    type: Type.Optional(MarkerTypeName),
    address: Type.Optional(Address),
    lat: Type.Optional(Lat),
    lng: Type.Optional(Lng),
    radius: Type.Optional(Radius),
    radius_unit: Type.Optional(RadiusUnit),
    ...membersOf(TEXT_MEMBERS, Type.Optional(Text)),
    color: Type.Optional(Text),
    custom_fields: Type.Optional(CustomFields),
    ...extraTexts,
  },
  {
    $id: 'MarkerCreate',
    example: {
      name: 'Shop 1',
      address: { city: 'Leeds', country: 'GB' },
      category: 'Open',
      custom_fields: { Phone: '5' },
    },
  },
);
export type MarkerCreate = Static<typeof MarkerCreate>;

/**
 * A marker in the JSON of a bulk import; its defects are reported row by row. Inside the address, the custom
 * fields and the additional members null removes the value of an overwritten marker; elsewhere null means
 * absent.
 */
export const BulkMarker = Type.Object(
  {
    // Absent where the area gives the name.
    name: Type.Optional(Name),
    lat: Type.Optional(nullable(Lat)),
    lng: Type.Optional(nullable(Lng)),
    address: AddressChange,
    region_code: Type.Optional(
      Type.Union([Text, Type.Integer(), Type.Null()], {
        description:
          'FIPS, ISO 3166 or postal code of the area, for marker types that have one; leading zeros may be missing. It places a marker without coordinates and names a marker without a name.',
      }),
    ),
    ...membersOf(TEXT_MEMBERS, Type.Optional(nullable(Text))),
    custom_fields: Type.Optional(
      nullable(Type.Record(Type.String(), nullable(Text), { maxProperties: MAX_CUSTOM_FIELDS })),
    ),
    ...extraTexts,
  },
  { $id: 'BulkMarker' },
);

/** RFC 7396 at every depth: null removes (docs/decisions.md#json). */
export const MarkerPatch = Type.Object(
  {
    name: Type.Optional(Name),
    type: Type.Optional(MarkerTypeName),
    address: AddressChange,
    lat: Type.Optional(Lat),
    lng: Type.Optional(Lng),
    radius: Type.Optional(nullable(Radius)),
    radius_unit: Type.Optional(RadiusUnit),
    ...membersOf(TEXT_MEMBERS, Type.Optional(nullable(Text))),
    color: Type.Optional(nullable(Text)),
    custom_fields: Type.Optional(
      nullable(Type.Record(Type.String(), nullable(Text), { maxProperties: MAX_CUSTOM_FIELDS })),
    ),
    ...extraTexts,
  },
  { $id: 'MarkerPatch', example: { category: 'Closed', custom_fields: { Phone: null } } },
);
export type MarkerPatch = Static<typeof MarkerPatch>;
