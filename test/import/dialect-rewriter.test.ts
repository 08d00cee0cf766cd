import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { DialectRewriter } from '../../src/import/dialect-rewriter.js';
import { parseRecords, type RecordBatch } from '../../src/import/records.js';
import { readWithCsvParse } from './csv-reference.js';
import { cutInto, oddCsv, tableCsv } from './csv-text.js';

interface Dialect {
  delimiter: string;
  quote: string;
  escape: string;
  comment: string;
}

function rewrite(text: string, dialect: Dialect, sizes: readonly number[] = [1 << 16], max?: number): string {
  const rewriter = new DialectRewriter({ ...dialect, encoding: null }, max);
  const parts = cutInto(Buffer.from(text), sizes).map((chunk) => rewriter.push(chunk));
  return Buffer.concat([...parts, rewriter.finish()]).toString();
}

const readRewritten = (text: string, dialect: Dialect, sizes?: readonly number[], max?: number) =>
  parseRecords(rewrite(text, dialect, sizes, max), { delimiter: dialect.delimiter, firstLine: 1 });

/** What a reader gives, or null where it finds a quote without an end. */
function attempt(read: () => RecordBatch): RecordBatch | null {
  try {
    return read();
  } catch (error) {
    assert.match(String(error), /quote/i);
    return null;
  }
}

const chunkSizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 });

/** Characters that differ, two of them perhaps missing. A tab that is a quote looks blank to the reference. */
const dialects: fc.Arbitrary<Dialect> = fc
  .tuple(
    fc.shuffledSubarray([',', ';', '\t', '|', '"', "'", '`', '\\', '#', '~', 'a', '\u0001'], {
      minLength: 4,
    }),
    fc.constantFrom('all', 'doubled', 'unquoted', 'no comments'),
  )
  .filter(([chars]) => chars[0] !== '"' && chars.indexOf('\t') <= 0)
  .map(([[delimiter, quote, escapes, comment], kind]) => ({
    delimiter: delimiter!,
    quote: kind === 'unquoted' ? '' : quote!,
    escape: kind === 'unquoted' ? '' : kind === 'doubled' ? quote! : escapes!,
    comment: kind === 'no comments' ? '' : comment!,
  }));

const piecesOf = ({ delimiter, quote, escape: escapes, comment }: Dialect): string[] => [
  ...[delimiter, quote, escapes, comment].filter((text) => text !== ''),
  ...['x', 'yz', ' ', '\t', '"', '\n', '\r', '\r\n', 'é', '😀'],
];
const textOf = (pieces: string[], maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { maxLength }).map((parts) => parts.join(''));

interface Table {
  dialect: Dialect;
  text: string;
  cells: string[][];
  lines: number[];
}

/** A table as a program writes it in a dialect, with comments and blank lines in between. */
const tables: fc.Arbitrary<Table> = dialects.chain((dialect) => {
  const { delimiter, quote, escape: escapes, comment } = dialect;
  const written = fc.tuple(textOf(piecesOf(dialect), 6), fc.boolean(), fc.boolean());
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
  const between = fc.constantFrom('', '', '\n', ' \r\n', ...(comment ? [`${comment}${quote} x\r`] : []));
  const record = fc.tuple(between, fc.array(written, { minLength: 1, maxLength: 4 }), lineEnd);
  const write = (cell: string, wanted: boolean, generous: boolean, first: boolean, alone: boolean) => {
    if (quote === '') return cell;
    const blank = alone && /^[ \t]*$/.test(cell);
    const special = [delimiter, quote, '\n', '\r'].some((char) => cell.includes(char));
    if (!wanted && !special && !blank && !(first && comment !== '' && cell.startsWith(comment))) return cell;
    // Some programs escape more than they must.
    const marked = Array.from(cell, (char) =>
      char === quote || char === escapes || (generous && escapes !== quote) ? escapes + char : char,
    );
    return quote + marked.join('') + quote;
  };
  return fc.array(record, { maxLength: 8 }).map((records) => {
    const table: Table = { dialect, text: '', cells: [], lines: [] };
    for (const [before, row, end] of records) {
      table.text += before;
      const cells = row.map(([cell], index) => {
        if (quote !== '') return cell;
        const bare = cell.replaceAll(delimiter, '').replaceAll(/[\r\n]/g, '');
        return index === 0 ? `x${bare}` : bare;
      });
      const all = cells.map((cell, i) => write(cell, row[i]![1], row[i]![2], i === 0, cells.length === 1));
      if (all[0]!.startsWith(comment || '\n')) continue;
      if (/^[ \t]*$/.test(all.join(delimiter)) && cells.length === 1) continue;
      table.lines.push((table.text.match(/\r\n|\n|\r/g)?.length ?? 0) + 1);
      table.cells.push(cells);
      table.text += all.join(delimiter) + end;
    }
    return table;
  });
});

t.test('what is written in any dialect is read back, with the lines of the file', async () => {
  fc.assert(
    fc.property(
      tables,
      chunkSizes,
      fc.constantFrom(3, 1 << 20),
      ({ dialect, text, cells, lines }, sizes, max) => {
        assert.deepEqual(readRewritten(text, dialect, sizes, max), { cells, lines });
      },
    ),
    { numRuns: 3000 },
  );
});

t.test('odd texts in any dialect are read as csv-parse reads them', async () => {
  const texts = dialects.chain((dialect) => fc.tuple(fc.constant(dialect), textOf(piecesOf(dialect), 25)));
  fc.assert(
    fc.property(texts, chunkSizes, ([dialect, text], sizes) => {
      // csv-parse lets a comment begin behind closed quotes.
      fc.pre(dialect.comment === '' || !text.includes(dialect.quote + dialect.comment));
      const reference = attempt(() => readWithCsvParse(text, dialect.delimiter, 1, dialect));
      const own = attempt(() => readRewritten(text, dialect, sizes));
      assert.deepEqual(own, reference);
    }),
    { numRuns: 5000 },
  );
});

t.test('the dialect that needs no rewriting is the same when it is rewritten', async () => {
  const dialect = { delimiter: ',', quote: '"', escape: '"', comment: '' };
  fc.assert(
    fc.property(fc.oneof(oddCsv(), tableCsv()), chunkSizes, (odd, sizes) => {
      // Of a cell that goes on with a NUL behind its quotes these are dropped; its row is refused.
      const text = odd.replaceAll('\0', '');
      const direct = attempt(() => parseRecords(text, { delimiter: ',', firstLine: 1 }));
      const rewritten = attempt(() => readRewritten(text, dialect, sizes));
      assert.deepEqual(rewritten, direct);
    }),
    { numRuns: 5000 },
  );
});

const MYSQL = { delimiter: ';', quote: "'", escape: '\\', comment: '#' };

t.test('what needs quotes gets them, and nothing else', async (t) => {
  t.equal(rewrite("a;'b';'c;d'\r\n'say \"hi\"';\\;'e\\'f'", MYSQL), 'a;b;"c;d"\n"say ""hi""";\\;e\'f');
  t.equal(rewrite("''\n;\n'a'b;c\n", MYSQL), '""\n;\n\'a\'b;c\n');
});

t.test('comments and blank lines leave a line', async (t) => {
  t.equal(rewrite("# it's\r\na\r# b\n \n'\n#c'\n#", MYSQL), '\na\n\n\n"\n#c"\n');
});

t.test('an open quote stays open, and names its line', async (t) => {
  t.throws(() => readRewritten("#\na;'b\n", MYSQL), { code: 'BAD_REQUEST', message: /opens on line 2/ });
  t.throws(() => readRewritten("a;'b\\'", MYSQL), { code: 'BAD_REQUEST', message: /opens on line 1/ });
});
