import { AppError, notFound } from '../base/errors.js';
import { formatAreaOnThread } from '../format/write/on-thread.js';
import { isRegion } from '../geo/regions/region-type.js';
import { type Route, route } from '../http/route.js';
import { MarkerArea } from '../schema/area.js';
import { MarkerParams } from '../schema/marker.js';
import { type MarkerPlace, readMarkerPlace } from '../store/markers.js';
import { ownedMap } from './own.js';
import type { Services } from './services.js';

export function areaRoutes(services: Services): Route[] {
  const { sql, threads, geodata, driveTimeAreas } = services;
  return [
    route({
      method: 'GET',
      path: '/maps/{map_id}/markers/{marker_id}/area',
      operationId: 'getMarkerArea',
      summary: 'The area of a marker as a GeoJSON feature',
      description:
        'Regions have the area that the boundaries of today have for their type and code, circles a polygon of 72 vertices or more, both cut at ' +
        'the antimeridian (RFC 7946); drive times the area that the import gave them. NOT_FOUND for a pin, which has no area, and for a region that is not in the boundaries any more; the ' +
        'message says so.',
      tag: 'Markers',
      access: 'read',
      params: MarkerParams,
      own: ownedMap(services),
      responses: {
        200: { description: 'The area', contentTypes: ['application/geo+json'], schema: MarkerArea },
      },
      handle: async ({ principal: { accountId }, params: { map_id, marker_id } }) => {
        const marker = await readMarkerPlace(sql, map_id, marker_id);
        if (!marker) throw notFound();
        const { area } = marker;
        const driveTime = area === null ? null : await driveTimeAreas.read(area);
        // On a thread: an area can have 100,000 vertices.
        const thread = threads.for({ accountId, prompt: true });
        const formatted = await formatAreaOnThread(thread, geodata.current, { ...marker, driveTime });
        if (formatted === null) throw new AppError('NOT_FOUND', whyNot(marker));
        const { id, name, type, regionSource } = marker;
        const properties = JSON.stringify({
          id,
          name,
          type,
          region_source: regionSource,
          square_km: formatted.squareKm,
        });
        return {
          status: 200,
          headers: { 'content-type': 'application/geo+json' },
          bytes: `{"type":"Feature","id":${id},"geometry":${formatted.geometry},"properties":${properties}}`,
        };
      },
    }),
  ];
}

const whyNot = ({ type, regionSource }: MarkerPlace): string =>
  isRegion(type) && regionSource !== null
    ? `the area ${regionSource} is not in the boundaries that are loaded now`
    : `a marker of type ${type} has no area`;
