import { AppError, notFound } from '../base/errors.js';
import { formatAreaOnThread } from '../format/write/on-thread.js';
import { isRegion } from '../geo/regions/region-type.js';
import { type Route, route } from '../http/route.js';
import { MarkerArea } from '../schema/area.js';
import { type MarkerPlace, readMarkerPlace } from '../store/markers.js';
import { OF_MARKER } from './owned.js';
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
        'A region has the area that the current boundaries give for its type and code; a circle is a polygon of at least 72 vertices. Both are cut at ' +
        'the antimeridian (RFC 7946). A drive time has the area that its import drew. NOT_FOUND, with the reason in the message, for a pin, which ' +
        'has no area, and for a region that the current boundaries no longer contain.',
      tag: 'Markers',
      access: 'read',
      ...OF_MARKER,
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
    ? `the boundaries that are loaded now do not contain the area ${regionSource}`
    : `a marker of type ${type} has no area`;
