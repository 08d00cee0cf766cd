import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { type Pixels, shrunk } from '../../../load/contact-sheet/shrunk.js';
import { decodePng, difference, differentShare, encodePng } from './pixels.js';

const FOLDER = new URL('../../../../test/fixtures/pictures/', import.meta.url);
/** Small enough for a repository, large enough to read a label. */
const WIDTH_PX = 480;
/** Some 90 of 480 x 620 pixels: processors round differently, and a missing word is more. */
const TOLERATED_SHARE = 0.0003;

/**
 * Passes when a picture looks like the file of this name in `test/fixtures/pictures`; both are compared at
 * 480 pixels across. `UPDATE_GOLDENS=1` replaces the file: look at it before you commit it.
 */
export function matchesGolden(t: Test, name: string, picture: Pixels): void {
  const actual = shrunk(picture, WIDTH_PX);
  const file = new URL(`${name}.png`, FOLDER);
  if (process.env.UPDATE_GOLDENS === '1') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, encodePng(actual));
  }
  if (!existsSync(file)) {
    t.fail(`there is no ${fileURLToPath(file)}: run the test with UPDATE_GOLDENS=1`);
    return;
  }
  const expected = decodePng(readFileSync(file));
  const share = differentShare(expected, actual);
  if (share <= TOLERATED_SHARE) {
    t.pass(`looks like ${name}.png`);
    return;
  }
  const seen = `${tmpdir()}/${name}`;
  writeFileSync(`${seen}.actual.png`, encodePng(actual));
  writeFileSync(`${seen}.difference.png`, encodePng(difference(expected, actual)));
  t.fail(
    `${(100 * share).toFixed(2)}% looks different from ${name}.png: see ${seen}.actual.png and ${seen}.difference.png`,
  );
}
