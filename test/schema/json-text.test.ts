import fc from 'fast-check';
import t from 'tap';
import { parseJson } from '../../src/schema/json-text.js';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

t.test('what is plain JSON is parsed as JSON.parse does', async () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value, (_, part) => {
        const unsafe = typeof part === 'number' && Number.isInteger(part) && !Number.isSafeInteger(part);
        return unsafe ? 0 : part;
      });
      return JSON.stringify(parseJson(text)) === text;
    }),
  );
});

t.test('where members are bounded values are, too, in whatever they stand', async (t) => {
  const MOST = 200_000;
  for (const [piece, values] of [
    ['0', 1],
    ['[]', 2],
    ['{"a":"b,c"}', 2],
    [nested(20), 21],
  ] as const) {
    const text = (pieces: number) => `[${Array(pieces).fill(piece).join(',')}]`;
    const most = Math.floor(MOST / values);
    t.equal((parseJson(text(most), 32, 'refuse', 10) as unknown[]).length, most);
    t.throws(() => parseJson(text(most + 2), 32, 'refuse', 10), {
      message: /^the JSON has over 200000 values/,
    });
    t.equal((parseJson(text(most + 2)) as unknown[]).length, most + 2, 'elsewhere there is no bound');
  }
});

t.test('numbers that cannot be kept are refused wherever they stand', async (t) => {
  for (const number of [
    '9007199254740992',
    '-9007199254740993',
    '1e400',
    '-1e999',
    '1e16',
    '12345678901234567890.5',
  ]) {
    for (const text of [number, `[${number}]`, `{"a":{"b":[1,${number}]}}`, `{"a":${number},"a":1}`]) {
      t.throws(() => parseJson(text), { code: 'BAD_REQUEST', message: /out of range/ });
    }
  }
  t.throws(() => parseJson('9'.repeat(5000)), { message: /^Number out of range: 9{40}… cannot/ });
});

t.test('numbers that can be kept are not refused', async (t) => {
  t.strictSame(
    parseJson('[9007199254740991, -9007199254740991, 0.1234567890123456, 1e15, 1.5E3, 1e-400, -0.0]'),
    [9007199254740991, -9007199254740991, 0.1234567890123456, 1e15, 1500, 0, -0],
  );
});

t.test('digits and brackets inside strings are text', async (t) => {
  const value = { '9007199254740993': `\\"1e400${'['.repeat(100)}`, b: '\\', c: '"' };
  t.strictSame(parseJson(JSON.stringify(value)), value);
});

t.test('32 levels are parsed, 33 are not', async (t) => {
  t.ok(parseJson(nested(32)));
  t.throws(() => parseJson(nested(33)), { code: 'BAD_REQUEST', message: /deeper than 32/ });
  t.throws(() => parseJson(nested(5_000_000)), { message: /deeper than 32/ });
  t.throws(() => parseJson(nested(3), 2), { message: /deeper than 2/ });
});

t.test('syntax errors are the caller’s', async (t) => {
  for (const text of [
    '',
    '{',
    '[1,]',
    '{"a":1,}',
    '01',
    '"',
    '"\\',
    '-',
    '1e',
    "{'a':1}",
    '[1] 2',
    'NaN',
    '"\n"',
  ]) {
    t.throws(() => parseJson(text), { code: 'BAD_REQUEST', message: /^Not valid JSON/ }, text);
  }
});

t.test('__proto__ is a plain member', async (t) => {
  const value = parseJson('{"__proto__":{"polluted":true}}') as object;
  t.ok(Object.hasOwn(value, '__proto__'));
  t.equal(Object.getPrototypeOf(value), Object.prototype);
});

t.test('a member that an object has twice is refused by its name, however it is spelled', async (t) => {
  for (const [text, name] of [
    ['{"a":1,"a":1}', 'a'],
    ['{"b":[{"c":{}},{"a":1,"x":"a\\":","\\u0061":2}]}', 'a'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['[{"a":[{"a":{"a":1}}],"b":"{:","a":2}]', 'a'],
    [`{"${'n'.repeat(500)}":1,"${'n'.repeat(500)}":2}`, `${'n'.repeat(100)}…`],
  ] as const) {
    const message = `the member ${JSON.stringify(name)} is given more than once`;
    t.throws(() => parseJson(text), { code: 'BAD_REQUEST', message }, text);
  }
});

t.test('one name in several objects, and as a value, is no repetition', async (t) => {
  const value = [{ a: { a: ['a', { a: 'a:' }] }, b: '"a":1,"a":2' }, { a: 1 }, { 1: 1, '01': 1 }];
  t.strictSame(parseJson(JSON.stringify(value)), value);
  t.strictSame(parseJson('{"__proto__":{"a":1},"a":1}'), JSON.parse('{"__proto__":{"a":1},"a":1}'));
});

t.test('where the last is to be taken, it is, as JSON.parse does', async (t) => {
  t.strictSame(parseJson('{"a":1,"a":2}', 32, 'take last'), { a: 2 });
});
