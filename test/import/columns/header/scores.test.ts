import { existsSync, readFileSync } from 'node:fs';
import t from 'tap';
import { type LabelledHeaders, scoreHeaders } from '../../../../load/header-score.js';

/** Tests run from the checkout; a sibling folder may hold further labelled headers. */
const OWN = 'test/fixtures/headers/own.jsonl';
const FURTHER = '../shared/data/headers/dev.jsonl';

const read = (path: string): LabelledHeaders[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LabelledHeaders);

t.test('the labelled headers are sound', async (t) => {
  const rows = read(OWN);
  t.ok(rows.length >= 160);
  t.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
  for (const { id, headers, labels, rows: samples } of rows) {
    t.equal(labels.length, headers.length, id);
    t.ok(
      samples.every((cells) => cells.length === headers.length),
      id,
    );
  }
});

/** Rows with a column that is not read as people have labelled it: what is mended goes from here. */
const KNOWN_MISTAKES = ['b1-053', 'b1-059', 'b2-032', 'b2-044', 'b2-075', 'b3-045', 'b5-006'];

t.test('all columns of the labelled headers are found, but for mistakes that are known', async (t) => {
  t.same(scoreHeaders(read(OWN)).wrongRows, KNOWN_MISTAKES);
});

t.test(
  'columns of further labelled headers are found',
  { skip: existsSync(FURTHER) ? false : `${FURTHER} is not here` },
  async (t) => {
    const scores = scoreHeaders(read(FURTHER));
    t.ok(scores.macroF1 >= 0.97, `macro-F1 ${scores.macroF1}`);
    t.ok(scores.microF1 >= 0.96, `micro-F1 ${scores.microF1}`);
    t.ok(scores.exactRows >= 0.9, `exact rows ${scores.exactRows}`);
  },
);

t.test('an allowed label and a group count as right', async (t) => {
  const row = {
    id: 'x',
    lang: 'en',
    headers: ['first', 'last', 'zip'],
    rows: [],
    labels: ['name', 'custom', 'custom'],
    alts: { 2: ['zip'] },
    groups: { name: [0, 1] },
  } satisfies LabelledHeaders;
  t.equal(scoreHeaders([row]).exactRows, 1);
  t.equal(scoreHeaders([{ ...row, alts: {} }]).exactRows, 0);
  t.equal(scoreHeaders([]).microF1, 1);
});
