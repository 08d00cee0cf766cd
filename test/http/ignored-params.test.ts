import fc from 'fast-check';
import t from 'tap';
import { ignore } from '../../src/http/ignored-params.js';

t.test('names are told once, in the order in which they came', async (t) => {
  const ignored = new Set<string>();
  t.equal(ignored.size, 0);
  for (const name of ['dryrun', 'markers[].town', 'dryrun']) t.ok(ignore(ignored, name));
  t.equal(ignored.size, 2);
  t.same([...ignored], ['dryrun', 'markers[].town']);
});

t.test('whatever a name is made of, a header can hold it: visible ASCII, without commas', async (t) => {
  const ignored = new Set<string>();
  for (const name of ['a,b', 'x\r\nSet-Cookie: y', 'Straße', '\ud800', '😀']) ignore(ignored, name);
  t.same([...ignored], ['a%2Cb', 'x%0D%0ASet-Cookie%3A%20y', 'Stra%C3%9Fe', '%EF%BF%BD', '%F0%9F%98%80']);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const one = new Set<string>();
      ignore(one, name);
      return /^[\w.%[\]-]{0,100}$/.test([...one][0]!) && decodeURIComponent([...one][0]!) !== null;
    }),
  );
});

t.test('many names are a few, and it is said that there were more', async (t) => {
  const ignored = new Set<string>();
  const taken = Array.from({ length: 100_000 }, (_, i) => ignore(ignored, `n${i}`));
  t.equal(taken.indexOf(false), 20);
  t.same([...ignored], [...Array.from({ length: 20 }, (_, i) => `n${i}`), '...']);
});
