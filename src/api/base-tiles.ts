import { Type } from 'typebox';
import { type Route, route } from '../http/route.js';
import { TileParams } from '../schema/tile.js';
import { baseStyle } from '../tiles/base-style.js';
import { STREET_ZOOMS } from '../tiles/base-tiles.js';
import { placeOf, TILE_RESPONSES, tileReply } from './map-tiles.js';
import { okReply } from './replies.js';
import type { Services } from './services.js';

/** Data of the build and of the operator change seldom. */
const FOR_AN_HOUR = 'public, max-age=3600';

const StyleQuery = Type.Object({
  theme: Type.Enum(['light', 'dark'], { default: 'light', description: 'Colours of the map.' }),
});

const MapStyle = Type.Object(
  {
    version: Type.Literal(8, { description: 'Version of the style specification.' }),
    name: Type.String({ description: 'Name of the style.' }),
    sources: Type.Record(Type.String(), Type.Object({}, { additionalProperties: true }), {
      description: 'Tiles of the base map, with their attribution.',
    }),
    layers: Type.Array(Type.Object({ id: Type.String() }, { additionalProperties: true }), {
      description: 'Layers, the lowest first.',
    }),
  },
  {
    $id: 'MapStyle',
    example: {
      version: 8,
      name: 'cartload light',
      sources: {
        base: {
          type: 'vector',
          tiles: ['https://maps.example.com/v1/tiles/base/{z}/{x}/{y}.mvt'],
          maxzoom: 10,
        },
      },
      layers: [{ id: 'sea', type: 'background', paint: { 'background-color': '#d3e1e9' } }],
    },
  },
);

const Moved = Type.Object(
  { location: Type.String({ description: 'As in the header Location.' }) },
  { example: { location: 'https://maps.example.com/style.json' } },
);

/** The base map, which shows nobody's data and needs no key. */
export const baseTileRoutes = ({ baseTiles, baseMapStyleUrl, publicUrl }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/tiles/base/{z}/{x}/{y}.mvt',
    operationId: 'getBaseTile',
    summary: 'Vector tile of the base map',
    description:
      "Needs no key; the request counts against the rate limit of the client's IP address, or of the key if one is sent. Zooms 0 to 10 have the layers `land`, `water`, `rivers`, `borders` " +
      '(`admin_level` 2, 4 or 6) and `places` (`kind`, `name`, `size` in inhabitants or square kilometres, `rank`, 0 for the largest). Zooms 11 to 14 have `parks`, `water_areas`, ' +
      '`roads` (`class`) and `road_names` of the road networks that the operator loaded.',
    tag: 'Tiles',
    access: 'none',
    params: TileParams,
    takesTags: true,
    // A tile that is drawn takes a turn with those of maps.
    turns: null,
    responses: TILE_RESPONSES,
    handle: async ({ params, request }) =>
      tileReply(request, await baseTiles.tile(placeOf(params, STREET_ZOOMS.max), request), FOR_AN_HOUR),
  }),
  route({
    method: 'GET',
    path: '/tiles/style.json',
    operationId: 'getBaseStyle',
    summary: 'Style of the base map for MapLibre GL',
    description:
      'Needs no key, as getBaseTile. It has no `glyphs`: MapLibre GL 5.11 and later draws names in the fonts of the browser. Where the operator has a style of another service ' +
      '(`BASE_MAP_STYLE_URL`), the answer leads to it.',
    tag: 'Tiles',
    access: 'none',
    query: StyleQuery,
    turns: null,
    responses: {
      200: { description: 'The style', schema: MapStyle },
      302: { description: "Address of the operator's own style", schema: Moved, headers: ['Location'] },
    },
    handle: async ({ query: { theme } }) => {
      if (baseMapStyleUrl !== null)
        return { status: 302, headers: { location: baseMapStyleUrl }, json: { location: baseMapStyleUrl } };
      return okReply(baseStyle(theme, publicUrl(), baseTiles.hasStreets));
    },
  }),
];
