import fc from 'fast-check';
import t from 'tap';
import { ByteIndex } from '../../../src/import/prepare/byte-index.js';

t.test('texts are numbered by their bytes as a Map numbers strings, whatever the seed', async () => {
  const text = fc.oneof(fc.nat({ max: 300 }).map(String), fc.string({ maxLength: 3 }));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 400 }), fc.nat(0xffffffff), (texts, seed) => {
      const bytes = Buffer.from(texts.join(''));
      const index = new ByteIndex(seed);
      const numbers = new Map<string, number>();
      let at = 0;
      return texts.every((text) => {
        const from = at;
        at += Buffer.byteLength(text);
        const number = index.numberOf(bytes, from, at);
        if (!numbers.has(text)) numbers.set(text, numbers.size);
        return number === numbers.get(text);
      });
    }),
    { numRuns: 300 },
  );
});
