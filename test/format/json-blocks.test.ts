import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import {
  JsonBlockCutter,
  type JsonBlockCutterOptions,
  parseJsonBlock,
} from '../../src/format/json-blocks.js';
import { runs } from '../support/runs.js';
import { cutInto } from './csv-text.js';

function cut(text: string, sizes: readonly number[] = [1 << 16], options: JsonBlockCutterOptions = {}) {
  const bytes = Buffer.from(text);
  const cutter = new JsonBlockCutter(options);
  const blocks = cutInto(bytes, sizes).flatMap((chunk) => cutter.push(chunk));
  blocks.push(...cutter.finish());
  const texts = blocks.map((block) => bytes.toString('utf8', block.startByte, block.endByte));
  return { blocks, texts, records: cutter.records };
}

const chunkSizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 });
// Rounded: fast-check likes numbers that a body must not have.
const json = fc.jsonValue({ maxDepth: 3 }).map((value) => {
  return JSON.parse(JSON.stringify(value), (_, part) =>
    typeof part === 'number' ? Math.fround(part % 1000) : part,
  );
});

t.test('blocks read one by one give the elements of the whole', async () => {
  const member = fc.tuple(
    fc.string().filter((key) => key !== 'markers'),
    json,
  );
  const body = fc.record({
    elements: fc.array(json, { maxLength: 12 }),
    before: fc.array(member, { maxLength: 3 }),
    after: fc.array(member, { maxLength: 3 }),
    indent: fc.constantFrom(0, 1, 2),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  });
  fc.assert(
    fc.property(body, chunkSizes, fc.integer({ min: 1, max: 64 }), (body, sizes, targetBytes) => {
      const members = [...body.before, ['markers', body.elements] as const, ...body.after];
      fc.pre(new Set(members.map(([key]) => key)).size === members.length);
      const text = `{${members
        .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value, null, body.indent)}`)
        .join(',\n')
        .replaceAll('\n', body.lineEnd)}}`;
      const { blocks, texts, records } = cut(text, sizes, { targetBytes });
      const elements: unknown[] = [];
      for (const [i, block] of blocks.entries()) {
        const part = parseJsonBlock(texts[i]!);
        assert.equal(block.index, i);
        assert.equal(block.firstRecord, elements.length);
        assert.equal(block.records, part.length);
        const before = Buffer.from(text).toString('utf8', 0, block.startByte);
        assert.equal(block.firstLine, before.split(/\r\n|\n|\r/).length);
        assert.ok(block.records === 1 || block.endByte - block.startByte <= targetBytes);
        elements.push(...part);
      }
      assert.deepEqual(elements, JSON.parse(text).markers);
      assert.equal(records, body.elements.length);
    }),
    { numRuns: runs(300, 1500) },
  );
});

t.test('a body is accepted exactly when JSON.parse accepts it and it has one array of markers', async () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"markers"',
    '"a"',
    '1',
    'true',
    'x',
    '"\\"]"',
    ' ',
    '\n',
    '{"a":1}',
  ];
  const broken = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(''));
  const text = fc.oneof(
    broken,
    fc.tuple(broken, broken).map(([inside, after]) => `{"markers":[${inside}]${after}}`),
    fc.tuple(broken, broken).map(([before, inside]) => `{"a":${before},"markers":[${inside}]}`),
  );
  const accepts = (text: string): boolean => {
    try {
      const body = JSON.parse(text);
      if (!Array.isArray(body?.markers)) return false;
    } catch {
      return false;
    }
    // Repeated at depth 1: what is left of the body without its nested parts names it twice.
    let flat = text.replace(/"\\"\]"/g, '1');
    for (let last = ''; last !== flat; ) {
      last = flat;
      flat = `{${flat
        .trim()
        .slice(1, -1)
        .replace(/\{[^{}[\]]*\}|\[[^{}[\]]*\]/g, '0')}}`;
    }
    const times = (name: RegExp): number => (flat.match(name) ?? []).length;
    return times(/"markers"\s*:/g) === 1 && times(/"a"\s*:/g) <= 1;
  };
  fc.assert(
    fc.property(text, chunkSizes, (text, sizes) => {
      let accepted = true;
      try {
        for (const part of cut(text, sizes, { targetBytes: 8 }).texts) parseJsonBlock(part);
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'BAD_REQUEST', String(error));
        accepted = false;
      }
      assert.equal(accepted, accepts(text), text);
    }),
    { numRuns: runs(1000, 5000) },
  );
});

t.test('the order of members does not matter, and nested markers are not meant', async (t) => {
  const { texts } = cut(
    '{"x":{"markers":[9]},"y":"markers","markers":[1, {"markers":[2]}],"z":[{"markers":3}]}',
  );
  t.strictSame(texts, ['1, {"markers":[2]}']);
});

t.test('a byte-order mark may stand before the body, and nowhere else', async (t) => {
  for (const size of [1, 2, 100]) t.same(cut('\ufeff{"markers":[1,2]}', [size]).texts.join(), '1,2');
  t.throws(() => cut('\ufeff\ufeff{"markers":[1]}'), { code: 'BAD_REQUEST' });
  t.throws(() => cut('{"markers":[1]}\ufeff'), { code: 'BAD_REQUEST' });
  t.throws(() => cut('\ufeff'), { code: 'BAD_REQUEST', message: 'The body is empty' });
});

t.test('what stands beside the markers has to be UTF-8', async (t) => {
  const bytes = Buffer.from('{"a":"\xe9","markers":[1]}', 'latin1');
  const cutter = new JsonBlockCutter({});
  cutter.push(bytes);
  t.throws(() => cutter.finish(), { code: 'BAD_REQUEST', message: 'The body must be JSON in UTF-8' });
});

t.test('an escaped key is the same key', async (t) => {
  t.strictSame(cut('{"m\\u0061rkers":[1]}', [1]).texts, ['1']);
  t.strictSame(
    cut(`{"${[...'markers'].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('')}":[1]}`).texts,
    ['1'],
  );
  t.throws(() => cut('{"markers":[1],"\\u006darkers":[2]}'), { code: 'BAD_REQUEST', message: /repeated/ });
});

t.test('what is wrong is said', async (t) => {
  const cases: [string, RegExp][] = [
    ['', /empty/],
    [' \n', /empty/],
    ['[]', /must be a JSON object/],
    ['"markers"', /must be a JSON object/],
    ['{}', /no member "markers"/],
    ['{"Markers":[]}', /no member "markers"/],
    ['{"markers":{}}', /must be an array/],
    ['{"markers":null}', /must be an array/],
    ['{"markers":[],\n"markers":[]}', /repeated on line 2/],
    ['{"markers":[', /ends too early/],
    ['{"markers":[{"name":"', /ends too early/],
    ['{"markers":[1]', /ends too early/],
    ['{"markers":[1,\n]}', /comma without an element on line 2/],
    ['{"markers":[,1]}', /comma without an element/],
    ['{"markers":[1,,1]}', /comma without an element/],
    ['{"markers":[1}}', /unexpected "}" on line 1/],
    ['{"markers":[{"a":1]]}', /unexpected "]"/],
    ['{"markers":[1]} x', /goes on after its end/],
    ['{"markers":[1]}{}', /goes on after its end/],
    ['{"markers":[1],}', /Not valid JSON/],
    ['{"a":tru,"markers":[1]}', /Not valid JSON/],
    ['{"markers" [1]}', /Not valid JSON/],
    ['{"a":1 "markers":[1]}', /Not valid JSON/],
    ['{"a":9007199254740993,"markers":[1]}', /out of range/],
    [`{"markers":[${'['.repeat(31)}`, /deeper than 32 levels on line 1/],
    [`{"a":${'['.repeat(32)}`, /deeper than 32 levels/],
  ];
  for (const [text, message] of cases) {
    for (const size of [1, 1000]) t.throws(() => cut(text, [size]), { code: 'BAD_REQUEST', message }, text);
  }
});

t.test('32 levels are accepted, the elements included', async (t) => {
  const element = '['.repeat(30) + ']'.repeat(30);
  t.equal(parseJsonBlock(cut(`{"markers":[${element}]}`).texts[0]!).length, 1);
});

t.test('defects inside elements are found when their block is parsed', async (t) => {
  for (const text of [
    '{"a":1,}',
    '1 2',
    '{"a":tru}',
    '1],[2',
    '{"n":9007199254740993}',
    '[1e400]',
    '"\n"',
    ':',
  ]) {
    t.throws(() => parseJsonBlock(text), { code: 'BAD_REQUEST' }, text);
  }
  t.strictSame(parseJsonBlock(''), []);
});

t.test('an overlong element is a block of its own', async (t) => {
  const long = JSON.stringify('x'.repeat(40));
  const { blocks } = cut(`{"markers":[1,2,${long},3]}`, [5], { maxRecordBytes: 30 });
  t.strictSame(
    blocks.map(({ records, firstRecord, oversize }) => ({ records, firstRecord, oversize })),
    [
      { records: 2, firstRecord: 0, oversize: undefined },
      { records: 1, firstRecord: 2, oversize: true },
      { records: 1, firstRecord: 3, oversize: undefined },
    ],
  );
});

t.test('what is kept of the rest of the body is bounded', async (t) => {
  const body = `{"note":"${'x'.repeat(100)}","markers":[1]}`;
  t.throws(() => cut(body, [7], { maxOtherBytes: 99 }), {
    code: 'BAD_REQUEST',
    message: /longer than 99 bytes/,
  });
  t.equal(cut(body, [7], { maxOtherBytes: 130 }).records, 1);
  t.equal(cut(`{"markers":["${'x'.repeat(5000)}"]}`, [7], { maxOtherBytes: 20 }).records, 1);
  const members = (count: number): string => Array.from({ length: count }, (_, i) => `,"m${i}":0`).join('');
  t.equal(cut(`{"markers":[1]${members(9999)}}`).records, 1);
  for (const wide of [
    `{"markers":[1]${members(10_000)}}`,
    `{"markers":[1],"more":{"a":0${members(10_000)}}}`,
  ])
    t.throws(() => cut(wide), {
      code: 'BAD_REQUEST',
      message: /an object in the JSON has over 10000 members/,
    });
});

t.test('half a surrogate pair is replaced wherever it stands, and nothing else', async (t) => {
  const text = String.raw`{"__proto__":"\ud800a","x\uDFFF":["\ud83d\ude00\\ud800",1,null,true]}`;
  t.same(
    JSON.stringify(parseJsonBlock(text)),
    String.raw`[{"__proto__":"�a","x�":["😀\\ud800",1,null,true]}]`,
  );
});
