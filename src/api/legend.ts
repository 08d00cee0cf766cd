import { quote } from '../base/cut.js';
import { badRequest } from '../base/errors.js';
import { type Route, route } from '../http/route.js';
import { readColorName } from '../markers/color-name.js';
import { Legend, LegendWrite } from '../schema/legend.js';
import { colorNames } from '../schema/palette-colors.js';
import { type CategoryChange, clearLegend, readLegend, replaceLegend } from '../store/legend.js';
import { OF_MAP } from './owned.js';
import { okReply } from './replies.js';
import type { Services } from './services.js';

const WholeLegend = { description: 'The legend in display order', schema: Legend };
/** Room for the most categories with long names. */
const MAX_LEGEND_BYTES = 4 << 20;

export function legendRoutes(services: Services): Route[] {
  const { sql } = services;
  return [
    route({
      method: 'GET',
      path: '/maps/{map_id}/categories',
      operationId: 'listCategories',
      summary: 'The legend: categories with their colours, in display order',
      description:
        'A category enters the legend with the first marker that has it or by a PUT, and stays until a PUT or DELETE removes it.',
      tag: 'Legend',
      access: 'read',
      ...OF_MAP,
      responses: { 200: WholeLegend },
      handle: async ({ params }) => okReply({ categories: await readLegend(sql, params.map_id) }),
    }),
    route({
      method: 'PUT',
      path: '/maps/{map_id}/categories',
      operationId: 'putCategories',
      summary: 'Replace the whole legend',
      description:
        'Categories that the list lacks leave the legend. Markers never change: they keep category and colour. A category without `color` keeps ' +
        'its colour; a new one gets the first palette colour that no other category has, or else the least used one. ' +
        'To rename a category, send the new name with the current colour. The legend has no ETag, and If-Match is not read: the last PUT wins.',
      tag: 'Legend',
      access: 'write',
      ...OF_MAP,
      body: LegendWrite,
      maxBodyBytes: MAX_LEGEND_BYTES,
      responses: { 200: WholeLegend },
      handle: async ({ principal, params: { map_id: mapId }, resource, body }) => {
        const palette = colorNames(resource.palette);
        const categories = await replaceLegend(sql, principal, mapId, readCategories(body, palette), palette);
        return okReply({ categories });
      },
    }),
    route({
      method: 'DELETE',
      path: '/maps/{map_id}/categories',
      operationId: 'deleteCategories',
      summary: 'Empty the legend; markers keep category and colour',
      tag: 'Legend',
      access: 'write',
      ...OF_MAP,
      responses: { 204: { description: 'The legend is empty' } },
      handle: async ({ principal, params }) => {
        await clearLegend(sql, principal, params.map_id);
        return { status: 204 };
      },
    }),
  ];
}

/** @throws AppError BAD_REQUEST for an unknown colour, and for two categories of one name */
function readCategories({ categories }: LegendWrite, palette: readonly string[]): CategoryChange[] {
  const places = new Map<string, number>();
  return categories.map((category, index) => {
    const name = category.name.trim();
    const earlier = places.get(name);
    if (earlier !== undefined) {
      throw badRequest(
        `categories[${index}].name ${quote(name, 100)} repeats the name of categories[${earlier}]`,
      );
    }
    places.set(name, index);
    const color = readColorName(category.color ?? '', palette, `categories[${index}].color`);
    return { name, color, ordering: category.ordering ?? index };
  });
}
