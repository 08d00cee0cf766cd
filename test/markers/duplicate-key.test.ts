import fc from 'fast-check';
import t from 'tap';
import {
  KEY_WORDS,
  newSeed,
  writeDuplicateKey,
  writeDuplicateKeyOfCell,
} from '../../src/markers/duplicate-key.js';
import { hostileCell, inBytes } from '../format/cells/hostile-cell.js';

t.test('a name has the same key as a string and as a range of bytes', async () => {
  const seed = newSeed();
  const lat = fc.double({ min: -90, max: 90, noNaN: true });
  const lng = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180, 0));
  fc.assert(
    fc.property(hostileCell, lat, lng, (name, lat, lng) => {
      const keys = new Uint32Array(2 * KEY_WORDS);
      const { bytes, from, to } = inBytes(name);
      const row = { lat, lng, bytes, from: Int32Array.of(0, from), to: Int32Array.of(0, to) };
      writeDuplicateKey(name, lat, lng, seed, keys, 0);
      writeDuplicateKeyOfCell(row, 1, seed, keys, KEY_WORDS);
      return [0, 1, 2].every((word) => keys[word] === keys[KEY_WORDS + word]);
    }),
    { numRuns: 5000 },
  );
});
