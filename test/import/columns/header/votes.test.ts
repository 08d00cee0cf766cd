import t from 'tap';
import { profileColumn } from '../../../../src/import/columns/header/column.js';
import { FIELD_LABELS, type FieldLabel } from '../../../../src/import/columns/header/labels.js';
import type { Reading } from '../../../../src/import/columns/header/reading.js';
import { scoreField } from '../../../../src/import/columns/header/score.js';
import { matchesKept } from './as-kept.js';

const VOTES = 'test/fixtures/headers/votes.txt';

/** Values as columns have them, each ten times another one. */
const KINDS: Readonly<Record<string, (i: number) => string>> = {
  words: (i) => `${'abcdefghij'[i]}ndra perol`,
  'one word for all': () => 'perol',
  'long texts': (i) => `${i} ${'words of a story that goes on '.repeat(5)}`,
  letters: (i) => 'abcdefghij'[i]!,
  organisations: (i) => `${'ABCDEFGHIJ'[i]}ran & Sons Ltd`,
  'streets with numbers': (i) => `${i + 3} Mill Lane`,
  streets: (i) => `${['Mill', 'High', 'Park', 'Lake', 'Hill', 'Oak', 'Elm', 'Bay', 'Fox', 'Ash'][i]} Street`,
  'roads by number': (i) => `A${i + 1}`,
  'whole addresses': (i) => `${i + 3} Mill Lane, Leeds LS1 4A${'ABDEFGHJLN'[i]}, United Kingdom`,
  cities: (i) =>
    ['Leeds', 'Dayton', 'Lyon', 'Bonn', 'Madrid', 'Roma', 'Utrecht', 'Porto', 'Graz', 'Basel'][i]!,
  states: (i) =>
    ['Ohio', 'Texas', 'Utah', 'Iowa', 'Maine', 'Idaho', 'Kansas', 'Nevada', 'Oregon', 'Alaska'][i]!,
  'codes of states': (i) => ['OH', 'TX', 'UT', 'IA', 'ME', 'ID', 'KS', 'NV', 'OR', 'AK'][i]!,
  countries: (i) =>
    ['France', 'Spain', 'Italy', 'Chile', 'Peru', 'Kenya', 'Japan', 'China', 'India', 'Norway'][i]!,
  'codes of countries': (i) => ['FR', 'ES', 'CH', 'GB', 'PT', 'NL', 'BE', 'AT', 'PL', 'SE'][i]!,
  'postal codes': (i) => `6270${i}`,
  'postal codes with towns': (i) => `1011${i} Berlin`,
  'British postcodes': (i) => `LS${i} 4AP`,
  'whole numbers': (i) => `${i * 7 + 1}`,
  'large numbers': (i) => `${5_803_456 + i}`,
  coordinates: (i) => `${51 + i / 7}`,
  'coordinates to a tenth': (i) => `${51 + i / 10}`,
  'coordinates with N': (i) => `${51 + i}.5123° N`,
  'coordinates with W': (i) => `${i + 1}.5123° W`,
  'both coordinates': (i) => `${51 + i}.5123, 13.40${i}1`,
  'both, roughly': (i) => `${51 + i}, 13`,
  codes: (i) => `LOC-${100 + i}`,
  mails: (i) => `a${i}@example.com`,
  links: (i) => `https://example.com/${i}`,
  pictures: (i) => `https://example.com/${i}.jpg`,
  'picture files': (i) => `pictures/${i}.png`,
  videos: (i) => `https://www.youtube.com/watch?v=dQw4w9WgXc${i}`,
  phones: (i) => `+1 555 010 234${i}`,
  dates: (i) => `2026-0${(i % 9) + 1}-1${i}`,
  'yes and no': (i) => (i % 2 ? 'yes' : 'no'),
  colours: (i) =>
    ['red', 'blue', 'green', 'black', 'white', 'orange', 'purple', 'yellow', 'pink', 'brown'][i]!,
};
const PARTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const OTHER = KINDS.words!;

const reading = (changes: Partial<Reading>): Reading => ({
  ...{ fields: new Map(), levels: [], role: 'neutral', blocked: false, unknown: false, houseNumber: 0 },
  ...{ line: 0, coded: false, axis: null, measure: false, words: [] },
  ...changes,
});
/** What the header says: the field, and nothing besides; and what else a header can be read as. */
const READINGS: Readonly<Record<string, (field: FieldLabel) => Reading>> = {
  '': (field) => reading({ fields: new Map([[field, 0.9]]) }),
  ', a header that says nothing': () => reading({ unknown: true }),
  ', either axis': (field) => reading({ fields: new Map([[field, 0.5]]), axis: 'x' }),
  ', or a size': (field) => reading({ fields: new Map([[field, 0.9]]), measure: true }),
};

/** As in decided.test.ts: what the values of a column add to what its header says, kept so that a change of it is seen. */
t.test('what values say for and against each field is as it was', async (t) => {
  const votes: string[] = [];
  for (const [kind, cellOf] of Object.entries(KINDS)) {
    for (const [beside, readingOf] of Object.entries(READINGS)) {
      for (const field of FIELD_LABELS) {
        const scores = PARTS.map((part) => {
          const rows = Array.from({ length: 10 }, (_, i) => [i < part ? cellOf(i) : OTHER(i)]);
          const profile = profileColumn(rows, 0);
          return Number(scoreField(field, { index: 0, profile, reading: readingOf(field) }).toFixed(3));
        });
        if (kind === 'words' || scores.some((score) => score !== scores[0]))
          votes.push(`${field}${beside}, 0 to 10 of 10 are ${kind}: ${scores.join(' ')}`);
      }
    }
  }
  matchesKept(t, VOTES, votes);
});
