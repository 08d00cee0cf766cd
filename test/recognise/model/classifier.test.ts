import t from 'tap';
import { EXTRA_MEMBERS } from '../../../src/schema/marker-terms.js';
import { KNOWN_MISTAKES, OWN } from '../../support/labelled-headers.js';

// New members, as a contributor adds them: the labels are made of this list when the recogniser is loaded.
const added = EXTRA_MEMBERS as unknown as string[];
added.unshift('fax');
added.splice(5, 0, 'floor_area');
added.push('opening_hours');
const { readLabelled, scoreHeaders } = await import('../../../load/header-score.js');
const { inferColumns } = await import('../../../src/recognise/infer.js');
const { Classifier, LABELS } = await import('../../../src/recognise/model/classifier.js');
const { WEIGHTS } = await import('../../../src/recognise/model/weights.js');

t.test('new members leave every decision as it was', async (t) => {
  t.ok(LABELS.includes('fax' as never));
  const rows = await readLabelled(OWN);
  // A column that has the name of a new member is that member.
  const others = rows.filter(
    ({ headers }) => !headers.some((header) => /^(fax|opening_hours)$/i.test(header)),
  );
  t.ok(others.length > rows.length - 10);
  const { wrongRows } = scoreHeaders(others);
  t.same(wrongRows, KNOWN_MISTAKES);
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
