import t from 'tap';
import {
  isEmptyCategory,
  isEmptyCell,
  isEmptyPlace,
  isEmptyWord,
} from '../../../src/format/cells/empty-words.js';

const WORDS = [
  'NULL',
  '\\N',
  'nan',
  'N/A',
  'n/a',
  'NA',
  'None',
  '-',
  '--',
  '–',
  '#N/A',
  '<NA>',
  'NaT',
  '?',
  'k. A.',
  'unknown',
];

t.test('words for no value are known, in any case', async (t) => {
  for (const word of WORDS) t.ok(isEmptyWord(word), word);
  for (const word of ['', '0', '-1', 'Nanjing', 'Nonette', 'x', 'N', '-x']) t.notOk(isEmptyWord(word), word);
  t.notOk(isEmptyCategory('Unknown'));
  t.ok(isEmptyCategory('none'));
});

t.test('names and codes of places are none', async (t) => {
  for (const word of ['NA', 'ND', 'None', 'Nan', 'NAN', 'Nil', 'unknown']) t.notOk(isEmptyPlace(word), word);
  for (const word of ['NULL', '\\N', 'nan', 'N/A', '-', '#N/A']) t.ok(isEmptyPlace(word), word);
});

t.test('cells are tested as their texts are', async (t) => {
  for (const word of [...WORDS, '', '1', '-33.8688', '.5', 'a category', 'Nanterre']) {
    const bytes = Buffer.from(`x${word}x`);
    t.equal(isEmptyCell(bytes, 1, bytes.length - 1, isEmptyWord), isEmptyWord(word), word);
  }
});
