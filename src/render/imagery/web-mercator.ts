/** Latitude at which the tiles of web maps end: up to there the projection is as high as wide. */
export const MAX_LATITUDE = 85.0511287798066;
const RADIANS = Math.PI / 180;

/** 0 in the west, 1 in the east; beyond for longitudes beyond ±180. */
export const mercatorX = (lon: number): number => lon / 360 + 0.5;

/** 0 at MAX_LATITUDE north, 1 at MAX_LATITUDE south. */
export const mercatorY = (lat: number): number => 0.5 - Math.asinh(Math.tan(lat * RADIANS)) / (2 * Math.PI);
