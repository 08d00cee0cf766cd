/**
 * Coordinates are compared and indexed in millionths of a degree, about 0.1 m (docs/decisions.md#duplicates).
 */
const MICRODEGREES = 1e6;

/**
 * 25 bits per axis: the code stays below 2^50, an exact number in JavaScript, and a cell is at most 1.2 m
 * wide.
 */
const LAT_STEP = 180e6 / 2 ** 25;
const LNG_STEP = 360e6 / 2 ** 25;
const LAST = 2 ** 25 - 1;

/** Rounds a longitude to microdegrees; 180 becomes -180, the same meridian. */
export function roundMicrodegrees(degrees: number): number {
  return Math.round(degrees * MICRODEGREES);
}

/**
 * Morton code (Z-order) of a point: points whose coordinates agree to 6 decimals have the same code, and near
 * points mostly near codes, so one btree on it finds duplicates and boxes.
 * @param lat degrees, -90..90
 * @param lng degrees, -180..180
 * @returns an integer in 0 .. 2^50 - 1
 */
export function cellOf(lat: number, lng: number): number {
  const y = Math.min(LAST, Math.floor((roundMicrodegrees(lat) + 90e6) / LAT_STEP));
  const lngMicro = roundMicrodegrees(lng);
  const x = Math.min(LAST, Math.floor(((lngMicro === 180e6 ? -180e6 : lngMicro) + 180e6) / LNG_STEP));
  const low = (spread16(x & 0xffff) | (spread16(y & 0xffff) << 1)) >>> 0;
  const high = spread16(x >>> 16) | (spread16(y >>> 16) << 1);
  return high * 2 ** 32 + low;
}

/**
 * Puts a zero bit between the 16 bits of a number ("Bit Twiddling Hacks", interleave by binary magic
 * numbers).
 */
export function spread16(bits: number): number {
  let b = bits;
  b = (b | (b << 8)) & 0x00ff00ff;
  b = (b | (b << 4)) & 0x0f0f0f0f;
  b = (b | (b << 2)) & 0x33333333;
  return (b | (b << 1)) & 0x55555555;
}
