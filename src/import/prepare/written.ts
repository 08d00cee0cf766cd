import { finishLane, mixA, mixB } from '../../markers/hash-lanes.js';
import type { RemovedMembers } from '../../schema/removed-members.js';

/** Digits of a hash in a line. */
export const WRITTEN_DIGITS = 16;

/** To be changed when rows with the same line and style come to mean another change of their marker. */
const MEANING = 2;

/** Effects of a row on its marker besides the values of its line. */
interface Implied {
  impliesCountry: boolean;
  impliesRadius: boolean;
  removed: RemovedMembers | null;
}

/** State of a hash: two lanes of 32 bits. Each step mixes a word into one and adds it to the other. */
export interface Lanes {
  readonly a: number;
  readonly b: number;
}

/** Lanes that have read the style of rows, with which their hashes begin. @param color '': the legend's */
export function lanesOfStyle(category: string, color: string): Lanes {
  return withText(withText({ a: MEANING, b: MEANING }, category), color);
}

/**
 * Hash of all that a row may do to its marker: its line, category and colour, and what it implies or removes.
 * Not cryptographic: who forges a collision loses a change of their own upload; by chance two rows of one
 * marker collide once in 2^53. Reads 8 bytes a step, as MurmurHash3_x86_128 reads 16: 0.1 us a line of 110
 * bytes; both lanes over every word, byte by byte, took 0.3.
 * @param line the memory in which the line lies from its name on, at `from` to `to`: 8 bytes or more
 * @param style `lanesOfStyle`
 * @returns 1 to 2^53 - 1
 */
export function writtenHash(
  line: DataView,
  from: number,
  to: number,
  style: Lanes,
  { impliesCountry, impliesRadius, removed }: Implied,
): number {
  let { a, b } = removed === null ? style : withRemoved(style, removed);
  const last = to - 8;
  for (let at = from; at < last; at += 8) {
    a = (mixA(a, line.getInt32(at, true)) + b) | 0;
    b = (mixB(b, line.getInt32(at + 4, true)) + a) | 0;
  }
  // These may have been read in part: the length, which is mixed in below, tells how many.
  a = (mixA(a, line.getInt32(last, true)) + b) | 0;
  b = (mixB(b, line.getInt32(last + 4, true)) + a) | 0;
  const flags = (to - from) * 4 + (impliesCountry ? 2 : 0) + (impliesRadius ? 1 : 0);
  a = finishLane((mixA(a, flags) + b) | 0);
  b = finishLane((b + a) | 0);
  return ((a + b) & 0x1fffff) * 2 ** 32 + (b >>> 0) || 1;
}

const withRemoved = (lanes: Lanes, { columns, custom_fields, extras }: RemovedMembers): Lanes =>
  [columns, custom_fields, extras].reduce(
    (read, names) => withText(read, `${names.length} ${names.join('\t')}`),
    lanes,
  );

function withText(lanes: Lanes, text: string): Lanes {
  let { a, b } = lanes;
  for (let i = 0; i < text.length; i++) {
    a = (mixA(a, text.charCodeAt(i)) + b) | 0;
    b = (mixB(b, a) + a) | 0;
  }
  a = (mixA(a, text.length) + b) | 0;
  b = (mixB(b, a) + a) | 0;
  return { a, b };
}
