/**
 * The index that the build writes beside the font files (`fonts/index.json`): the code points of each family
 * and their widths.
 */
export interface FontIndex {
  /** The first that has a code point draws it. */
  families: FontFamily[];
}

export interface FontFamily {
  /** Name as in the name tables of its files; no other family has it. */
  name: string;
  /**
   * `japanese`: goes before all others, but only in texts with kana, as Han characters look different there.
   */
  use: 'any' | 'japanese';
  /**
   * Ascending ranges: how many code points lie between the one before and this one, how many it has, and so
   * on.
   */
  coverage: number[];
  /** The first is upright, of weight 400. */
  faces: FontFile[];
}

export interface FontFile {
  weight: 400 | 700;
  italic: boolean;
  /** Beside the index. */
  file: string;
  /**
   * Thousandths of the size: one number for all, or of each code point of `coverage` 16 bits, little-endian,
   * in base64.
   */
  advances: number | string;
}

/** Advance of a code point that this face lacks; the family's first face has it. */
export const NO_ADVANCE = 0xffff;

/** The code points of ranges, ascending. */
export function* codePointsOf(coverage: readonly number[]): Generator<number> {
  let next = 0;
  for (let at = 0; at < coverage.length; at += 2) {
    next += coverage[at]!;
    for (const end = next + coverage[at + 1]!; next < end; next++) yield next;
  }
}
