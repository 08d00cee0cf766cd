import t from 'tap';
import { NOTHING_DECLARED } from '../../src/format/declared-dialect.js';
import { delimiterInstead, detectDialect } from '../../src/format/dialect.js';
import { LEADING_COLUMNS } from '../../src/format/exported-file.js';

const delimiterOf = (text: string, complete = true) => detectDialect(Buffer.from(text), complete).delimiter;

t.test('the delimiter is the one that explains the header and the rows below it', async (t) => {
  t.equal(delimiterOf('a,b,c\n1,2,3\n'), ',');
  t.equal(delimiterOf('a;b;c\n1;2;3\n'), ';');
  t.equal(delimiterOf('a\tb\tc\n1\t2\t3\n'), '\t');
  t.equal(delimiterOf('a|b|c\r1|2|3\r'), '|');
});

t.test('comma wins ties and stands for a single column', async (t) => {
  t.equal(delimiterOf(''), ',');
  t.equal(delimiterOf('name\nA\nB\n'), ',');
  t.equal(delimiterOf('name\nA;B\nC;D\n'), ',');
  t.equal(delimiterOf('a,b;c\n1,2;3\n'), ',');
  t.equal(delimiterOf('a,b|c\td;e\n'), ',');
  t.equal(delimiterOf(' \n\t\n\t\t\n'), ',');
});

t.test('decimal commas do not make a semicolon file a comma file', async (t) => {
  t.equal(delimiterOf('name;lat;lng\nKöln;50,9;6,9\nBonn;50,7;7,1\n'), ';');
  t.equal(delimiterOf('lat;lng\n50,9;6,9\n'), ';');
  t.equal(delimiterOf('name;lat, lng\nA;50.9, 6.9\nB;50.7, 7.1\n'), ';');
});

t.test('prose with commas does not make a tab file a comma file', async (t) => {
  t.equal(delimiterOf('name\tnote, if any\nA\tone, two\nB\tone\nC\tone, two, three\n'), '\t');
  t.equal(delimiterOf('name\tcity, state\nA\tAustin, TX\n'), '\t');
});

t.test('blanks after the commas of a comma file do no harm', async (t) => {
  t.equal(delimiterOf('name, lat, lng\nA, 1, 2\nB, 3, 4\n'), ',');
  t.equal(delimiterOf('name, opening hours; phone\nA, 8-12; 555\nB, 9; 556\n'), ',');
});

t.test('delimiters inside quotes are text', async (t) => {
  t.equal(delimiterOf('name,note\nA,"x;y;z"\nB,"p;q;r"\n'), ',');
  t.equal(delimiterOf('"a;b;c","d"\n"1;2;3","4"\n'), ',');
  t.equal(delimiterOf('"a, b, c, d";"e"\n"1, 2, 3, 4";"x\ny, z"\n'), ';');
});

t.test('ragged rows cost the true delimiter little', async (t) => {
  const rows = Array.from({ length: 40 }, (_, i) => (i % 9 === 0 ? `A${i},1` : `A${i},1,x;y`)).join('\n');
  t.equal(delimiterOf(`name,n,open;closed\n${rows}\n`), ',');
  t.equal(delimiterOf('a;b;c\n1;2;3;\n4;5;6;\n'), ';');
  t.equal(delimiterOf('a;b;c\n1;2\n4;5\n'), ';');
});

t.test('the first 50 records decide', async (t) => {
  const rows = (others: number) => `a;b|c\n${'x|y\n'.repeat(49 - others)}${'p;q\n'.repeat(200)}`;
  t.equal(delimiterOf(rows(0)), '|');
  t.equal(delimiterOf(rows(25)), ';', 'of 49 rows 25 are others');
  t.equal(delimiterOf(rows(24)), '|', 'of 49 rows 24 are others');
});

t.test('what the sample cuts off is not counted', async (t) => {
  t.equal(delimiterOf('a;b,c;d\n1;2,5;3\n4;5,', false), ';');
  t.equal(delimiterOf('a;b;c', false), ';');
  t.equal(delimiterOf('a;b;c\n1;2;"long, long, lo', false), ';');
});

t.test('a record that the sample cuts off is counted where the file ends there', async (t) => {
  const text = 'n;m,o\n1;2\nxxxxxxxxxxxxxxxxxxxxxxxx,y';
  t.equal(delimiterOf(text, false), ';');
  t.equal(delimiterOf(text, true), ',');
});

t.test('a quote that swallows the rest speaks against its delimiter', async (t) => {
  const rows = '1|2,"|3\n'.repeat(30);
  t.equal(delimiterOf(`a,b|c,d|e\n${rows}`), '|');
  t.equal(delimiterOf(`a,b|c,d|e\n${rows}`, false), '|');
});

t.test('empty cells beyond the header agree with it, others do not', async (t) => {
  t.equal(delimiterOf('a;b;c,d\n1;2;3,4;\n5;6;7,8;\n'), ';');
  t.equal(delimiterOf('a;b;c,d\n1;2;3;x,4\n5;6;7;x,8\n'), ',');
});

t.test('the header is the first line that is not blank', async (t) => {
  t.equal(delimiterOf('\n\nname;lat\nA;1\n'), ';');
  t.equal(delimiterOf(' \n\t\n \t \nname;lat\nA;1\n'), ';');
});

t.test('rows count by their bytes', async (t) => {
  const long = `${'x'.repeat(200)}|y\n`;
  t.equal(delimiterOf(`a;b|c\n${long}${long}${'p;q\n'.repeat(10)}`), '|');
});

t.test('two delimiters that explain most bytes go before one that explains all', async (t) => {
  const header = 'a;b|c|d\n';
  t.equal(delimiterOf(header + 'p;q|r|s\n'.repeat(7) + 'p;qqqqqq\n'.repeat(2)), '|');
  t.equal(delimiterOf(header + 'p;q|r|s\n'.repeat(2) + 'p;qqqqqq\n'.repeat(7)), ';');
});

t.test('a quote opens at the beginning of a cell, and is written twice within', async (t) => {
  t.equal(delimiterOf('"a;b;c;d",e\n'), ',');
  t.equal(delimiterOf('n;m,o\n"1,2";3\n"4,5";6\n'), ';');
  t.equal(delimiterOf('n;m,o\n3;"1;2"\n6;"4;5"\n'), ';');
  t.equal(delimiterOf('n;m,o\n"a""b;c";d\n'), ';');
  t.equal(delimiterOf('n;m,o\n5" a;6" b\n'), ';', 'elsewhere it is text');
});

t.test('a carriage return ends a line', async (t) => {
  t.equal(delimiterOf('n,m\r1;2;3;4,5\r'), ',');
});

t.test('an export of ours has commas, whatever its custom fields are called', async (t) => {
  t.equal(delimiterOf(`${LEADING_COLUMNS.map(([header]) => header).join()},${';'.repeat(60)}\r\n`), ',');
});

t.test('a sep line names the delimiter and is no record', async (t) => {
  const sep = (text: string) => detectDialect(Buffer.from(text), true);
  t.strictSame(sep('sep=;\r\na,b\r\n'), { delimiter: ';', preambleBytes: 7 });
  t.strictSame(sep('SEP=|\na,b\n'), { delimiter: '|', preambleBytes: 6 });
  t.strictSame(sep('"sep=\t"\ra,b'), { delimiter: '\t', preambleBytes: 8 });
  t.strictSame(sep('sep=,'), { delimiter: ',', preambleBytes: 5 });
  t.strictSame(sep('sep=;;\na;b'), { delimiter: ';', preambleBytes: 0 });
  t.strictSame(sep('sep=:\na:b'), { delimiter: ':', preambleBytes: 6 });
  t.strictSame(sep('sep=^\na;b'), { delimiter: '^', preambleBytes: 6 });
  t.strictSame(sep('sep=a\na;b'), { delimiter: ',', preambleBytes: 0 });
  t.strictSame(sep('a\nsep=;\n'), { delimiter: ',', preambleBytes: 0 });
});

t.test('what is declared need not be found, and what it is declared to be no delimiter can be', async (t) => {
  const found = (text: string, declared: object) =>
    detectDialect(Buffer.from(text), true, { ...NOTHING_DECLARED, ...declared });
  const semicolons = 'a;b;c\n1;2;3\n';
  t.same(found(semicolons, { delimiter: '~' }), { delimiter: '~', preambleBytes: 0 });
  t.same(found(`sep=;\n${semicolons}`, { delimiter: '~' }), { delimiter: '~', preambleBytes: 6 });
  t.equal(found("name;note\nA;',,,'\nB;',,,'\n", { quote: "'" }).delimiter, ';');
  t.equal(found('a,b;c\n1,2;3\n', { quote: ',' }).delimiter, ';');
  t.equal(found('# x\nn,m\n1;2;3;4,5\n', { comment: '#' }).delimiter, ',');
  t.equal(found(`# by, us, and, them\r\n# 1, 2\r\n${semicolons}`, { comment: '#' }).delimiter, ';');
});

t.test('a title has no say in the delimiter of the table below it', async (t) => {
  t.equal(delimiterOf('Our stores\na;b;c\n1;2;3\n'), ';');
  t.equal(delimiterOf('Stores\n\na;b;c\n1;2;3\n'), ';');
  t.equal(delimiterOf('Stores, March 2026\na\tb\tc\n1\t2\t3\n4\t5\t6\n'), '\t');
  t.equal(delimiterOf('Tags\na;b;c\nd;e;f\n'), ',', 'lists below a word');
  t.equal(delimiterOf('Address line\nHigh St; Leeds; UK\nLow St; York; UK\n'), ',', 'prose');
  t.equal(delimiterOf('My tags\na;b;c\nd;e\nf\n'), ',', 'lists of any length');
});

t.test('the table tells the delimiter, and no remark above it', async (t) => {
  const cells = [
    ['name', 'lat', 'lng'],
    ['A', '48,1', '11,5'],
    ['B', '48,2', '11,6'],
  ];
  for (const delimiter of [',', ';', '\t', '|'])
    for (const remark of [
      '#exported 2026-11-28, by Tool, v2',
      '#exported,by,Tool',
      '#a,b,c,d',
      '# 12 rows; done\n#user|x',
      '#a|b|c|d|e',
    ]) {
      const table = cells.map((row) =>
        row.map((cell) => (delimiter === ',' ? cell.replace(',', '.') : cell)).join(delimiter),
      );
      const text = `${remark}\n${table.join('\n')}\n`;
      t.equal(detectDialect(Buffer.from(text), true).delimiter, delimiter, text);
    }
  for (const text of [
    '#;name;lat\n1;A;48,1\n2;B;48,2\n',
    '#,name\n1,A;B\n2,C;D\n',
    '#name;lat\nA;1,5\n',
    '#\n1\n2\n',
  ])
    t.equal(
      detectDialect(Buffer.from(text), true).delimiter,
      text.includes('#;') || text.includes('#n') ? ';' : ',',
      text,
    );
  t.equal(detectDialect(Buffer.from('#a\n,,\n;;\n'), true).delimiter, ',');
});

t.test('a declared delimiter that the file lacks is told from one that it has', async (t) => {
  const instead = (text: string, delimiter: string | null): string | null =>
    delimiterInstead(Buffer.from(text), true, { ...NOTHING_DECLARED, delimiter });
  t.equal(instead('name,lat,lng\nA,1,2\n', ';'), ',');
  t.equal(instead('name\tlat\tlng\nA\t1\t2\n', '^'), '\t');
  t.equal(instead('name;lat;lng\nA;1;2\n', ';'), null);
  t.equal(instead('name,lat,lng\n"A;B",1,2\n', ';'), null, 'a cell has it');
  t.equal(instead('address\n1 Main Street\n', ';'), null, 'a single column');
  t.equal(instead('address\n"1 Main Street, Springfield"\n', ';'), null, 'a single column of prose');
  t.equal(instead('name,lat,lng\nA,1,2\n', null), null);
});
