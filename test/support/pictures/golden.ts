import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { decodePng, difference, differentShare, encodePng, type Pixels, shrunk } from './pixels.js';

const FOLDER = new URL('../../../../test/fixtures/pictures/', import.meta.url);
/** Small enough for a repository, large enough to see a label. */
const WIDTH_PX = 480;
/** Of 480 x 620 pixels some 90: other processors round elsewhere, and a word that is missing is more. */
const TOLERATED_SHARE = 0.0003;

/**
 * Passes when a picture looks like the one in `test/fixtures/pictures` of this name; both are compared at 480 pixels across. With
 * `UPDATE_GOLDENS=1` it becomes that one: look at it before you commit it.
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
