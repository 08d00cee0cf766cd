import { create, type Font } from 'fontkit';
import { type FontFamily, type FontFile, NO_ADVANCE } from '../../render/fonts/font-index.js';

/** Ranges as `FontFamily.coverage` has them; `codePoints` ascend. */
export function coverageOf(codePoints: readonly number[]): number[] {
  const coverage: number[] = [];
  let end = 0;
  for (const codePoint of codePoints) {
    if (codePoint === end && coverage.length > 0) coverage[coverage.length - 1]! += 1;
    else coverage.push(codePoint - end, 1);
    end = codePoint + 1;
  }
  return coverage;
}

function advancesOf(font: Font, codePoints: readonly number[]): number | string {
  const has = new Set(font.characterSet);
  const advances = Uint16Array.from(codePoints, (codePoint) =>
    has.has(codePoint)
      ? Math.round((font.glyphForCodePoint(codePoint).advanceWidth * 1000) / font.unitsPerEm)
      : NO_ADVANCE,
  );
  const [first = 0] = advances;
  return advances.every((advance) => advance === first)
    ? first
    : Buffer.from(advances.buffer).toString('base64');
}

/** A file of fonts that are no collection. */
export function openFont(bytes: Uint8Array): Font {
  const font = create(Buffer.from(bytes));
  if (!('characterSet' in font)) throw new Error('a collection of fonts');
  return font;
}

/** Its line of the index. `codePoints`: those that the family stands for, ascending. */
export function familyOf(
  name: string,
  use: FontFamily['use'],
  codePoints: readonly number[],
  faces: readonly (Omit<FontFile, 'advances'> & { bytes: Uint8Array })[],
): FontFamily {
  return {
    name,
    use,
    coverage: coverageOf(codePoints),
    faces: faces.map(({ bytes, ...face }) => ({
      ...face,
      advances: advancesOf(openFont(bytes), codePoints),
    })),
  };
}
