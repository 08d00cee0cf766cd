import { type Static, Type } from 'typebox';
import { MAX_TEXT } from './marker-terms.js';
import { Id } from './page.js';
import { MAX_SEARCHED } from './search.js';

const TileNumbers = {
  z: Type.Integer({ description: 'Zoom.' }),
  x: Type.Integer({ description: 'Column from 180 degrees west: 0 to 2^z - 1.' }),
  y: Type.Integer({ description: 'Row from the north, as in XYZ: 0 to 2^z - 1.' }),
};
export const MapTileParams = Type.Object({ map_id: Id, ...TileNumbers });
export const TileParams = Type.Object(TileNumbers);

export const TileQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: MAX_SEARCHED,
      description: 'Text to find, as in searchMarkers. Empty: no filter.',
    }),
  ),
  category: Type.Optional(
    Type.String({
      maxLength: MAX_TEXT,
      description: 'Category of the markers, exactly as written. Empty: no filter.',
    }),
  ),
});
export type TileQuery = Static<typeof TileQuery>;

export const TileJson = Type.Object(
  {
    tilejson: Type.Literal('3.0.0', { description: 'Version of TileJSON.' }),
    name: Type.String(),
    tiles: Type.Array(Type.String(), { description: 'Address of a tile, with {z}, {x} and {y}.' }),
    minzoom: Type.Integer({ description: 'Least zoom.' }),
    maxzoom: Type.Integer({ description: 'Map libraries enlarge these tiles further in.' }),
    bounds: Type.Array(Type.Number(), {
      description:
        'West, south, east, north in degrees of what the tiles show now; the earth where that is nothing.',
    }),
    attribution: Type.String({ description: 'HTML that a map must show.' }),
    vector_layers: Type.Array(
      Type.Object({
        id: Type.String(),
        description: Type.String(),
        fields: Type.Record(Type.String(), Type.String(), {
          description: 'Members of the features of the layer, with their types.',
        }),
      }),
      { description: 'Layers of a tile.' },
    ),
    marker_count: Type.Integer({ description: 'Markers that the tiles of a zoom show together.' }),
  },
  {
    $id: 'TileJson',
    example: {
      tilejson: '3.0.0',
      name: 'Shops',
      tiles: ['https://maps.example.com/v1/maps/17/tiles/{z}/{x}/{y}.mvt'],
      minzoom: 0,
      maxzoom: 16,
      bounds: [-1.7, 53.7, -1.4, 53.9],
      attribution: '',
      vector_layers: [
        { id: 'markers', description: 'Markers at their points', fields: { id: 'Number', name: 'String' } },
      ],
      marker_count: 12,
    },
  },
);
export type TileJson = Static<typeof TileJson>;
