import { Type } from 'typebox';

/** Longitude, latitude; degrees. */
const Position = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 });
const Ring = Type.Array(Position, { minItems: 4 });
export const Area = Type.Union([
  Type.Object({ type: Type.Literal('Polygon'), coordinates: Type.Array(Ring) }),
  Type.Object({ type: Type.Literal('MultiPolygon'), coordinates: Type.Array(Type.Array(Ring)) }),
]);

export const MarkerArea = Type.Object(
  {
    type: Type.Literal('Feature'),
    id: Type.Integer(),
    geometry: Area,
    properties: Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      type: Type.String(),
      region_source: Type.Union([Type.String(), Type.Null()]),
      square_km: Type.Number({ description: 'Size of the area on the sphere, in square kilometres.' }),
    }),
  },
  {
    $id: 'MarkerArea',
    example: {
      type: 'Feature',
      id: 42,
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-1.6, 53.7],
            [-1.5, 53.7],
            [-1.5, 53.8],
            [-1.6, 53.7],
          ],
        ],
      },
      properties: {
        id: 42,
        name: 'Shop 1',
        type: 'pinned_drive_time',
        region_source: 'roads/drive_time/10',
        square_km: 36.6,
      },
    },
  },
);

export const MarkerFeatures = Type.Object(
  {
    type: Type.Literal('FeatureCollection'),
    features: Type.Array(
      Type.Object({
        type: Type.Literal('Feature'),
        id: Type.Integer(),
        geometry: Type.Union([
          Type.Object({ type: Type.Literal('Point'), coordinates: Position }),
          ...Area.anyOf,
        ]),
        properties: Type.Object(
          { name: Type.String(), type: Type.String(), lat: Type.Number(), lng: Type.Number() },
          {
            additionalProperties: true,
            description:
              'Further properties, where the marker has them: `category`, `color`, `radius`, the members of its address, custom fields by name ' +
              '(with a number behind a name that is taken), and its style by simplestyle-spec: `marker-color`, or `fill`, `fill-opacity` and `stroke`.',
          },
        ),
      }),
    ),
    areas_omitted: Type.Optional(
      Type.Integer({
        description:
          'Number of areas left out because the file had 4 GB of areas already; absent when there are none.',
      }),
    ),
  },
  {
    $id: 'MarkerFeatures',
    example: {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          id: 42,
          geometry: { type: 'Point', coordinates: [-1.54785, 53.79648] },
          properties: {
            name: 'Shop 1',
            type: 'pin',
            lat: 53.79648,
            lng: -1.54785,
            category: 'Open',
            color: 'green',
            'marker-color': '#2c9636',
          },
        },
      ],
    },
  },
);

export const FeaturesQuery = Type.Object({
  areas: Type.Boolean({ default: true, description: 'false: write every marker as a point.' }),
});
