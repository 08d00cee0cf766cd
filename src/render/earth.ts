import { EARTH_RADIUS_KM } from '../geo/nearby/great-circle.js';

/** WGS84's mean radius. */
export const EARTH_RADIUS_M = EARTH_RADIUS_KM * 1000;
/** Length of a degree of latitude, or of a degree of longitude at the equator. */
export const METERS_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;
