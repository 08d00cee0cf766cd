import fc from 'fast-check';
import t from 'tap';
import { copyText } from '../../../src/format/cells/copy-text.js';
import { CopyWriter } from '../../../src/format/copy-writer.js';
import { completeLines, keptLines } from '../../../src/import/prepare/complete-lines.js';
import { roomFor } from '../../../src/import/prepare/line-ending.js';
import { colorNames } from '../../../src/schema/palette-colors.js';

interface Row {
  name: string;
  category: string | null;
  color: string | null;
  isKept: boolean;
}

/** A block of these rows, each with a style of its own. */
function blockOf(rows: readonly Row[]) {
  const out = new CopyWriter(Buffer.alloc(1));
  const lineEnds = rows.flatMap(({ name, category }) => {
    out.text(`7\t${name}`.replaceAll('\t', ''));
    const end = out.length;
    out.lineEnd(roomFor(category));
    return [end, out.length];
  });
  return {
    lines: out.finish(),
    lineEnds: Uint32Array.from(lineEnds),
    rows: rows.length,
    styleOf: Uint32Array.from(rows, (_, row) => row),
    styles: { categories: rows.map(({ category }) => category), colors: rows.map(({ color }) => color) },
  };
}

const keepOf = (rows: readonly Row[]) => Uint8Array.from(rows, ({ isKept }) => (isKept ? 1 : 0));
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

const row = fc.record({
  name: fc.string({ unit: 'grapheme', maxLength: 5 }),
  category: fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })),
  color: fc.option(fc.constantFrom(...colorNames('extended'))),
  isKept: fc.boolean(),
});
const rowsOf = fc.array(row, { maxLength: 12 });

/** COPY passes over spaces before a number. */
const withoutRooms = (text: string): string => text.replace(/\n +/g, '\n');

t.test('kept rows get category and colour, and the others are gone', async () => {
  fc.assert(
    fc.property(rowsOf, (rows) => {
      const completed = textOf(completeLines(blockOf(rows), keepOf(rows)));
      const wanted = rows
        .filter(({ isKept }) => isKept)
        .map(
          ({ name, category, color }) =>
            `${copyText(`7\t${name}`.replaceAll('\t', ''))}\t${copyText(category ?? '')}\t${copyText(color ?? '')}\n`,
        );
      return withoutRooms(completed) === wanted.join('') && !completed.endsWith(' ');
    }),
  );
});

t.test('a block can be completed again, with other rows and colours', async () => {
  fc.assert(
    fc.property(rowsOf, fc.infiniteStream(fc.boolean()), (rows, coin) => {
      const again = rows.map((row) => ({
        ...row,
        color: row.color === null ? 'red' : null,
        isKept: coin.next().value!,
      }));
      const block = blockOf(rows);
      completeLines(block, keepOf(rows));
      const second = completeLines({ ...block, styles: blockOf(again).styles }, keepOf(again));
      return textOf(second) === textOf(completeLines(blockOf(again), keepOf(again)));
    }),
  );
});

t.test('lines that are kept stand as they stood', async (t) => {
  const rows = ['A', 'B', 'C'].map((name) => ({ name, category: null, color: null, isKept: name !== 'B' }));
  const block = blockOf(rows);
  const kept = textOf(keptLines(block, keepOf(rows)));
  t.equal(
    kept.trimEnd(),
    textOf(block.lines)
      .replace(/7B\n +/, '')
      .trimEnd(),
  );
  t.equal(keptLines(block, Uint8Array.of(1, 1, 1)), block.lines, 'nothing is copied where all are');
});

t.test('a colour that is longer than those of the palette has no room', async (t) => {
  const rows = [{ name: 'A', category: 'X', color: 'x'.repeat(100), isKept: true }];
  t.throws(() => completeLines(blockOf(rows), keepOf(rows)), RangeError);
});
