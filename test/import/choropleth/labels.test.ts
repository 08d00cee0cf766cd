import fc from 'fast-check';
import t from 'tap';
import { classRanges } from '../../../src/import/choropleth/labels.js';

const boundary = (below: number, above: number, ideal: number | null = null) => ({ below, above, ideal });
const labelsOf = (...of: Parameters<typeof classRanges>) => classRanges(...of).labels;

t.test('a range begins at the roundest number between two values', async (t) => {
  t.same(labelsOf(0, 71_234, [boundary(9_812, 10_203), boundary(24_812, 25_103), boundary(49_999, 50_000)]), [
    '0 – 9,999',
    '10,000 – 24,999',
    '25,000 – 49,999',
    '50,000 – 71,234',
  ]);
  t.same(labelsOf(-20, 20, [boundary(-6, -4), boundary(-1, 3)]), ['-20 – -6', '-5 – -1', '0 – 20']);
});

t.test('there are as many decimals as it takes to tell the classes apart', async (t) => {
  t.same(labelsOf(0.1, 0.9, [boundary(0.24, 0.31), boundary(0.52, 0.54)]), [
    '0.10 – 0.29',
    '0.30 – 0.52',
    '0.53 – 0.90',
  ]);
  t.same(labelsOf(1.2, 9.7, [boundary(3.1, 5.2)]), ['1 – 4', '5 – 10']);
});

t.test('a class of one value is that value', async (t) => {
  t.same(labelsOf(1, 3, [boundary(1, 2), boundary(2, 3)]), ['1', '2', '3']);
});

t.test('what decimals cannot tell apart is shown as it is', async (t) => {
  t.same(labelsOf(1e-20, 5e-20, [boundary(2e-20, 3e-20)]), ['1e-20 – 2e-20', '3e-20 – 5e-20']);
  t.same(labelsOf(1, 1e300, [boundary(2, 1e299)]), ['1 – 2', '1e+299 – 1e+300']);
});

t.test('ranges follow each other without gap or overlap, and each value is in its own', async () => {
  const values = fc.uniqueArray(fc.integer({ min: -100_000, max: 100_000 }), { minLength: 4, maxLength: 40 });
  fc.assert(
    fc.property(
      values,
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 2, max: 4 }),
      (units, places, classes) => {
        const sorted = units.map((unit) => unit / 10 ** places).sort((a, b) => a - b);
        const size = Math.floor(sorted.length / classes);
        const starts = Array.from({ length: classes }, (_, c) => c * size);
        const boundaries = starts.slice(1).map((start) => boundary(sorted[start - 1]!, sorted[start]!));
        const labels = labelsOf(sorted[0]!, sorted.at(-1)!, boundaries);
        const decimals = /\.(\d+)/.exec(labels[0]!)?.[1]?.length ?? 0;
        const ranges = labels.map((label) => {
          const [from, to = from] = label.split(' – ').map((text) => Number(text.replaceAll(',', '')));
          return { from: Math.round(from! * 10 ** decimals), to: Math.round(to! * 10 ** decimals) };
        });
        return (
          ranges.every(({ from }, c) => c === 0 || from === ranges[c - 1]!.to + 1) &&
          sorted.every((value, i) => {
            const { from, to } = ranges[Math.min(classes - 1, Math.floor(i / size))]!;
            const step = Math.round(value * 10 ** decimals);
            return step >= from && step <= to;
          })
        );
      },
    ),
    { numRuns: 500 },
  );
});
