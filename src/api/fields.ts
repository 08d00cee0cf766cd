import { type Route, route } from '../http/route.js';
import { FieldDefinitions } from '../schema/field.js';
import { MapParams } from '../schema/map.js';
import { readFields } from '../store/fields.js';
import { ownedMap } from './own.js';
import type { Services } from './services.js';

export function fieldRoutes(services: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/maps/{map_id}/fields',
      operationId: 'listFields',
      summary: 'The custom fields of the map, in display order',
      description:
        'Read-only: a field is defined by the first marker that has it, and stays when its markers go.',
      tag: 'Legend',
      access: 'read',
      params: MapParams,
      own: ownedMap(services),
      responses: { 200: { description: 'All field definitions', schema: FieldDefinitions } },
      handle: async ({ params }) => ({
        status: 200,
        json: { fields: await readFields(services.sql, params.map_id) },
      }),
    }),
  ];
}
