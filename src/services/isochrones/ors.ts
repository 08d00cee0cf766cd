import { MalformedAnswer } from '../client/malformed-answer.js';
import { textOf } from '../geocoding/answer.js';
import {
  featureGeometry,
  featureList,
  type Geometry,
  type IsochroneProtocol,
  membersOf,
} from './protocol.js';

/** Places per request of the public service; self-hosted ones may allow fewer. */
const MAX_PLACES = 5;
/**
 * Error codes, with status 500 or 404, where no road is near; the first also stands for areas that cannot be
 * drawn.
 */
const NO_ROAD = new Set([3099, 2010]);
const ABOVE_MAXIMUM = 3004;

/**
 * openrouteservice's `/v2/isochrones/PROFILE`
 * (https://giscience.github.io/openrouteservice/api-reference/endpoints/isochrones/).
 */
export const ors: IsochroneProtocol = {
  maxPlaces: MAX_PLACES,

  request: (url, places, minutes) => ({
    url,
    body: { locations: places.map(({ lon, lat }) => [lon, lat]), range: [minutes * 60], range_type: 'time' },
  }),

  read(answer, places) {
    const geometries = new Array<Geometry>(places).fill(null);
    for (const feature of featureList(membersOf(answer).features, places)) {
      const { group_index } = membersOf(feature.properties);
      const at = places === 1 ? 0 : group_index;
      if (typeof at !== 'number' || !(at in geometries) || geometries[at] !== null) {
        throw new MalformedAnswer('the drive-time service answered an area of no place that was asked for');
      }
      geometries[at] = featureGeometry(feature);
    }
    return geometries;
  },

  readStatus(status, answer) {
    // The gateway, which refuses keys, sends `error` as a text.
    const { code, message } = membersOf(membersOf(answer).error);
    if (typeof code !== 'number' || (status !== 400 && !NO_ROAD.has(code))) return undefined;
    const words = textOf(message);
    if (NO_ROAD.has(code)) return { kind: 'no road' };
    if (code === ABOVE_MAXIMUM && /locations/.test(words)) return { kind: 'too many' };
    const [, seconds] = /range.*?maximum possible value is (\d{1,7})/i.exec(words) ?? [];
    if (seconds !== undefined) return { kind: 'too long', maxMinutes: Math.floor(Number(seconds) / 60) };
    return { kind: 'refused', words: `${code} ${words}` };
  },
};
