import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { DialectRewriter, type RewriterOptions } from '../../src/format/dialect-rewriter.js';
import { parseRecords } from '../../src/format/records.js';
import { runs } from '../support/runs.js';
import { cutInto, oddCsv, tableCsv, withoutBlanksAtQuotes } from './csv-text.js';

interface Dialect {
  delimiter: string;
  quote: string;
  escape: string;
  comment: string;
}

async function rewrite(
  text: string,
  dialect: Dialect,
  sizes: readonly number[] = [1 << 16],
  limits: Partial<RewriterOptions> = {},
): Promise<string> {
  const rewriter = new DialectRewriter({ ...dialect, firstLine: 1, maxColumns: 5000, ...limits });
  const parts: Buffer[] = [];
  for (const chunk of cutInto(Buffer.from(text), sizes)) parts.push(await rewriter.push(chunk));
  return Buffer.concat([...parts, await rewriter.finish()]).toString();
}

const readRewritten = async (text: string, dialect: Dialect, sizes?: readonly number[]) =>
  parseRecords(await rewrite(text, dialect, sizes), { delimiter: dialect.delimiter, firstLine: 1 });

/** Result of a reader, or null where it finds a quote without an end. */
async function attempt<T>(read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    assert.match(String(error), /quote/i);
    return null;
  }
}

const chunkSizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 });

/** Characters that differ, two of them perhaps missing. */
const dialects: fc.Arbitrary<Dialect> = fc
  .tuple(
    fc.shuffledSubarray([',', ';', '\t', '|', '"', "'", '`', '\\', '#', '~', 'a', '\u0001'], {
      minLength: 4,
    }),
    fc.constantFrom('all', 'doubled', 'unquoted', 'no comments'),
  )
  .filter(([chars]) => chars[0] !== '"')
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
      if (cells.every((cell) => /^[ \t]*$/.test(cell))) table.lines.pop();
      else table.cells.push(cells);
      table.text += all.join(delimiter) + end;
    }
    return table;
  });
});

t.test('what is written in any dialect is read back, with the lines of the file', async () => {
  await fc.assert(
    fc.asyncProperty(tables, chunkSizes, async ({ dialect, text, cells, lines }, sizes) => {
      assert.deepEqual(await readRewritten(text, dialect, sizes), { cells, lines });
    }),
    { numRuns: runs(500, 3000) },
  );
});

t.test('odd texts in any dialect are written the same however they are cut', async () => {
  const texts = dialects.chain((dialect) => fc.tuple(fc.constant(dialect), textOf(piecesOf(dialect), 25)));
  await fc.assert(
    fc.asyncProperty(texts, chunkSizes, async ([dialect, text], sizes) => {
      const whole = await attempt(() => rewrite(text, dialect));
      const cut = await attempt(() => rewrite(text, dialect, sizes));
      assert.equal(cut, whole);
    }),
    { numRuns: runs(500, 3000) },
  );
});

t.test('the dialect that needs no rewriting is the same when it is rewritten', async () => {
  const dialect = { delimiter: ',', quote: '"', escape: '"', comment: '' };
  await fc.assert(
    fc.asyncProperty(fc.oneof(oddCsv(), tableCsv()), chunkSizes, async (odd, sizes) => {
      const text = withoutBlanksAtQuotes(odd);
      const direct = await attempt(() => parseRecords(text, { delimiter: ',', firstLine: 1 }));
      const rewritten = await attempt(() => readRewritten(text, dialect, sizes));
      assert.deepEqual(rewritten, direct);
    }),
    { numRuns: runs(500, 3000) },
  );
});

const MYSQL = { delimiter: ';', quote: "'", escape: '\\', comment: '#' };

t.test('what needs quotes gets them, and nothing else', async (t) => {
  const text = "a;'b';'c;d'\r\n'say \"hi\"';\\;'e\\'f'";
  t.equal(await rewrite(text, MYSQL), 'a;b;"c;d"\n"say ""hi""";\\;e\'f\n');
  t.equal(await rewrite("''\n;\n'a'b;c\n' '\r\n", MYSQL), '""\n;\n\'a\'b;c\n" "\n');
});

t.test('an odd quote in the middle of a cell is a character', async (t) => {
  t.equal(await rewrite("5' pipe;it's\n'a'b;'c'\n", MYSQL), "5' pipe;it's\n'a'b;c\n");
});

t.test('comments and blank lines leave a line', async (t) => {
  t.equal(await rewrite("# it's\r\na\r# b\n \n'\n#c'\n#", MYSQL), '\na\n\n\n"\n#c"\n');
});

t.test('an escape that set a CR apart from an LF leaves a line', async (t) => {
  t.equal(await rewrite("'a\r\\\nb'\nc\n", MYSQL), '"a\r\nb"\n\nc\n');
});

t.test('bytes of any charset pass', async (t) => {
  const rewriter = new DialectRewriter({ ...MYSQL, firstLine: 1, maxColumns: 5000 });
  const bytes = await rewriter.push(Buffer.from([39, 0x80, 0xff, 39, 59, 0xc3, 0x28, 10, 35, 0xe9, 10, 97]));
  t.same(Buffer.concat([bytes, await rewriter.finish()]), [0x80, 0xff, 59, 0xc3, 0x28, 10, 10, 97, 10]);
});

t.test('an open quote names the line on which its record begins', async (t) => {
  const refused = (line: number) => ({
    code: 'BAD_REQUEST',
    message: new RegExp(`Unterminated quote: .* begins on line ${line} `),
  });
  await t.rejects(rewrite("#\n'\r\n';1\n\na;'b\n", MYSQL), refused(5));
  await t.rejects(rewrite("a;'b\\'", MYSQL), refused(1));
  await t.rejects(rewrite("a;'b", MYSQL, [2], { firstLine: 2 }), refused(2));
});

t.test('too many columns name the line of the file', async (t) => {
  await t.rejects(rewrite("#\n'\r\n';1\n;;\n", MYSQL, [3], { maxColumns: 2 }), {
    code: 'BAD_REQUEST',
    message: 'Too many columns: line 4 has more than 2',
  });
});

t.test('a record that is too long is refused, whatever it is made of', async (t) => {
  const limits = { maxRecordBytes: 100 };
  for (const long of ['x'.repeat(200), ';'.repeat(200), `'${'\n'.repeat(200)}`, `#${'x'.repeat(200)}`]) {
    await t.rejects(rewrite(`a\n\n${long}\n`, MYSQL, [20], limits), {
      code: 'BAD_REQUEST',
      message: /record that begins on line 3 is longer than 100 bytes/,
    });
  }
  const short = `${'x'.repeat(90)}\n#${'y'.repeat(90)}\n\n${'\n'.repeat(200)}z`;
  t.equal((await rewrite(short, MYSQL, [20], limits)).length, 90 + 205);
});
