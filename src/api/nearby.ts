import { type Route, route } from '../http/route.js';
import { ByteSink } from '../nearby/byte-sink.js';
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

const BEGIN = Buffer.from('{"results":[');
const [ID, MAP, LAT, LNG, MILES, KM, MAP_NAME] = [
  '{"id":',
  ',"map":',
  ',"lat":',
  ',"lng":',
  ',"distanceMi":',
  ',"distanceKm":',
  ',"mapName":',
].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
const END = Buffer.from(']}');
const COMMA = 0x2c;
/** Of ids, coordinates, distances and their names. */
const NUMBERS_BYTES = 160;

/**
 * NearbyPins in UTF-8. Numbers are written digit by digit and the texts of pins are copied as they are kept: objects and
 * JSON.stringify took a third of the whole request.
 */
function writePins(hits: readonly NearbyHit[]): Buffer {
  let bytes = BEGIN.length + END.length;
  for (const { map, start, end } of hits) bytes += NUMBERS_BYTES + map.nameJson.length + end - start;
  const sink = new ByteSink(bytes);
  sink.writeAll(BEGIN);
  for (let i = 0; i < hits.length; i++) {
    const { id, map, lat, lng, km, json, start, end } = hits[i]!;
    if (i > 0) sink.writeByte(COMMA);
    sink.writeAll(ID);
    sink.writeInteger(id);
    sink.writeAll(MAP);
    sink.writeInteger(map.id);
    sink.writeAll(LAT);
    writeDegrees(sink, lat);
    sink.writeAll(LNG);
    writeDegrees(sink, lng);
    sink.writeAll(MILES);
    sink.writeDecimal(km * MILES_PER_KM);
    sink.writeAll(KM);
    sink.writeDecimal(km);
    sink.writeAll(MAP_NAME);
    sink.writeAll(map.nameJson);
    sink.writeByte(COMMA);
    sink.write(json, start, end);
  }
  sink.writeAll(END);
  return sink.bytes;
}

/** As they are stored, with all decimals. */
function writeDegrees(sink: ByteSink, degrees: number): void {
  if (Math.round(degrees * 1e9) / 1e9 === degrees) sink.writeDecimal(degrees);
  else sink.writeAll(Buffer.from(String(degrees)));
}
