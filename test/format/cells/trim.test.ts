import fc from 'fast-check';
import t from 'tap';
import { decodeCell } from '../../../src/format/cells/decode.js';
import { trimmedFrom, trimmedTo } from '../../../src/format/cells/trim.js';
import { hostileCell, inBytes } from './hostile-cell.js';

const trim = (cell: string): string => {
  const { bytes, from, to } = inBytes(cell);
  const start = trimmedFrom(bytes, from, to);
  return decodeCell(bytes, start, trimmedTo(bytes, start, to));
};

t.test('bytes are trimmed as their string is', async () => {
  fc.assert(
    fc.property(hostileCell, (cell) => trim(cell) === cell.trim()),
    { numRuns: 10_000 },
  );
});

t.test('every character of UTF-16 is a blank in bytes where it is one in a string', async (t) => {
  const wrong: number[] = [];
  for (let unit = 0; unit < 0x10000; unit++) {
    if (unit >= 0xd800 && unit < 0xe000) continue;
    const cell = `${String.fromCharCode(unit)}x${String.fromCharCode(unit)}`;
    if (trim(cell) !== cell.trim()) wrong.push(unit);
  }
  t.same(wrong, []);
});
