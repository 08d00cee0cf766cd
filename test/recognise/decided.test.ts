import { readFileSync, writeFileSync } from 'node:fs';
import t from 'tap';
import { names, readLabelled } from '../../load/header-score.js';
import { type InferenceInput, inferColumns } from '../../src/recognise/infer.js';

const LABELLED = 'test/fixtures/headers/own.jsonl';
const DECIDED = 'test/fixtures/headers/decided.txt';

const shown = (input: InferenceInput): string =>
  inferColumns(input)
    .columns.map(({ label, confidence }) => `${label} ${Number(confidence.toFixed(3))}`)
    .join(', ');

/**
 * Labels (scores.test.ts) tell which decisions are right, and most stay right with another weight. This test shows which columns a changed
 * weight affects.
 */
t.test(
  'how sure the service is of the labelled headers, with their values and each alone, is as it was',
  async (t) => {
    const rows = await readLabelled(LABELLED);
    const alone = [...new Set(rows.flatMap(({ headers }) => headers))].sort();
    const decided = [
      ...rows.map((row) => `${row.id}: ${shown(row)}`),
      ...alone.map((header) => `${JSON.stringify(header)}: ${shown({ headers: [header], rows: [], names })}`),
    ];
    // With UPDATE_GOLDENS=1 the file follows: look at the difference before you commit it.
    if (process.env.UPDATE_GOLDENS === '1') writeFileSync(DECIDED, `${decided.join('\n')}\n`);
    t.strictSame(decided, readFileSync(DECIDED, 'utf8').trimEnd().split('\n'));
  },
);
