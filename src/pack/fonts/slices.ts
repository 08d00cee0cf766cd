import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import { openFont } from './index-entry.js';
import { renameFont } from './rename.js';

const require = createRequire(import.meta.url);

export interface Slice {
  family: string;
  codePoints: number[];
  bytes: Uint8Array;
}

const LICENCE =
  'This Font Software is licensed under the SIL Open Font License, Version 1.1. https://openfontlicense.org';

/**
 * The slices of a variable font of fontsource, each a static TrueType font of weight 400 with the code points
 * that are `wanted` and in no earlier slice. A hundred small files and not one: a renderer reads those alone
 * that a picture needs, at 60 KB each.
 */
export async function slicesOf(
  script: 'sc' | 'kr' | 'jp',
  wanted: (codePoint: number) => boolean,
): Promise<Slice[]> {
  const packageName = `@fontsource-variable/noto-sans-${script}`;
  const folder = join(dirname(require.resolve(`${packageName}/package.json`)), 'files');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('-wght-normal.woff2'))
    .sort();
  const taken = new Set<number>();
  const slices: Slice[] = [];
  for (const file of files) {
    const woff2 = readFileSync(join(folder, file));
    const original = openFont(woff2);
    const codePoints = original.characterSet
      .filter((codePoint) => !taken.has(codePoint) && wanted(codePoint))
      .sort((a, b) => a - b);
    if (codePoints.length === 0) continue;
    for (const codePoint of codePoints) taken.add(codePoint);
    const bytes = await subsetFont(woff2, String.fromCodePoint(...codePoints), {
      targetFormat: 'truetype',
      variationAxes: { wght: 400 },
      noLayoutClosure: true,
    });
    const family = `Noto Sans ${script.toUpperCase()} ${slices.length + 1}`;
    slices.push({
      family,
      codePoints,
      bytes: renameFont(bytes, family, { copyright: original.copyright, licence: LICENCE }),
    });
  }
  return slices;
}
