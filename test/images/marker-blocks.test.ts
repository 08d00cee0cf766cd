import t from 'tap';
import { readBlocks } from '../../src/images/marker-blocks.js';

const PALETTE = new Map([
  ['red', 0],
  ['blue', 1],
]);
const HEAD = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex');
const TRAILER = Buffer.from('ffff', 'hex');

const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(12);
  bytes.writeInt32BE(8);
  bytes.writeDoubleBE(value, 4);
  return bytes;
};
const text = (value: string | null): Buffer => {
  const bytes = Buffer.from(value ?? '');
  const length = Buffer.alloc(4);
  length.writeInt32BE(value === null ? -1 : bytes.length);
  return Buffer.concat([length, bytes]);
};
const row = (
  lng: number,
  color: string | null,
  ...[area = null, label = null, category = null]: (string | null)[]
) =>
  Buffer.concat([
    Buffer.from([0, 6]),
    double(lng),
    double(-lng),
    ...[color, area, label, category].map(text),
  ]);

async function read(bytes: Buffer, chunkBytes: number): Promise<unknown[][]> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const rows: unknown[][] = [];
  for await (const { count, lngs, lats, colors, areas, labels, categories } of readBlocks(chunks(), PALETTE))
    for (let i = 0; i < count; i++)
      rows.push([lngs[i], lats[i], colors[i], areas[i], labels[i], categories[i]]);
  return rows;
}

t.test('rows are whole, wherever chunks end', async (t) => {
  const bytes = Buffer.concat([
    HEAD,
    row(1, 'blue'),
    row(2, null, 'circle 5'),
    row(3, 'none', null, 'Ö', 'Café'),
    TRAILER,
  ]);
  for (let chunkBytes = 1; chunkBytes <= bytes.length; chunkBytes++) {
    t.same(await read(bytes, chunkBytes), [
      [1, -1, 1, null, null, null],
      [2, -2, 2, 'circle 5', null, null],
      [3, -3, 2, null, 'Ö', 'Café'],
    ]);
  }
});

t.test('more rows than a block has come in several', async (t) => {
  const rows = Array.from({ length: 40_000 }, (_, i) => row(i, 'red'));
  const found = await read(Buffer.concat([HEAD, ...rows, TRAILER]), 65_536);
  t.equal(found.length, 40_000);
  t.same(found.at(-1), [39_999, -39_999, 0, null, null, null]);
});

t.test('what ends in the middle, or is something else, is refused', async (t) => {
  const bytes = Buffer.concat([HEAD, row(1, 'blue'), TRAILER]);
  await t.rejects(read(bytes.subarray(0, -5), 1000), { message: /end in the middle/ });
  await t.rejects(read(Buffer.concat([HEAD, Buffer.from([0, 9])]), 1000), { message: /has 9 fields/ });
  t.same(await read(Buffer.concat([HEAD, TRAILER]), 1000), []);
});
