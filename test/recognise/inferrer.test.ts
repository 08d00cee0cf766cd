import t from 'tap';
import { inferWithFallback } from '../../src/recognise/inferrer.js';

const request = { headers: ['PLZ', 'Ort', 'Foo', '', 'lat'], open: [0, 1, 2, 3], taken: ['city'] };
const answer = { columns: [], houseNumber: null, swapped: false };
const failing = async () => {
  throw new Error('no');
};

t.test('the first inferrer that answers counts', async (t) => {
  const failures: unknown[] = [];
  const inferred = await inferWithFallback(
    [
      { ask: failing, noteOnFailure: 'first failed' },
      { ask: async () => answer, noteOnFailure: 'second failed' },
      { ask: failing, noteOnFailure: 'never asked' },
    ],
    request,
    (error) => failures.push(error),
  );
  t.same(inferred, { ...answer, how: 'inferred', notes: ['first failed'] });
  t.match(failures, [{ message: 'no' }]);
});

t.test('when none answers the patterns of the names decide, and what is taken stays', async (t) => {
  const { columns, how, notes } = await inferWithFallback(
    [{ ask: failing, noteOnFailure: 'failed' }],
    request,
    () => {},
  );
  t.same(
    columns.map(({ label }) => label),
    ['zip', 'custom', 'custom', 'custom', 'custom'],
  );
  t.same([how, notes], ['pattern', ['failed']]);
});

t.test('patterns fold case, accents and separators, and give each field once', async (t) => {
  const headers = [
    'Straße',
    'CÓDIGO_POSTAL',
    'Code postal',
    'Geo-Point_2D',
    'Città',
    '__proto__',
    'x'.repeat(50_000),
  ];
  const { columns } = await inferWithFallback(
    [],
    { headers, open: [...headers.keys()], taken: [] },
    () => {},
  );
  t.same(
    columns.map(({ label }) => label),
    ['street', 'zip', 'custom', 'lat_lng', 'city', 'custom', 'custom'],
  );
});
