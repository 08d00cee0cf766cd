import fc from 'fast-check';
import t from 'tap';
import { distinctRanges, sizeOf } from '../../src/nearby/id-ranges.js';
import type { PinRange } from '../../src/store/nearby.js';
import { runs } from '../support/runs.js';

const range = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.nat(5), fc.integer({ min: 1, max: 3 }))
  .map(([first, more, mapId]): PinRange => [first, first + more, mapId]);

const idsOf = (ranges: readonly PinRange[]): string[] =>
  ranges.flatMap(([first, last, mapId]) =>
    Array.from({ length: last - first + 1 }, (_, i) => `${mapId}/${first + i}`),
  );

t.test('distinct ranges name the same ids, each once', async () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 20 }), (ranges) => {
      const distinct = distinctRanges(ranges);
      const ids = new Set(idsOf(ranges));
      return sizeOf(distinct) === ids.size && idsOf(distinct).every((id) => ids.has(id));
    }),
    { numRuns: runs(200, 2000) },
  );
});
