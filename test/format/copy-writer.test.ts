import fc from 'fast-check';
import t from 'tap';
import { escapeCopyText } from '../../src/format/cells/copy-text.js';
import { jsonString } from '../../src/format/cells/json-string.js';
import { CopyWriter } from '../../src/format/copy-writer.js';
import { hostileCell, inBytes } from './cells/hostile-cell.js';

/** Written into memory that is too small, and into enough. */
function written(write: (to: CopyWriter) => void): string {
  const [small, large] = [1, 1000].map((size) => {
    const writer = new CopyWriter(Buffer.alloc(size));
    write(writer);
    return Buffer.from(writer.finish()).toString();
  });
  return small === large ? large! : 'differs by size';
}

t.test('a string and a cell are escaped as COPY text', async () => {
  fc.assert(
    fc.property(hostileCell, (cell) => {
      const { bytes, from, to } = inBytes(cell);
      const escaped = escapeCopyText(cell);
      return (
        written((out) => out.text(cell)) === escaped &&
        written((out) => out.cell(bytes, from, to)) === escaped
      );
    }),
    { numRuns: 5000 },
  );
});

t.test('a cell becomes a string of JSON within COPY text', async () => {
  fc.assert(
    fc.property(hostileCell, (cell) => {
      const { bytes, from, to } = inBytes(cell);
      return written((out) => out.jsonCell(bytes, from, to)) === escapeCopyText(jsonString(cell));
    }),
    { numRuns: 5000 },
  );
});

t.test('half a surrogate pair becomes U+FFFD', async (t) => {
  t.equal(
    written((out) => out.text('a\ud800')),
    'a\ufffd',
  );
});

t.test('integers are written as strings have them', async () => {
  const power = fc.integer({ min: 0, max: 15 }).map((digits) => 10 ** digits);
  const integer = fc.oneof(
    fc.maxSafeNat(),
    fc.nat(),
    power,
    power.map((n) => n - 1),
  );
  fc.assert(
    fc.property(integer, (n) => written((out) => out.integer(n)) === String(n)),
    { numRuns: 5000 },
  );
});

t.test('columns that have nothing are null', async (t) => {
  t.equal(
    written((out) => {
      out.textOrNull('');
      out.tab();
      out.textOrNull('x');
      out.lineEnd(3);
    }),
    '\\N\tx\n  ',
  );
});
