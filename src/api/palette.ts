import { found } from '../base/errors.js';
import { type Route, route } from '../http/route.js';
import { MapResource } from '../schema/map.js';
import { Palette } from '../schema/palette.js';
import { isExtended, paletteColors } from '../schema/palette-colors.js';
import { readMap, setPalette } from '../store/maps.js';
import { OF_MAP } from './owned.js';
import { okReply } from './replies.js';
import type { Services } from './services.js';

export function paletteRoutes(services: Services): Route[] {
  const { sql } = services;
  return [
    route({
      method: 'GET',
      path: '/maps/{map_id}/colors',
      operationId: 'listColors',
      summary: 'Colours of the map: 48, or 144 with the extended palette',
      tag: 'Legend',
      access: 'read',
      ...OF_MAP,
      responses: { 200: { description: 'The active palette', schema: Palette } },
      handle: async ({ resource: { palette } }) =>
        okReply({
          extended: isExtended(palette),
          colors: paletteColors(palette).map(({ name, fill, text }) => ({
            name,
            fill_color: fill,
            text_color: text,
          })),
        }),
    }),
    route({
      method: 'POST',
      path: '/maps/{map_id}/extended-colors',
      operationId: 'extendColors',
      summary: 'Give the map the extended palette permanently',
      description: 'Markers and categories keep their colours. Repeating the request changes nothing.',
      tag: 'Maps',
      access: 'write',
      ...OF_MAP,
      responses: { 200: { description: 'The map', schema: MapResource } },
      handle: async ({ principal, params: { map_id: mapId } }) => {
        await setPalette(sql, principal, mapId, 'extended');
        return okReply(await found(readMap(sql, principal.accountId, mapId)));
      },
    }),
  ];
}
