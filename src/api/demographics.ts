import { type Route, route } from '../http/route.js';
import { DemographicFields } from '../schema/demographic-field.js';
import { readCatalog } from '../world/demographics/catalog.js';
import { okReply } from './replies.js';
import type { Services } from './services.js';

export function demographicRoutes({ sql }: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/demographic-fields',
      operationId: 'listDemographicFields',
      summary: 'Demographic fields that an import can attach to markers',
      description:
        'Fields by ascending id, the same for every account. Fields that the operator loads appear at once. The import option `demographics` names fields by id or key.',
      tag: 'Demographics',
      access: 'read',
      responses: { 200: { description: 'The catalog', schema: DemographicFields } },
      handle: async () => {
        const catalog = await readCatalog(sql);
        return okReply({
          demographic_fields: catalog.map(({ id, key, label, type }) => ({ id, key, label, type })),
        });
      },
    }),
  ];
}
