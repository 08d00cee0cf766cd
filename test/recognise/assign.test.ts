import fc from 'fast-check';
import t from 'tap';
import { assignFields, type Bid } from '../../src/recognise/assign.js';

t.test('the column that fits best gets the field', async (t) => {
  const won = assignFields([
    { field: 'city', column: 0, score: 0.6 },
    { field: 'city', column: 1, score: 0.9 },
  ]);
  t.strictSame([...won.keys()], [1]);
});

t.test('a field yields its best column when the sum is higher so', async (t) => {
  const won = assignFields([
    { field: 'name', column: 0, score: 0.9 },
    { field: 'name', column: 1, score: 0.8 },
    { field: 'street', column: 0, score: 0.9 },
  ]);
  t.equal(won.get(0)?.field, 'street');
  t.equal(won.get(1)?.field, 'name');
});

t.test('ties go to the leftmost column', async (t) => {
  const bids = [3, 1, 2].map((column): Bid => ({ field: 'name', column, score: 0.7 }));
  t.strictSame([...assignFields(bids).keys()], [1]);
});

t.test('nothing is given without bids', async (t) => t.equal(assignFields([]).size, 0));

t.test('the assignment is optimal', async () => {
  const bid = fc.record({
    field: fc.constantFrom('a', 'b', 'c', 'd'),
    column: fc.integer({ min: 0, max: 4 }),
    score: fc.integer({ min: 1, max: 100 }).map((percent) => percent / 100),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(bid, { selector: (one) => `${one.field}${one.column}`, maxLength: 12 }),
      (bids) => {
        const won = assignFields(bids);
        const fields = [...won.values()].map(({ field }) => field);
        if (new Set(fields).size !== fields.length) return false;
        if ([...won].some(([column, { column: own }]) => own !== column)) return false;
        const sum = [...won.values()].reduce((total, { score }) => total + score, 0);
        return Math.abs(sum - bestSum(bids, ['a', 'b', 'c', 'd'], new Set())) < 1e-9;
      },
    ),
    { numRuns: 2000, seed: 1 },
  );
});

/** Tries every assignment. */
function bestSum(bids: readonly Bid[], fields: readonly string[], used: ReadonlySet<number>): number {
  const [field, ...rest] = fields;
  if (field === undefined) return 0;
  let best = bestSum(bids, rest, used);
  for (const bid of bids) {
    if (bid.field !== field || used.has(bid.column)) continue;
    best = Math.max(best, bid.score + bestSum(bids, rest, new Set([...used, bid.column])));
  }
  return best;
}
