import { readFileSync } from 'node:fs';
import t from 'tap';
import { EXTRA_MEMBERS } from '../../../src/schema/marker-terms.js';

// New members, as a contributor adds them: the labels are made of this list when the recogniser is loaded.
const added = EXTRA_MEMBERS as unknown as string[];
added.unshift('fax');
added.splice(5, 0, 'floor_area');
added.push('opening_hours');
const { readLabelled } = await import('../../../load/header-score.js');
const { inferColumns } = await import('../../../src/recognise/infer.js');
const { Classifier, LABELS } = await import('../../../src/recognise/model/classifier.js');
const { WEIGHTS } = await import('../../../src/recognise/model/weights.js');

/** More rows show nothing else. */
const EACH = 4;

t.test('new members leave every decision as it was', async (t) => {
  t.ok(LABELS.includes('fax' as never));
  const decided = new Set(readFileSync('test/fixtures/headers/decided.txt', 'utf8').split('\n'));
  const rows = await readLabelled('test/fixtures/headers/own.jsonl');
  for (const row of rows.filter((_, at) => at % EACH === 0)) {
    const shown = inferColumns(row).columns.map(
      ({ label, confidence }) => `${label} ${Number(confidence.toFixed(3))}`,
    );
    t.ok(decided.has(`${row.id}: ${shown.join(', ')}`), row.id);
  }
});

t.test('a field without weights is decided by the rules', async (t) => {
  const labels = WEIGHTS.labels.map((label) => (label === 'zip' ? 'given_up' : label));
  const table = {
    headers: ['Name', 'PLZ', 'Ort', 'Umsatz'],
    rows: [
      ['A', '10115', 'Berlin', '5'],
      ['B', '20359', 'Hamburg', '7'],
    ],
  };
  const { columns } = inferColumns(table, new Classifier({ ...WEIGHTS, labels }));
  t.same(
    columns.map(({ label }) => label),
    ['name', 'zip', 'city', 'custom'],
  );
});

t.test('weights that are not those of their labels are refused', async (t) => {
  const { labels } = WEIGHTS;
  for (const wrong of [labels.slice(1), [...labels, 'fax'], [...labels.slice(1), labels[1]!]])
    t.throws(() => new Classifier({ ...WEIGHTS, labels: wrong }), /weights are not those of/);
  t.throws(
    () => new Classifier({ ...WEIGHTS, labels: labels.map((label) => (label === 'custom' ? 'x' : label)) }),
    /none for custom/,
  );
});
