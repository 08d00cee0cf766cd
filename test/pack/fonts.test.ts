import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { openFont } from '../../src/pack/fonts/index-entry.js';
import { codePointsOf, type FontIndex } from '../../src/render/fonts/font-index.js';
import { fontsDirectory } from '../../src/world/geodata/files.js';

const index: FontIndex = JSON.parse(readFileSync(new URL('index.json', fontsDirectory), 'utf8'));
const faces = index.families.flatMap((family) => family.faces.map((face) => ({ family, face })));
const bytesOf = (file: string): Buffer => readFileSync(new URL(file, fontsDirectory));

t.test('every file is in the index, under the family name that it has itself', async (t) => {
  t.same(
    readdirSync(fontsDirectory)
      .filter((name) => name !== 'index.json')
      .sort(),
    faces.map(({ face }) => face.file).sort(),
  );
  for (const { family, face } of faces) {
    const { familyName } = openFont(bytesOf(face.file));
    if (familyName !== family.name) t.equal(familyName, family.name, face.file);
  }
  t.equal(new Set(index.families.map(({ name }) => name)).size, index.families.length);
});

t.test('files have the letters that the index says, in weight 400, and their licence', async (t) => {
  for (const { family, face } of faces.filter(({ face }) => face.weight === 400 && !face.italic)) {
    const font = openFont(bytesOf(face.file));
    const has = new Set(font.characterSet);
    const missing = [...codePointsOf(family.coverage)].filter((codePoint) => !has.has(codePoint));
    if (missing.length > 0) t.same(missing, [], face.file);
    if (font['OS/2'].usWeightClass !== 400) t.equal(font['OS/2'].usWeightClass, 400, face.file);
    if (!/Open Font License/.test(font.getName('license', 'en') ?? '')) t.fail(`no licence in ${face.file}`);
  }
});
