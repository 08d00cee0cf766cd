import t from 'tap';
import { profileColumn } from '../../../../src/import/columns/header/column.js';
import { FIELD_LABELS, type FieldLabel } from '../../../../src/import/columns/header/labels.js';
import { chooseLevels } from '../../../../src/import/columns/header/levels.js';
import type { LevelClaim, Reading } from '../../../../src/import/columns/header/reading.js';
import { scoreField } from '../../../../src/import/columns/header/score.js';
import { matchesKept } from './as-kept.js';
import { KINDS } from './kinds.js';

const VOTES = 'test/fixtures/headers/votes.txt';
const LEVEL_VOTES = 'test/fixtures/headers/level-votes.txt';

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

/** A word for a level of each rank, and those of which the values must tell that they are one. */
const LEVEL_READINGS: Readonly<Record<string, Reading>> = Object.fromEntries(
  (
    [
      [1, 'kanton'],
      [1, 'estado'],
      [1, 'land'],
      [1.5, 'region'],
      [2, 'county'],
      [3, 'comune'],
      [4, 'city'],
    ] as const
  ).flatMap(([rank, word]) => {
    const levels: LevelClaim[] = [{ rank, word, strength: 0.9 }];
    return [
      [word, reading({ levels })],
      [`code of ${word}`, reading({ levels, coded: true })],
    ];
  }),
);

t.test('what values say for and against each level is as it was', async (t) => {
  const votes: string[] = [];
  const readings = { ...LEVEL_READINGS, 'a header that says nothing': reading({ unknown: true }) };
  for (const [kind, cellOf] of Object.entries(KINDS)) {
    for (const [header, own] of Object.entries(readings)) {
      const choices = PARTS.map((part) => {
        const rows = Array.from({ length: 10 }, (_, i) => [i < part ? cellOf(i) : OTHER(i)]);
        const candidate = { index: 0, profile: profileColumn(rows, 0), reading: own };
        const [choice] = Object.entries(chooseLevels([candidate], { language: null, fixed: new Set() }));
        return choice ? `${choice[0]} ${Number(choice[1].score.toFixed(3))}` : 'none';
      });
      if (kind === 'words' || choices.some((choice) => choice !== choices[0]))
        votes.push(`${header}, 0 to 10 of 10 are ${kind}: ${choices.join(', ')}`);
    }
  }
  matchesKept(t, LEVEL_VOTES, votes);
});
