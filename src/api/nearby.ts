import { type Route, route } from '../http/route.js';
import type { NearbyHit } from '../nearby/nearby.js';
import { MILES_PER_KM } from '../schema/marker.js';
import { MAX_NEARBY, type NearbyPin, NearbyPins, NearbyQuery } from '../schema/nearby.js';
import type { Services } from './services.js';

export function nearbyRoutes({ nearby }: Pick<Services, 'nearby'>): Route[] {
  return [
    route({
      method: 'GET',
      path: '/nearby',
      operationId: 'findNearby',
      summary: 'The pins nearest to a point, across all active maps the account can read',
      description:
        'Sorted by ascending distance, ties by id. Markers of every type count, at their point; expired ones do not.',
      tag: 'Nearby',
      access: 'read',
      query: NearbyQuery,
      responses: { 200: { description: 'At most n pins', schema: NearbyPins } },
      handle: async ({ principal: { accountId }, query, request }) => {
        const { lat, lng, n, radius, units, maps } = query;
        const hits = await nearby.find({
          accountId,
          lat,
          lng,
          limit: Math.min(n, MAX_NEARBY),
          radiusKm: radius === undefined ? null : units === 'km' ? radius : radius / MILES_PER_KM,
          mapIds: maps === undefined ? null : maps.split(',').map(Number),
          get signal() {
            return request.signal;
          },
        });
        return { status: 200, json: { results: hits.map(toPin) } };
      },
    }),
  ];
}

/** Every write tells nearby search that there is news, whatever it wrote and whether it succeeded. */
export function announcingWrites({ nearby }: Pick<Services, 'nearby'>, routes: readonly Route[]): Route[] {
  return routes.map((each) => {
    if (each.access !== 'write') return each;
    const handle: Route['handle'] = (call) => each.handle(call).finally(() => nearby.announceWrite());
    return { ...each, handle };
  });
}

function toPin({ id, map, title, lat, lng, km, type, category, color, address }: NearbyHit): NearbyPin {
  return {
    id,
    map: map.id,
    mapName: map.name,
    title,
    lat,
    lng,
    distanceMi: km * MILES_PER_KM,
    distanceKm: km,
    type: type as NearbyPin['type'],
    category,
    color,
    address,
  };
}
