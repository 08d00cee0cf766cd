const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS_OF_E7 = Math.PI / 180 / 1e7;

/** Distance in metres by the equirectangular approximation: streets between two bends are short. */
export function metersBetween(lonA: number, latA: number, lonB: number, latB: number): number {
  const x = (lonB - lonA) * RADIANS_OF_E7 * Math.cos(((latA + latB) / 2) * RADIANS_OF_E7);
  const y = (latB - latA) * RADIANS_OF_E7;
  return EARTH_RADIUS_M * Math.sqrt(x * x + y * y);
}
