import { type Route, route } from '../http/route.js';
import type { NearbyHit } from '../nearby/nearby.js';
import { MILES_PER_KM } from '../schema/marker.js';
import { MAX_NEARBY, NearbyPins, NearbyQuery } from '../schema/nearby.js';
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
        return { status: 200, headers: JSON_TYPE, bytes: writePins(hits) };
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

const JSON_TYPE = { 'content-type': 'application/json' };

const BEGIN = '{"results":[';
const END = ']}';
const COMMA = 0x2c;
/** Of ids, coordinates, distances and their names: 190 at most. */
const NUMBERS_BYTES = 200;

/**
 * NearbyPins in UTF-8. The texts of pins are copied as they are kept: objects and JSON.stringify took half of the whole request.
 */
function writePins(hits: readonly NearbyHit[]): Buffer {
  let bytes = BEGIN.length + END.length;
  for (const { map, start, end } of hits) bytes += NUMBERS_BYTES + map.nameJson.length + end - start;
  const json = Buffer.allocUnsafe(bytes);
  let at = json.write(BEGIN, 0, 'latin1');
  for (let i = 0; i < hits.length; i++) {
    const { id, map, lat, lng, km, json: text, start, end } = hits[i]!;
    const numbers =
      `${i === 0 ? '' : ','}{"id":${id},"map":${map.id},"lat":${lat},"lng":${lng},` +
      `"distanceMi":${km * MILES_PER_KM},"distanceKm":${km},"mapName":`;
    at += json.write(numbers, at, 'latin1');
    at += map.nameJson.copy(json, at);
    json[at++] = COMMA;
    at += text.copy(json, at, start, end);
  }
  at += json.write(END, at, 'latin1');
  return json.subarray(0, at);
}
