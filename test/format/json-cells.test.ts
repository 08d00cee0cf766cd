import fc from 'fast-check';
import t from 'tap';
import { parseJsonBlock } from '../../src/format/json-blocks.js';
import { JsonCells, NULL, NUMBER, OBJECT, STRING } from '../../src/format/json-cells.js';
import { ELEMENT, JsonNames } from '../../src/format/json-names.js';

type Member = [name: string, kind: string, text: string];
const KINDS: Record<number, string> = {
  [STRING]: 'string',
  [NUMBER]: 'number',
  [NULL]: 'null',
  [OBJECT]: 'object',
};

/** Members of elements, those of their objects behind each. */
function membersByCells(source: Buffer, repeated: 'refuse' | 'take last'): Member[][] {
  const names = new JsonNames();
  const elements: Member[][] = [];
  for (const cells = new JsonCells(source, names, repeated); cells.advance(); ) {
    const members = Array.from({ length: cells.count }, (_, cell): Member => {
      const name = cells.names[cell]!;
      const parent = names.parents[name]!;
      const path = parent === ELEMENT ? names.keys[name]! : `${names.keys[parent]}.${names.keys[name]}`;
      const kind = cells.kinds[cell]!;
      if (kind === NUMBER) cells.number(cell);
      const isText = kind === STRING || kind === NUMBER;
      return [path, KINDS[kind] ?? 'other', isText ? cells.text(cell) : ''];
    });
    elements.push(cells.isObject ? members : []);
  }
  return elements;
}

const membersByParsing = (source: Buffer, repeated: 'refuse' | 'take last'): Member[][] =>
  (parseJsonBlock(source.toString('utf8'), repeated) as unknown[]).map((element) =>
    isObject(element)
      ? Object.entries(element).flatMap(([key, value]) => [
          memberOf(key, value),
          ...(typeof value === 'object'
            ? Object.entries(value ?? {}).map(([inner, member]) => memberOf(`${key}.${inner}`, member))
            : []),
        ])
      : [],
  );

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function memberOf(path: string, value: unknown): Member {
  if (typeof value === 'string' || typeof value === 'number') return [path, typeof value, String(value)];
  return [path, value === null ? 'null' : isObject(value) ? 'object' : 'other', ''];
}

/** Names that objects do not have in the order of their members, or not as they stand in the text, too. */
const key = fc.oneof(
  fc.constantFrom('name', 'lat', 'address', 'x', '', '7', '07', '4294967295', '__proto__', 'constructor'),
  fc.constantFrom('ü', '\ud800', '\ufffd', 'a"b', 'a\\', 'a\0b'),
);
const text = fc.oneof(
  fc.constantFrom('', ' Inn ', 'é😀', '\ud83d', 'a\0', '\\', '"', 'x\ny'),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const escaped = (of: string): string =>
  Array.from({ length: of.length }, (_, i) => `\\u${of.charCodeAt(i).toString(16).padStart(4, '0')}`).join(
    '',
  );
const quoted = (of: fc.Arbitrary<string>) =>
  fc
    .tuple(of, fc.nat(3))
    .map(([string, how]) => (how === 0 ? `"${escaped(string)}"` : JSON.stringify(string)));
const NUMBERS = '0 -0 12.5 -1.50 53.80 10 94103 1e1 -1E-7 0.0000001 53.80123456789012 -1.5491000000000001';
const scalar = fc.oneof(
  { weight: 4, arbitrary: quoted(text) },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS.split(' '), `0.${'3'.repeat(500)}`) },
  { weight: 2, arbitrary: fc.constantFrom('null', 'true', 'false') },
);
const WRONG =
  '07 1. .5 +1 1e 1e400 9007199254740993 NaN nul nulll "a "\n" "\\x" "\\u12" [1 {"a" {"a":1,} 1],[2 {}{} :';
const wrong = fc.constantFrom(
  ...WRONG.split(' '),
  '1'.repeat(500),
  `{"a":${'['.repeat(30)}${']'.repeat(30)}}`,
);
const blank = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom('', '', ' ', '\r\n\t') },
  { weight: 1, arbitrary: fc.constantFrom('\u00a0', '\ufeff', '\v') },
);
const object = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(blank, quoted(key), blank, value, blank), { maxLength: 5 })
    .map((all) => `{${all.map(([a, name, b, member, c]) => `${a}${name}${b}:${b}${member}${c}`)}}`);
const value = fc.oneof(
  { weight: 60, arbitrary: scalar },
  { weight: 10, arbitrary: object(scalar) },
  { weight: 3, arbitrary: object(object(scalar)) },
  { weight: 3, arbitrary: fc.array(scalar, { maxLength: 3 }).map((all) => `[${all}]`) },
  { weight: 8, arbitrary: wrong },
);
const block = fc
  .tuple(
    fc.array(fc.oneof({ weight: 9, arbitrary: object(value) }, value), { maxLength: 4 }),
    blank,
    fc.option(fc.tuple(fc.nat(), fc.nat(127)), { freq: 1 }),
  )
  .map(([elements, between, change]) => {
    const bytes = Buffer.from(elements.join(`${between},${between}`).toWellFormed());
    // One byte of some blocks is another; never a part of a character.
    const at = (change?.[0] ?? 0) % Math.max(1, bytes.length);
    if (change !== null && bytes.length > 0 && bytes[at]! < 128) bytes[at] = change[1];
    return bytes;
  });

function outcome(read: () => unknown): string {
  try {
    return JSON.stringify(read());
  } catch (error) {
    return String((error as Error).message);
  }
}

t.test('cells of elements are what JSON.parse reads, and what it refuses is refused alike', async (t) => {
  fc.assert(
    fc.property(block, fc.constantFrom('refuse' as const, 'take last' as const), (bytes, repeated) => {
      const before = Buffer.from(bytes);
      const isSame =
        outcome(() => membersByCells(bytes, repeated)) === outcome(() => membersByParsing(bytes, repeated));
      return isSame && before.equals(bytes);
    }),
    { numRuns: 3000 },
  );
  t.pass('members, their order, their values, and messages');
});

t.test('the beginning of null is refused at the end of a block, too', async (t) => {
  for (const text of ['n', 'nu', 'nul'])
    t.throws(() => membersByCells(Buffer.from(`{"lat":${text}}`), 'refuse'), { code: 'BAD_REQUEST' });
});

t.test('an element stands as JSON.parse has it, whichever cells were read', async (t) => {
  const text = '{"lat":1.50,"name":"A\\u00e9"},[1,{"a":[2]}],"x", 7 ,null';
  const seen: unknown[] = [];
  for (const cells = new JsonCells(Buffer.from(text)); cells.advance(); seen.push(cells.parsed()))
    if (cells.isObject) cells.number(0);
  t.same(seen, [{ lat: 1.5, name: 'Aé' }, [1, { a: [2] }], 'x', 7, null]);
});

t.test('an element of many values that are parsed is parsed itself', async (t) => {
  const many = Buffer.from(`{${Array.from({ length: 40 }, (_, i) => `"a${i}":[${i}],"b${i}":1e${i % 9}`)}}`);
  t.same(membersByCells(many, 'refuse'), membersByParsing(many, 'refuse'));
});

t.test('a block without elements has none', async (t) => {
  for (const text of ['', ' \n']) t.notOk(new JsonCells(Buffer.from(text)).advance());
});
