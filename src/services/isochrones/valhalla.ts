import { MAX_SNAP_METERS } from '../../geo/isochrone/isochrone.js';
import { textOf } from '../geocoding/answer.js';
import { featureGeometry, featureList, type IsochroneProtocol, membersOf } from './protocol.js';

/**
 * Share of the largest part below which parts and holes are left out; the default of 1 leaves only the
 * largest.
 */
const DENOISE = 0.02;
/**
 * Codes of
 * https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/#internal-error-codes-and-conditions
 */
const NO_ROAD = new Set([170, 171, 442]);
const TOO_LONG = 151;

/** Valhalla's `/isochrone` (https://valhalla.github.io/valhalla/api/isochrone/api-reference/). */
export const valhalla: IsochroneProtocol = {
  maxPlaces: 1,

  request: (url, places, minutes) => ({
    url,
    body: {
      locations: places.map(({ lon, lat }) => ({ lon, lat, search_cutoff: MAX_SNAP_METERS })),
      costing: 'auto',
      contours: [{ time: minutes }],
      polygons: true,
      denoise: DENOISE,
    },
  }),

  read(answer) {
    const [feature] = featureList(membersOf(answer).features, 1);
    return [feature === undefined ? null : featureGeometry(feature)];
  },

  readStatus(status, answer) {
    const { error_code, error } = membersOf(answer);
    if (status !== 400 || typeof error_code !== 'number') return undefined;
    if (NO_ROAD.has(error_code)) return { kind: 'no road' };
    const [, most] = /(\d{1,5})\D*$/.exec(textOf(error)) ?? [];
    if (error_code === TOO_LONG && most !== undefined) return { kind: 'too long', maxMinutes: Number(most) };
    return { kind: 'refused', words: `${error_code} ${textOf(error)}` };
  },
};
