import { textOf } from '../geocoding/answer.js';
import { featureGeometry, featureList, type IsochroneProtocol, membersOf } from './protocol.js';

/** Messages of GraphHopper's server and of its Directions API, which have no error codes. */
const NO_ROAD = /point not found|cannot find point|out of bounds|too few points found/i;

/** GraphHopper's `/isochrone` (https://docs.graphhopper.com/#tag/Isochrone-API). */
export const graphhopper: IsochroneProtocol = {
  maxPlaces: 1,

  request(endpoint, [place], minutes) {
    const url = new URL(endpoint);
    const { searchParams } = url;
    if (!searchParams.has('profile') && !searchParams.has('vehicle')) searchParams.set('profile', 'car');
    searchParams.set('point', `${place!.lat},${place!.lon}`);
    searchParams.set('time_limit', String(minutes * 60));
    return { url };
  },

  read(answer) {
    const [feature] = featureList(membersOf(answer).polygons, 1);
    return [feature === undefined ? null : featureGeometry(feature)];
  },

  readStatus(status, answer) {
    const message = textOf(membersOf(answer).message);
    if (status !== 400 || message === '') return undefined;
    return NO_ROAD.test(message) ? { kind: 'no road' } : { kind: 'refused', words: message };
  },
};
