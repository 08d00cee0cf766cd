import fc from 'fast-check';
import t from 'tap';
import { Type } from 'typebox';
import { AppError } from '../../src/base/errors.js';
import { parseJsonBody } from '../../src/http/json.js';
import { codeOf, messageOf, requestOf } from '../support/request.js';
import { dispatchTo, testRoute } from '../support/route-server.js';

const parse = (text: string) => parseJsonBody(Buffer.from(text));

const { dispatch } = dispatchTo(t, [
  testRoute({
    method: 'POST',
    path: '/json',
    body: Type.Object({ fields: Type.Optional(Type.Record(Type.String(), Type.String())) }),
    maxBodyBytes: 10_000,
    handle: async ({ body }) => ({ status: 200, json: body }),
  }),
]);
const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
  dispatch(requestOf({ method: 'POST', target: '/v1/json', headers, body: Buffer.from(body) }));

t.test('an object comes through as JSON.parse makes it', async () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
  await fc.assert(
    fc.asyncProperty(object, fc.boolean(), async (value, withMark) => {
      const text = JSON.stringify({ ...value, fields: {} });
      const { status, json } = await post(withMark ? `\ufeff${text}` : text);
      // fast-check makes integers that JSON keeps and we refuse.
      return status === 400 || JSON.stringify(json) === JSON.stringify(JSON.parse(text));
    }),
  );
});

t.test('bytes of any kind are an object or a 400', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 50 }),
    fc
      .string({ unit: fc.constantFrom(...'{}[]",:\\u0019eE+-.tfn '), maxLength: 30 })
      .map((text) => Buffer.from(text)),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (body) => {
      const reply = await post(Buffer.from(body));
      return reply.status === 200 ? typeof reply.json === 'object' : codeOf(reply) === 'BAD_REQUEST';
    }),
    { numRuns: 1000 },
  );
});

t.test('what is no object is refused, and an absent body by its name', async (t) => {
  for (const text of ['[]', '[{}]', '1', '"{}"', 'null', 'true']) {
    t.throws(() => parse(text), { code: 'BAD_REQUEST', message: 'the body must be a JSON object' }, text);
  }
  for (const text of ['', '\ufeff']) {
    t.throws(() => parse(text), { message: 'the body is empty: it must be a JSON object' });
  }
  t.throws(() => parse('  '), { message: /^Not valid JSON/ });
  t.throws(() => parse('\ufeff\ufeff{}'), { message: /^Not valid JSON/ }, 'one mark is enough');
  t.match(messageOf(await dispatch(requestOf({ method: 'POST', target: '/v1/json' }))), /is empty/);
  t.throws(() => parseJsonBody(Buffer.from('[1]'), 'meta'), { message: 'meta must be a JSON object' });
});

t.test('what is not UTF-8 is refused', async (t) => {
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x22, 0xc0, 0x80, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
    [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22],
    [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00],
  ]) {
    const reply = await post(Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, ...bytes, 0x7d]));
    t.equal(messageOf(reply), 'the body must be JSON in UTF-8, and is no UTF-8');
  }
});

t.test('text that no database takes is refused in names and values, at every depth', async (t) => {
  for (const [sequence, message] of [
    ['\\u0000', 'the body contains the character U+0000'],
    ['\\uD83D', 'the body contains half a surrogate pair'],
    ['\\udfff', 'the body contains half a surrogate pair'],
    ['\\uDE00\\uD83D', 'the body contains half a surrogate pair'],
  ]) {
    for (const text of [
      `{"a":"x${sequence}"}`,
      `{"${sequence}":1}`,
      `{"a":[[{"b":"${sequence}"}]]}`,
      `{"a":{"${sequence}":{}}}`,
    ]) {
      t.throws(() => parse(text), { code: 'BAD_REQUEST', message: message! }, text);
    }
  }
});

t.test('escapes of ordinary text are read', async (t) => {
  t.strictSame(parse('{"a":"\\ud83d\\uDDFA \\u00e4 \\\\u0000 \\\\ud83d \\/"}'), {
    a: '🗺 ä \\u0000 \\ud83d /',
  });
});

t.test('two members of one name are refused, and both are checked', async (t) => {
  t.throws(() => parse('{"a":1,"a":2}'), { message: 'the member "a" is given more than once' });
  t.throws(() => parse('{"a":9007199254740993,"a":2}'), { message: /out of range/ });
});

t.test(
  '33 levels, unsafe integers and numbers beyond all bounds are refused on the way to a handler',
  async (t) => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    t.equal((await post(nested(32))).status, 200);
    t.equal(messageOf(await post(nested(33))), 'the JSON is nested deeper than 32 levels');
    for (const number of ['9007199254740993', '-1e400', '1E16']) {
      t.match(messageOf(await post(`{"unknown":{"deep":[${number}]}}`)), /^Number out of range: /);
    }
  },
);

t.test('__proto__ and constructor are data, and poison nothing', async (t) => {
  const text =
    '{"fields":{"__proto__":"p","constructor":"c","toString":"t","hasOwnProperty":"h"},"__proto__":{"x":1}}';
  const { status, json } = await post(text);
  t.equal(status, 200);
  t.equal(JSON.stringify(json), text);
  t.notOk('x' in {});
  t.notOk('x' in (json as object));
  const wrong = await post('{"fields":{"__proto__":{"x":1}}}');
  t.equal(
    messageOf(wrong),
    'fields.__proto__ must be a string, not an object',
    'its value is checked like any other',
  );
});

t.test('the content type is JSON in UTF-8, however it is written', async (t) => {
  for (const type of [
    '',
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/merge-patch+json',
    'application/json ; foo=bar',
    'application/json;',
  ]) {
    t.equal((await post('{}', { 'content-type': type })).status, 200, type);
  }
  for (const [type, message] of [
    ['text/plain', 'the content type must be application/json, not "text/plain"'],
    ['application/x-www-form-urlencoded', /must be application\/json/],
    ['application/jsonp', /must be application\/json/],
    ['json', /must be application\/json/],
    [';', /must be application\/json/],
    ['application/json; charset=iso-8859-1', 'the charset must be utf-8, not "iso-8859-1"'],
  ] as const) {
    const reply = await post('{}', { 'content-type': type });
    t.equal(codeOf(reply), 'BAD_REQUEST');
    t.match(messageOf(reply), message);
  }
});

t.test('a compressed body is refused by the name of its encoding', async (t) => {
  t.equal((await post('{}', { 'content-encoding': 'Identity' })).status, 200);
  t.equal(
    messageOf(await post('{}', { 'content-encoding': 'gzip' })),
    'the content encoding "gzip" is not supported: send the body uncompressed',
  );
});

t.test('a body of much text takes time in proportion', async (t) => {
  const text = `{"a":"${'\\u0041'.repeat(1_000_000)}","b":[${'"\\ud83d\\ude00",'.repeat(100_000)}1]}`;
  t.equal((parse(text) as { a: string }).a.length, 1_000_000);
  t.throws(() => parse(`{"a":${'['.repeat(2_000_000)}`), AppError);
});
