import { Type } from 'typebox';
import { Address, MarkerTypeName } from './marker.js';
import { Id, nullable } from './page.js';

export const MAX_NEARBY = 25;

export const NearbyQuery = Type.Object({
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lng: Type.Number({ minimum: -180, maximum: 180 }),
  n: Type.Integer({
    minimum: 1,
    default: 5,
    description: `Number of pins; values above ${MAX_NEARBY} count as ${MAX_NEARBY}.`,
  }),
  radius: Type.Optional(
    Type.Number({ minimum: 0, description: 'Greatest distance; pins farther away are left out.' }),
  ),
  units: Type.Union([Type.Literal('mi'), Type.Literal('km')], {
    default: 'mi',
    description: 'Unit of `radius`.',
  }),
  maps: Type.Optional(
    Type.String({
      // 15 digits are below 2^53.
      pattern: '^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14})*$',
      example: '17,42',
      maxLength: 16_000,
      description:
        'Ids of the maps to search, separated by commas. A map that the account cannot read is NOT_FOUND.',
    }),
  ),
});

export const NearbyPin = Type.Object(
  {
    id: Id,
    map: Id,
    mapName: Type.String(),
    title: Type.String(),
    lat: Type.Number(),
    lng: Type.Number(),
    distanceMi: Type.Number({ description: 'Great-circle distance in miles, to nine decimals.' }),
    distanceKm: Type.Number(),
    type: MarkerTypeName,
    category: nullable(Type.String()),
    color: nullable(Type.String({ description: 'Palette colour name.' })),
    address: Address,
  },
  {
    $id: 'NearbyPin',
    example: {
      id: 42,
      map: 17,
      mapName: 'Shops',
      title: 'Shop 1',
      lat: 53.79648,
      lng: -1.54785,
      distanceMi: 0.621371192,
      distanceKm: 1,
      type: 'pin',
      category: 'Open',
      color: 'green',
      address: { city: 'Leeds', country: 'GB' },
    },
  },
);

export const NearbyPins = Type.Object({ results: Type.Array(NearbyPin) }, { $id: 'NearbyPins' });
