import t from 'tap';
import { NOTHING_DECLARED } from '../../src/format/declared-dialect.js';
import { detectEscape } from '../../src/format/escape.js';

t.test('quotes are doubled, or behind backslashes, as fewer cells go on behind their quotes', async (t) => {
  const escapeOf = (text: string) => detectEscape(Buffer.from(text), ',', NOTHING_DECLARED);
  for (const text of ['"a \\"b\\" c",1\n', '"6\\"","x"\n', 'a,b\n "say \\"hi\\"" ,"\\\\"\n'])
    t.equal(escapeOf(text), '\\', text);
  for (const text of [
    '"C:\\",1\n"D:\\",2\n',
    '"a ""b""",1\n',
    '"{""a"":""x\\""y""}",1\n',
    '5\\"x,"y"\n',
    '"a\\""\n',
  ])
    t.equal(escapeOf(text), '"', text);
  const known = { ...NOTHING_DECLARED, isEscapeKnown: true } as const;
  t.equal(detectEscape(Buffer.from('"a \\"b\\" c",1\n'), ',', known), '"');
});
