import fc from 'fast-check';
import iconv from 'iconv-lite';
import t from 'tap';
import { repairUtf8 } from '../../src/format/repair-utf8.js';

const MIB = 1 << 20;

/** Text by text: the longest valid sequence at each place, or one byte of Windows-1252. */
function plainlyRepaired(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((size) => {
      const one = bytes.subarray(at, at + size);
      return one.length === size && Buffer.from(one.toString()).equals(one);
    });
    text +=
      length === undefined
        ? iconv.decode(bytes.subarray(at, at + 1), 'windows-1252')
        : bytes.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return text;
}

t.test('bytes that are no UTF-8 are read as Windows-1252, all others as they are', async () => {
  const Piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 3 }).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(...['é', '€', '😀'].map((text) => Buffer.from(text).subarray(0, -1))),
  );
  fc.assert(
    fc.property(fc.array(Piece, { maxLength: 8 }), (pieces) => {
      const bytes = Buffer.concat(pieces);
      return repairUtf8(bytes).toString() === plainlyRepaired(bytes);
    }),
  );
});

t.test('megabytes of bytes that are no UTF-8 take a few times their size in memory', async (t) => {
  for (const bad of [0x80, 0xc3, 0xe2, 0xf0, 0xff]) {
    const bytes = Buffer.alloc(4 * MIB, bad);
    const before = process.memoryUsage();
    const repaired = repairUtf8(bytes);
    const after = process.memoryUsage();
    t.ok(repaired.length <= 3 * bytes.length);
    const taken = after.heapUsed + after.external - before.heapUsed - before.external;
    t.ok(taken < 10 * bytes.length, `0x${bad.toString(16)}: ${taken} bytes`);
  }
});
