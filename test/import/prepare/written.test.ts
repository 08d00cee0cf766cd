import fc from 'fast-check';
import t from 'tap';
import { lanesOfStyle, writtenHash } from '../../../src/import/prepare/written.js';
import type { RemovedMembers } from '../../../src/schema/removed-members.js';

const NONE: RemovedMembers = { columns: [], custom_fields: [], extras: [] };
const effect = fc.record({
  line: fc.string({ unit: 'binary', maxLength: 12 }),
  category: fc.constantFrom<string>('', 'a', 'b', 'ab'),
  color: fc.constantFrom<string>('', 'b', 'red'),
  impliesCountry: fc.boolean(),
  impliesRadius: fc.boolean(),
  removed: fc.constantFrom<RemovedMembers | null>(
    null,
    NONE,
    { ...NONE, columns: ['a'] },
    { ...NONE, extras: ['a'] },
  ),
});
type Effect = typeof effect extends fc.Arbitrary<infer E> ? E : never;

/** Stands behind other bytes, as lines of a block do. */
const hashOf = ({ line, category, color, ...implied }: Effect, before = ''): number => {
  const bytes = Buffer.from(`${before}12345678${line}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return writtenHash(view, Buffer.byteLength(before), bytes.length, lanesOfStyle(category, color), implied);
};

t.test('the hash of a row tells its line and each of its further effects from others', async (t) => {
  fc.assert(
    fc.property(effect, effect, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      return (hashOf(one) === hashOf(other, 'before')) === isSame;
    }),
    { numRuns: 2000 },
  );
  const row = { line: 'A\t1\t2', category: '', color: '', impliesCountry: false, impliesRadius: false };
  const all = [
    { ...row, removed: null },
    { ...row, removed: NONE },
    { ...row, category: 'a', removed: null },
    { ...row, color: 'a', removed: null },
    { ...row, impliesCountry: true, removed: null },
    { ...row, impliesRadius: true, removed: null },
    { ...row, line: 'A\t1\t2\t', removed: null },
  ].map((each) => hashOf(each));
  t.equal(new Set(all).size, all.length);
  t.ok(all.every((hash) => Number.isSafeInteger(hash) && hash > 0));
});
