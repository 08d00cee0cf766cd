import t from 'tap';
import { NOTHING_DECLARED } from '../../../src/import/format/declared-dialect.js';
import { detectDialect } from '../../../src/import/format/dialect.js';

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

t.test('what the sample cuts off is not counted', async (t) => {
  t.equal(delimiterOf('a;b,c;d\n1;2,5;3\n4;5,', false), ';');
  t.equal(delimiterOf('a;b;c', false), ';');
  t.equal(delimiterOf('a;b;c\n1;2;"long, long, lo', false), ';');
});

t.test('a quote that swallows the rest speaks against its delimiter', async (t) => {
  const rows = '1|2,"|3\n'.repeat(30);
  t.equal(delimiterOf(`a,b|c,d|e\n${rows}`), '|');
});

t.test('a sep line names the delimiter and is no record', async (t) => {
  const sep = (text: string) => detectDialect(Buffer.from(text), true);
  t.strictSame(sep('sep=;\r\na,b\r\n'), { delimiter: ';', preambleBytes: 7 });
  t.strictSame(sep('SEP=|\na,b\n'), { delimiter: '|', preambleBytes: 6 });
  t.strictSame(sep('"sep=\t"\ra,b'), { delimiter: '\t', preambleBytes: 8 });
  t.strictSame(sep('sep=,'), { delimiter: ',', preambleBytes: 5 });
  t.strictSame(sep('sep=;;\na;b'), { delimiter: ';', preambleBytes: 0 });
  t.strictSame(sep('sep=^\na;b'), { delimiter: ',', preambleBytes: 0 });
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
  t.equal(found(`# by, us, and, them\r\n# 1, 2\r\n${semicolons}`, { comment: '#' }).delimiter, ';');
});
