import t from 'tap';
import { profileColumn } from '../../../../src/import/columns/header/column.js';
import { FIELD_LABELS, type FieldLabel } from '../../../../src/import/columns/header/labels.js';
import type { Reading } from '../../../../src/import/columns/header/reading.js';
import { scoreField } from '../../../../src/import/columns/header/score.js';
import { matchesKept } from './as-kept.js';
import { KINDS } from './kinds.js';

const VOTES = 'test/fixtures/headers/votes.txt';

const PARTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const OTHER = KINDS.words;

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
