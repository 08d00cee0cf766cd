import fc from 'fast-check';
import t from 'tap';
import { UploadKeys } from '../../../src/import/duplicates/upload-keys.js';
import { KEY_WORDS, writeDedupeKey } from '../../../src/import/prepare/duplicate-key.js';

function keyOf(name: string, lat: number, lng: number): Uint32Array {
  const key = new Uint32Array(KEY_WORDS);
  writeDedupeKey(name, lat, lng, key, 0);
  return key;
}

t.test('rows share a key when name and coordinates to 6 decimals agree', (t) => {
  t.same(keyOf('A', 1.0000001, 2), keyOf('A', 1, 2.0000004));
  t.same(keyOf('A', 1, 180), keyOf('A', 1, -180), '180 and -180 are one meridian');
  t.notSame(keyOf('A', 1, 2), keyOf('a', 1, 2), 'case counts');
  t.notSame(keyOf('A', 1, 2), keyOf('A', 2, 1));
  t.notSame(keyOf('A', 1, 2), keyOf('A', 1.000001, 2));
  t.end();
});

t.test('the first record that brings a key keeps it, as in a Map', (t) => {
  const row = fc.tuple(
    fc.constantFrom('a', 'b', 'c', ''),
    fc.integer({ min: -2, max: 2 }),
    fc.integer({ min: -2, max: 2 }),
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 200 }), (rows) => {
      const keys = new UploadKeys(rows.length);
      const model = new Map<string, number>();
      for (const [record, [name, lat, lng]] of rows.entries()) {
        const text = `${name}|${lat}|${lng}`;
        const expected = model.get(text) ?? -1;
        if (expected < 0) model.set(text, record);
        if (keys.add(keyOf(name, lat, lng), 0, record) !== expected) return false;
      }
      return true;
    }),
  );
  t.end();
});

t.test('200,000 different rows stay different', (t) => {
  const keys = new UploadKeys(200_000);
  let repeated = 0;
  for (let i = 0; i < 200_000; i++) {
    if (keys.add(keyOf(`Place ${i % 1000}`, Math.floor(i / 1000) / 1e6, -1), 0, i) >= 0) repeated++;
  }
  t.equal(repeated, 0);
  t.end();
});

t.test('more keys than announced are an error, not an endless loop', (t) => {
  const keys = new UploadKeys(1);
  keys.add(keyOf('a', 0, 0), 0, 0);
  t.throws(() => keys.add(keyOf('b', 0, 0), 0, 1), RangeError);
  t.end();
});
