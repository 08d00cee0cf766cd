import { Type } from 'typebox';
import { type Route, route } from '../http/route.js';
import { ATTRIBUTIONS } from '../schema/attributions.js';
import { demographicCredits } from '../store/demographics.js';
import { okReply } from './replies.js';
import type { Services } from './services.js';

const Attributions = Type.Object(
  {
    attributions: Type.Array(
      Type.Object({
        use: Type.String({
          description:
            'Use of the data: gazetteer, geocoding, boundaries, demographics, imagery, roads, base_map or fonts.',
        }),
        name: Type.String(),
        credit: Type.String({ description: 'Name to show; empty where the operator gave none.' }),
        licence: Type.String({ description: 'SPDX id or name of the licence.' }),
        url: Type.String(),
      }),
    ),
  },
  {
    $id: 'Attributions',
    example: { attributions: ATTRIBUTIONS.slice(0, 1) },
  },
);

export const attributionRoutes = ({
  sql,
  boundaries,
  geocoding,
  isochroneService,
  tiles,
  roads,
}: Services): Route[] => [
  route({
    method: 'GET',
    path: '/attributions',
    operationId: 'listAttributions',
    summary: 'Sources of the places, areas and pictures',
    description:
      'Data that comes with the service, data of its geocoding and drive-time services, its satellite imagery, and data that the operator loaded. A map that shows such data must name its source.',
    tag: 'Service',
    access: 'read',
    responses: { 200: { description: 'All sources', schema: Attributions } },
    handle: async () => {
      const demographics = (await demographicCredits(sql)).map(({ credit, licence, labels }) => ({
        use: 'demographics',
        name: labels.join(', '),
        credit,
        licence,
        url: '',
      }));
      return okReply({
        attributions: [
          ...ATTRIBUTIONS,
          ...(geocoding === null ? [] : [geocoding.attribution]),
          ...(isochroneService === null ? [] : [isochroneService.attribution]),
          ...(tiles === null ? [] : [tiles.attribution]),
          ...boundaries.attributions,
          ...roads.attributions,
          ...demographics,
        ],
      });
    },
  }),
];
