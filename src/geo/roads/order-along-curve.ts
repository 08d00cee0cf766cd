/** Bits of a place's key, half for each axis. */
const KEY_BITS = 32;
const DIGIT_BITS = 16;

/**
 * Orders nodes along the Z-order curve (Morton, 1966) by a radix sort of two digits: neighbours on the ground
 * become neighbours in memory, where searches walk.
 */
export function orderAlongCurve(nodes: Uint32Array, lonE7: Int32Array, latE7: Int32Array): Uint32Array {
  const count = nodes.length;
  const keys = new Uint32Array(count);
  let order = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const node = nodes[i]!;
    keys[i] = interleave(
      ((lonE7[node]! + 1_800_000_000) / 3_600_000_001) * 65_536,
      ((latE7[node]! + 900_000_000) / 1_800_000_001) * 65_536,
    );
    order[i] = i;
  }
  for (let shift = 0; shift < KEY_BITS; shift += DIGIT_BITS) {
    const starts = new Uint32Array(2 ** DIGIT_BITS + 1);
    for (let i = 0; i < count; i++) starts[((keys[i]! >>> shift) & 0xffff) + 1]!++;
    for (let digit = 0; digit < 2 ** DIGIT_BITS; digit++) starts[digit + 1]! += starts[digit]!;
    const sorted = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const item = order[i]!;
      sorted[starts[(keys[item]! >>> shift) & 0xffff]!++] = item;
    }
    order = sorted;
  }
  for (let i = 0; i < count; i++) order[i] = nodes[order[i]!]!;
  return order;
}

/** Interleaves 16 bits of x (even positions) with 16 of y (odd positions). */
const interleave = (x: number, y: number): number => (spread(x) | (spread(y) << 1)) >>> 0;

function spread(bits: number): number {
  let x = bits & 0xffff;
  x = (x | (x << 8)) & 0x00ff00ff;
  x = (x | (x << 4)) & 0x0f0f0f0f;
  x = (x | (x << 2)) & 0x33333333;
  return (x | (x << 1)) & 0x55555555;
}
