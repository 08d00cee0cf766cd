import fc from 'fast-check';
import t from 'tap';
import { classesAt, classify, classOf } from '../../../src/import/choropleth/classify.js';
import { CHOROPLETH_METHODS } from '../../../src/import/choropleth/config.js';
import { distinctValues } from '../../../src/import/choropleth/distinct.js';
import { jenksStarts } from '../../../src/import/choropleth/jenks.js';

const config = { classes: 5, method: 'quantile', ramp: 'blues' } as const;
const labels = (numbers: number[], changes = {}) =>
  classify(Float64Array.from(numbers), { ...config, ...changes }).map(({ label }) => label);
const rows = (numbers: number[], changes = {}) =>
  classify(Float64Array.from(numbers), { ...config, ...changes }).map((each) => each.rows);

t.test('quantiles have as many rows each as equal values allow', async (t) => {
  t.same(rows(Array.from({ length: 100 }, (_, i) => i)), [20, 20, 20, 20, 20]);
  t.same(rows([1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7], { classes: 3 }), [6, 2, 4]);
  t.same(rows([1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5], { classes: 4 }), [9, 1, 1, 2], 'none is empty');
});

t.test('classes of equal width may be empty, and keep their place', async (t) => {
  const numbers = [0, 1, 2, 99, 100];
  t.same(labels(numbers, { classes: 4, method: 'equal' }), ['0 – 24', '25 – 49', '50 – 74', '75 – 100']);
  t.same(rows(numbers, { classes: 4, method: 'equal' }), [3, 0, 0, 2]);
});

t.test('natural breaks lie where the gaps are', async (t) => {
  const numbers = [1, 2, 3, 50, 51, 52, 53, 900, 910];
  t.same(rows(numbers, { classes: 3, method: 'jenks' }), [3, 4, 2]);
  t.same(labels(numbers, { classes: 3, method: 'jenks' }), ['1 – 49', '50 – 499', '500 – 910']);
});

t.test('where there are no more values than classes each is a class', async (t) => {
  for (const method of CHOROPLETH_METHODS) {
    t.same(labels([3, 1, 1, 7, 3], { method }), ['1', '3', '7']);
    t.same(labels([0.25, 1200, 0.5], { method }), ['0.25', '0.50', '1,200.00']);
    t.same(labels([4, 4, 4], { method }), ['4']);
    t.same(labels([], { method }), []);
  }
});

t.test('zero has one sign', async (t) => {
  t.same(labels([-0, 0, -0]), ['0']);
});

t.test('values beyond the outer classes belong to them', async (t) => {
  const classes = classify(Float64Array.from([10, 20, 30, 40, 50, 60]), { ...config, classes: 3 });
  t.same(
    [-5, 10, 29, 30, 49, 50, 1e9].map((value) => classOf(classes, value)),
    [0, 0, 0, 1, 1, 2, 2],
  );
});

t.test('a value that comes later is in the range that holds it, not in the one below', async (t) => {
  const classes = classify(Float64Array.from([2710, 2654, 3098, 3042, 2986]), { ...config, classes: 3 });
  t.same(
    classes.map(({ label }) => label),
    ['2,654 – 2,799', '2,800 – 2,999', '3,000 – 3,098'],
  );
  t.same(
    [2654, 2799, 2800, 2842, 2999, 3000, 3041].map((value) => classOf(classes, value)),
    [0, 0, 1, 1, 1, 2, 2],
  );
});

t.test('kept classes tell how many numbers their labels do not name', async (t) => {
  const outside = (first: number[], later: number[]) => {
    const fixed = classify(Float64Array.from(first), { ...config, classes: 3 });
    return classify(Float64Array.from(later), { ...config, fixed }).map((each) => each.outside);
  };
  t.same(outside([1, 2, 3], [1, 2, 2.5, 3]), [0, 1, 0], 'each value is a class');
  t.same(outside([1, 2, 3], [10, 1, 0]), [1, 0, 1]);
  t.same(outside([10, 20, 30, 40, 50, 60], [10, 25, 35, 55, 60]), [0, 0, 0]);
  t.same(outside([10, 20, 30, 40, 50, 60], [9, 61, 1000]), [1, 0, 2]);
  const fixed = classesAt([5], 'blues');
  t.same(
    classify(Float64Array.from([-9, 900]), { ...config, fixed }).map((each) => each.outside),
    [0, 0],
    'breaks have no ends',
  );
});

t.test('any whole number between the outer ones is in the range that reads like it', async () => {
  const whole = fc.integer({ min: -5_000, max: 5_000 });
  fc.assert(
    fc.property(
      fc.uniqueArray(whole, { minLength: 10, maxLength: 60 }),
      fc.array(whole, { minLength: 20, maxLength: 20 }),
      fc.integer({ min: 3, max: 9 }),
      fc.constantFrom(...CHOROPLETH_METHODS),
      (numbers, later, count, method) => {
        const classes = classify(Float64Array.from(numbers), { ...config, classes: count, method });
        const ranges = classes.map(({ label }) =>
          label.split(' – ').map((text) => Number(text.replaceAll(',', ''))),
        );
        return later.every((value) => {
          const c = ranges.findIndex(([from, to = from]) => value >= from! && value <= to!);
          return c === -1 || classOf(classes, value) === c;
        });
      },
    ),
  );
});

const anyNumber = fc.oneof(
  fc.integer({ min: -50, max: 50 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 100),
);
const anyConfig = fc.record({
  classes: fc.integer({ min: 3, max: 9 }),
  method: fc.constantFrom(...CHOROPLETH_METHODS),
  ramp: fc.constant('blues' as const),
});

t.test('every value is in one class, whatever they are and in whichever order they come', async () => {
  fc.assert(
    fc.property(fc.array(anyNumber, { minLength: 1, maxLength: 80 }), anyConfig, (numbers, config) => {
      const classes = classify(Float64Array.from(numbers), config);
      const counts = classes.map(() => 0);
      for (const number of numbers) counts[classOf(classes, number)]!++;
      const reversed = classify(Float64Array.from(numbers).reverse(), config);
      return (
        classes.length === Math.min(config.classes, new Set(numbers.map((n) => n + 0)).size) &&
        classes.every(({ low }, c) => c === 0 || low > classes[c - 1]!.low) &&
        classes.every(({ rows: n }, c) => n === counts[c] && (n > 0 || config.method === 'equal')) &&
        new Set(classes.map(({ label }) => label)).size === classes.length &&
        new Set(classes.map(({ color }) => color)).size === classes.length &&
        JSON.stringify(classes) === JSON.stringify(reversed)
      );
    }),
    { numRuns: 500 },
  );
});

/** Sum of squared distances from the means of the classes that begin at these indices. */
function squares(values: number[], starts: number[]): number {
  return starts.reduce((sum, start, c) => {
    const part = values.slice(start, starts[c + 1] ?? values.length);
    const mean = part.reduce((a, b) => a + b, 0) / part.length;
    return sum + part.reduce((a, b) => a + (b - mean) ** 2, 0);
  }, 0);
}

function bestSquares(values: number[], classes: number): number {
  const tries = (starts: number[]): number =>
    starts.length === classes
      ? squares(values, starts)
      : Math.min(
          ...values.flatMap((value, i) =>
            i > starts.at(-1)! && value !== values[i - 1] ? [tries([...starts, i])] : [],
          ),
        );
  return tries([0]);
}

t.test('no other breaks are better than the natural ones, by brute force', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 4, maxLength: 12 }),
      fc.integer({ min: 2, max: 4 }),
      (numbers, classes) => {
        const sorted = [...numbers].sort((a, b) => a - b);
        const distinct = distinctValues(Float64Array.from(numbers));
        if (distinct.values.length < classes) return true;
        const starts = jenksStarts(distinct, classes).map((start) => sorted.indexOf(distinct.values[start]!));
        return Math.abs(squares(sorted, starts) - bestSquares(sorted, classes)) < 1e-6;
      },
    ),
    { numRuns: 300 },
  );
});

t.test('natural breaks of values far from zero are those of the values near it', async (t) => {
  const near = [1, 2, 3, 50, 51, 52, 53, 900, 910];
  const starts = (numbers: number[]) => jenksStarts(distinctValues(Float64Array.from(numbers)), 3);
  t.same(starts(near.map((value) => value + 1e9)), starts(near));
});

t.test('beyond a bound, breaks lie between groups of neighbours', async (t) => {
  const distinct = distinctValues(Float64Array.from({ length: 1000 }, (_, i) => (i < 500 ? i : i + 10_000)));
  t.same(jenksStarts(distinct, 2), [0, 500]);
  t.same(jenksStarts(distinct, 2, 10), [0, 500], 'where a group ends');
  t.same(jenksStarts(distinct, 2, 7), [0, 429], 'at the nearest end of a group');
});
