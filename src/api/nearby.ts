import { type Route, route } from '../http/route.js';
import type { NearbyHit } from '../nearby/nearby.js';
import { PIN_TEXT_COLUMNS, type PinColumns } from '../nearby/pin-texts.js';
import { ADDRESS_MEMBERS, MILES_PER_KM } from '../schema/marker.js';
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

/**
 * The text of NearbyPins. The columns of a pin are JSON already; as objects, and JSON.stringify, 25 of them took four times as long,
 * which was a third of the whole request.
 */
function writePins(hits: readonly NearbyHit[]): string {
  let text = '{"results":[';
  for (const [at, { id, map, lat, lng, km, columns }] of hits.entries()) {
    const [title, type, category, color] = columns;
    text +=
      `${at === 0 ? '' : ','}{"id":${id},"map":${map.id},"mapName":${map.nameJson},"title":"${title}","lat":${lat},"lng":${lng},` +
      `"distanceMi":${km * MILES_PER_KM},"distanceKm":${km},"type":"${type}","category":${textOrNull(category)},` +
      `"color":${textOrNull(color)},"address":{${writeAddress(columns)}}}`;
  }
  return `${text}]}`;
}

const textOrNull = (json: string | undefined): string => (json ? `"${json}"` : 'null');

/** Where the columns of an address begin. */
const ADDRESS_AT = PIN_TEXT_COLUMNS.indexOf(ADDRESS_MEMBERS[0]);

function writeAddress(columns: PinColumns): string {
  let text = '';
  for (let i = 0; i < ADDRESS_MEMBERS.length; i++) {
    const value = columns[ADDRESS_AT + i];
    if (value) text += `${text === '' ? '' : ','}"${ADDRESS_MEMBERS[i]}":"${value}"`;
  }
  return text;
}
