import t from 'tap';
import { type InferenceInput, inferColumns } from '../../src/recognise/infer.js';
import { type Classifier, LABELS, Probabilities } from '../../src/recognise/model/classifier.js';

type Chances = Partial<Record<(typeof LABELS)[number], number>>;

/**
 * A model that sees these chances in the columns, from left to right; the rest of each is that of a custom
 * field.
 */
function modelOf(columns: readonly Chances[]): Classifier {
  let next = 0;
  const probabilities = (): Probabilities => {
    const chances = columns[next++] ?? {};
    const rest = 1 - Object.values(chances).reduce((sum, chance) => sum + chance, 0);
    const all: Chances = { custom: rest, ...chances };
    return new Probabilities(Float64Array.from(LABELS, (label) => Math.log(all[label] ?? 1e-9)));
  };
  return { probabilities } as unknown as Classifier;
}

/** Labels of two unknown columns behind exact coordinates. */
function labelsOf(chances: readonly [Chances, Chances], input: Partial<InferenceInput> = {}) {
  const headers = ['Qwe', 'Rtz', 'lat', 'lng'];
  const rows = [
    ['Mill', 'Oak', '1.5', '2.5'],
    ['Barn', 'Elm', '1.6', '2.6'],
  ];
  const { columns } = inferColumns({ headers, rows, ...input }, modelOf(chances));
  return columns.slice(0, 2).map(({ label }) => label);
}

t.test('a list of places without a sure name takes the likeliest column from a chance of 0.25', async (t) => {
  t.same(labelsOf([{ name: 0.25 }, { name: 0.3 }]), ['custom', 'name']);
  t.same(labelsOf([{ name: 0.3 }, { name: 0.3 }]), ['name', 'custom'], 'the left one of equals');
  t.same(labelsOf([{ name: 0.251 }, {}]), ['name', 'custom']);
  t.same(labelsOf([{ name: 0.249 }, {}]), ['custom', 'custom']);
});

t.test('a sure name leaves no other', async (t) => {
  t.same(labelsOf([{ name: 0.3 }, { name: 0.9 }]), ['custom', 'name']);
  t.same(labelsOf([{ name: 0.3 }, {}], { headers: ['Qwe', 'name', 'lat', 'lng'] }), ['custom', 'name']);
  t.same(labelsOf([{ name: 0.3 }, {}], { taken: new Set(['name']) }), ['custom', 'custom']);
});

t.test('a list that says no places takes none', async (t) => {
  t.same(labelsOf([{ name: 0.3 }, {}], { headers: ['Qwe', 'Rtz', 'Uio', 'Asd'] }), ['custom', 'custom']);
  t.same(
    labelsOf([{ name: 0.3 }, { city: 0.9 }], { headers: ['Qwe', 'Rtz', 'Uio', 'Asd'] }),
    ['name', 'city'],
    'a town is a place',
  );
});

t.test('a column that is surer to be something else is no name', async (t) => {
  t.same(labelsOf([{ name: 0.3, category: 0.6 }, { name: 0.26 }]), ['category', 'name']);
  t.same(labelsOf([{ name: 0.3, category: 0.6 }, { name: 0.2 }]), ['category', 'custom']);
});

t.test('a column that was not asked for, or is read by its exact name alone, is no name', async (t) => {
  t.same(labelsOf([{ name: 0.4 }, { name: 0.3 }], { open: [1, 2, 3] }), ['custom', 'name']);
  t.same(labelsOf([{ name: 0.4 }, {}], { headers: ['Marker Type', 'Rtz', 'lat', 'lng'] }), [
    'custom',
    'custom',
  ]);
});

t.test('values that prove something else are no names', async (t) => {
  const rows = [
    ['https://a.example/1', 'Oak', '1.5', '2.5'],
    ['https://a.example/2', 'Elm', '1.6', '2.6'],
  ];
  t.same(labelsOf([{ name: 0.4 }, { name: 0.3 }], { rows }), ['custom', 'name']);
});

t.test('the name that the rules see counts before the likeliest', async (t) => {
  const headers = ['Qwe', 'Bezeichnung', 'lat', 'lng'];
  t.same(labelsOf([{ name: 0.4 }, { name: 0.05 }], { headers }), ['custom', 'name']);
});
