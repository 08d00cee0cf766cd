import { finishLane, mixA, mixB } from '../../markers/hash-lanes.js';
import type { RemovedMembers } from '../../schema/removed-members.js';

/** Digits of a hash in a line. */
export const WRITTEN_DIGITS = 16;

/** To be changed when rows with the same line and style come to mean another change of their marker. */
const MEANING = 1;

/** Effects of a row on its marker besides the values of its line. */
interface Implied {
  impliesCountry: boolean;
  impliesRadius: boolean;
  removed: RemovedMembers | null;
}

/**
 * Hash of all that a row may do to its marker: its line, category and colour, and what it implies or removes.
 * Not cryptographic: who forges a collision loses a change of their own upload; by chance two rows of one
 * marker collide once in 2^53.
 * @param bytes the line from its name on, at `from` to `to`
 * @param color '': the legend's
 * @returns 1 to 2^53 - 1
 */
export function writtenHash(
  bytes: Uint8Array,
  from: number,
  to: number,
  category: string,
  color: string,
  { impliesCountry, impliesRadius, removed }: Implied,
): number {
  let a = MEANING;
  let b = to - from;
  let at = from;
  for (const last = to - 3; at < last; at += 4) {
    const k = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    a = mixA(a, k);
    b = mixB(b, k);
  }
  for (; at < to; at++) {
    a = mixA(a, bytes[at]!);
    b = mixB(b, bytes[at]!);
  }
  const further =
    removed === null
      ? color
      : [[color], removed.columns, removed.custom_fields, removed.extras]
          .map((names) => `${names.length} ${names.join('\t')}`)
          .join('\t');
  const flags = category.length * 4 + (impliesCountry ? 2 : 0) + (impliesRadius ? 1 : 0);
  a = mixA(a, flags);
  b = mixB(b, flags);
  for (const text of [category, further])
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      a = mixA(a, unit);
      b = mixB(b, unit);
    }
  return (finishLane(a ^ further.length) & 0x1fffff) * 2 ** 32 + (finishLane(b) >>> 0) || 1;
}
