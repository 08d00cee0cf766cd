import t from 'tap';
import { JsonCutter } from '../../../src/world/boundaries/json-cutter.js';

function cut(text: string, chunkBytes: number): [string, string][] {
  const cutter = new JsonCutter('f');
  const bytes = Buffer.from(text);
  const pieces: [string, string][] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    for (const { kind, text } of cutter.push(bytes.subarray(at, at + chunkBytes))) pieces.push([kind, text]);
  cutter.end();
  return pieces;
}

t.test('features come apart from what is around them, wherever the chunks end', async (t) => {
  const a = '{"type":"Feature","p":{"features":[1,{"x":"]}\\"["}]},"c":[[[1,2]],[]]}';
  const b = '{"ü":"\\\\"}';
  const text = ` {"crs" : {"n":["}"]}, "features" :\n [ ${a} , ${b} ] , "z":[{"q":1}] }\n`;
  for (const chunkBytes of [1, 2, 3, 7, 64, 1000]) {
    t.same(
      cut(text, chunkBytes).map(([kind, piece]) => [kind, kind === 'root' ? JSON.parse(piece) : piece]),
      [
        ['feature', a],
        ['feature', b],
        ['root', { crs: { n: ['}'] }, features: [], z: [{ q: 1 }] }],
      ],
    );
  }
});

t.test('lines, text sequences and an array of features are read', async (t) => {
  t.same(cut('{"a":1}\n{"b":[{}]}\r\n', 3), [
    ['root', '{"a":1}'],
    ['root', '{"b":[{}]}'],
  ]);
  t.same(cut('\u001e{"a":1}\n\u001e{"b":2}\n', 4), [
    ['root', '{"a":1}'],
    ['root', '{"b":2}'],
  ]);
  t.same(cut('[{"a":1},{"b":2}]', 5), [
    ['feature', '{"a":1}'],
    ['feature', '{"b":2}'],
    ['root', '[]'],
  ]);
});

t.test('truncated JSON, and JSON without features, is refused', async (t) => {
  for (const text of ['{"features":[{"a":1}', '{"a":"', '[', '{"features":[{"a":1}]'])
    t.throws(() => cut(text, 4), { message: 'f ends in the middle of a value: it is cut off' }, text);
  for (const text of ['hello', '"x"', '{"features":[1]}', '{"features":[[]]}', '{}]', '<html>'])
    t.throws(() => cut(text, 4), { message: 'f is neither GeoJSON nor TopoJSON' }, text);
});
