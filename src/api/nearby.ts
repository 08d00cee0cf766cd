import { type Route, route } from '../http/route.js';
import { ByteSink } from '../nearby/byte-sink.js';
import type { NearbyHit } from '../nearby/nearby.js';
import { MILES_PER_KM } from '../schema/marker-terms.js';
import { MAX_NEARBY, NearbyPins, NearbyQuery } from '../schema/nearby.js';
import type { Services } from './services.js';

export function nearbyRoutes({ nearby }: Pick<Services, 'nearby'>): Route[] {
  return [
    route({
      method: 'GET',
      path: '/nearby',
      operationId: 'findNearby',
      summary: 'The pins nearest to a point, in all active maps that the account can read',
      description:
        'Pins are sorted by ascending distance, then by id. Markers of every type count, at their point; expired markers do not.',
      tag: 'Nearby',
      access: 'read',
      // Answered from memory; `Nearby` itself takes turns for maps without an index.
      turns: null,
      query: NearbyQuery,
      responses: {
        200: { description: 'At most n pins', schema: NearbyPins },
        404: { description: 'NOT_FOUND: one of `maps` cannot be read.' },
      },
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

const JSON_TYPE = { 'content-type': 'application/json' };

const BEGIN = Buffer.from('{"results":[');
const MILES = Buffer.from(',"distanceMi":');
const KM = Buffer.from(',"distanceKm":');
const END = Buffer.from(']}');
const COMMA = 0x2c;
const BRACE = 0x7d;
/** Room for both distances and their names. */
const DISTANCES_BYTES = 80;

/**
 * NearbyPins in UTF-8. Distances are written digit by digit; the rest is stored as bytes and copied. Objects
 * and JSON.stringify took a third of the request, writing member by member a quarter.
 */
function writePins(hits: readonly NearbyHit[]): Buffer {
  let bytes = BEGIN.length + END.length;
  for (const { map, start, end } of hits) bytes += DISTANCES_BYTES + map.json.length + end - start;
  const sink = new ByteSink(bytes);
  sink.writeAll(BEGIN);
  for (let i = 0; i < hits.length; i++) {
    const { map, km, json, start, end } = hits[i]!;
    if (i > 0) sink.writeByte(COMMA);
    sink.write(json, start, end);
    sink.writeAll(map.json);
    sink.writeAll(MILES);
    sink.writeDecimal(km * MILES_PER_KM);
    sink.writeAll(KM);
    sink.writeDecimal(km);
    sink.writeByte(BRACE);
  }
  sink.writeAll(END);
  return sink.bytes;
}
