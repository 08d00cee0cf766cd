import { type Route, route } from '../http/route.js';
import { DeletedFields, FieldDefinitions } from '../schema/field.js';
import { readFields, removeUnusedFields } from '../store/fields.js';
import { OF_MAP } from './owned.js';
import { okReply } from './replies.js';
import type { Services } from './services.js';

/** Looks at each marker: 3 to 4 s of a million with ten fields. */
const REMOVAL_DEADLINE_MS = 600_000;

export function fieldRoutes(services: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/maps/{map_id}/fields',
      operationId: 'listFields',
      summary: 'The custom fields of the map, in display order',
      description:
        'The first marker with a field defines it. The field stays when its markers are deleted, until deleteUnusedFields removes it.',
      tag: 'Legend',
      access: 'read',
      ...OF_MAP,
      responses: { 200: { description: 'All field definitions', schema: FieldDefinitions } },
      handle: async ({ params }) => okReply({ fields: await readFields(services.sql, params.map_id) }),
    }),
    route({
      method: 'DELETE',
      path: '/maps/{map_id}/fields/unused',
      operationId: 'deleteUnusedFields',
      summary: 'Remove the custom fields that no marker has',
      description:
        'Makes room in a map that has reached its limit of 1,000 fields. A field that a marker uses stays: set it to null in those markers first.',
      tag: 'Legend',
      access: 'write',
      ...OF_MAP,
      deadlineMs: REMOVAL_DEADLINE_MS,
      turns: services.work.changes,
      responses: { 200: { description: 'Number of removed fields', schema: DeletedFields } },
      handle: async ({ principal, params, lane }) =>
        okReply({ deleted: await removeUnusedFields(lane, principal, params.map_id) }),
    }),
  ];
}
