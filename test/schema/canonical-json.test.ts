import fc from 'fast-check';
import t from 'tap';
import { canonicalJson } from '../../src/schema/canonical-json.js';

/** The same value with the members of every object in the opposite order. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
};

t.test('the order of members makes no difference, all else does', async (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = canonicalJson(value);
      return canonicalJson(reversed(value)) === json && canonicalJson([value]) !== json;
    }),
  );
  t.equal(canonicalJson({ b: [2, 1], a: { d: 1, c: null } }), '{"a":{"c":null,"d":1},"b":[2,1]}');
  t.not(canonicalJson([1, 2]), canonicalJson([2, 1]));
});
