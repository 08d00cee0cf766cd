import fc from 'fast-check';
import t from 'tap';
import { UploadKeys } from '../../../src/import/duplicates/upload-keys.js';
import { KEY_WORDS, newSeed, writeDuplicateKey } from '../../../src/markers/duplicate-key.js';

const SEED = newSeed();

function keyOf(name: string, lat: number, lng: number, seed = SEED): Uint32Array {
  const key = new Uint32Array(KEY_WORDS);
  writeDuplicateKey(name, lat, lng, seed, key, 0);
  return key;
}

t.test('rows share a key when name and coordinates to 6 decimals agree', async (t) => {
  t.same(keyOf('A', 1.0000001, 2), keyOf('A', 1, 2.0000004));
  t.same(keyOf('A', 1, 180), keyOf('A', 1, -180), '180 and -180 are one meridian');
  t.notSame(keyOf('A', 1, 2), keyOf('a', 1, 2), 'case counts');
  t.notSame(keyOf('A', 1, 2), keyOf('A', 2, 1));
  t.notSame(keyOf('A', 1, 2), keyOf('A', 1.000001, 2));
});

t.test('keys of another seed have nothing in common with these', async (t) => {
  t.notSame(keyOf('A', 1, 2), keyOf('A', 1, 2, newSeed()));
});

t.test('a key is added once, as to a Set', async () => {
  const row = fc.tuple(
    fc.constantFrom('a', 'b', 'c', ''),
    fc.integer({ min: -2, max: 2 }),
    fc.integer({ min: -2, max: 2 }),
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 200 }), (rows) => {
      const keys = new UploadKeys();
      const model = new Set<string>();
      for (const [name, lat, lng] of rows) {
        const text = `${name}|${lat}|${lng}`;
        if (keys.add(keyOf(name, lat, lng), 0) === model.has(text)) return false;
        model.add(text);
      }
      return true;
    }),
  );
});

t.test('200,000 different rows stay different while the table grows, and each is found again', async (t) => {
  const keys = new UploadKeys();
  const add = (): number => {
    let added = 0;
    for (let i = 0; i < 200_000; i++) {
      if (keys.add(keyOf(`Place ${i % 1000}`, Math.floor(i / 1000) / 1e6, -1), 0)) added++;
    }
    return added;
  };
  t.equal(add(), 200_000);
  t.equal(add(), 0);
});

t.test('words of 0 are keys like others', async (t) => {
  const keys = new UploadKeys();
  t.equal(keys.add(Uint32Array.of(0, 0, 0), 0), true);
  t.equal(keys.add(Uint32Array.of(0, 0, 0), 0), false);
  t.equal(keys.add(Uint32Array.of(0, 7, 0), 0), true);
});
