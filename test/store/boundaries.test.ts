import { randomBytes } from 'node:crypto';
import t from 'tap';
import {
  BOUNDARIES,
  readBoundaryLayers,
  removeBoundaryLayer,
  storeBoundaryLayer,
} from '../../src/store/boundaries.js';
import { readPieces } from '../../src/store/packed-pieces.js';
import { connectTest, createDatabase } from '../support/database.js';

const { url } = await createDatabase(t);
const sql = connectTest(t, url);

const layer = (version: string) => ({
  type: 'us_zip',
  version,
  dataset: 'census',
  credit: 'C',
  licence: 'L',
  url: 'U',
  features: 3,
  vertices: 40,
});
const read = async (version: string): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of readPieces(sql, BOUNDARIES, { name: 'us_zip', version })) pieces.push(piece);
  return Buffer.concat(pieces);
};
const pieces = async (): Promise<number> => {
  const [row] = await sql<[{ count: number }]>`SELECT count(*)::int AS count FROM boundary_pieces`;
  return row.count;
};

t.test('what was stored is read, and a second layer takes the place of the first', async (t) => {
  const first = randomBytes(2.5 * 1024 * 1024);
  await storeBoundaryLayer(url, layer('a'), first);
  t.match(await readBoundaryLayers(sql), [{ ...layer('a'), bytes: first.length, loadedAt: Date }]);
  t.ok(first.equals(await read('a')));
  t.equal(await pieces(), 3);
  const second = randomBytes(1024 * 1024);
  await storeBoundaryLayer(url, layer('b'), second);
  t.ok(second.equals(await read('b')));
  t.equal((await read('a')).length, 0);
  t.equal(await pieces(), 1);
  // The same again changes nothing but the time.
  await storeBoundaryLayer(url, layer('b'), second);
  t.ok(second.equals(await read('b')));
  t.equal((await readBoundaryLayers(sql)).length, 1);
});

t.test('a load that dies in the middle leaves what was there', async (t) => {
  await storeBoundaryLayer(url, layer('old'), Buffer.from('old'));
  const kill = () =>
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cartload boundary_layers'`.execute();
  let killed: Promise<unknown> | null = null;
  await t.rejects(
    storeBoundaryLayer(url, layer('new'), randomBytes(20 * 1024 * 1024), () => {
      killed ??= kill();
    }),
  );
  await killed;
  t.match(await readBoundaryLayers(sql), [{ version: 'old' }]);
  t.equal((await read('old')).toString(), 'old');
  t.equal(await pieces(), 1);
});

t.test('two loads of a type at a time follow each other', async (t) => {
  const contents = [randomBytes(3e6), randomBytes(3e6)];
  await Promise.all(contents.map((bytes, i) => storeBoundaryLayer(url, layer(`v${i}`), bytes)));
  const [stored, ...others] = await readBoundaryLayers(sql);
  t.same(others, []);
  t.ok(contents[Number(stored!.version.slice(1))]!.equals(await read(stored!.version)));
  t.equal(await pieces(), 3);
});

t.test('a layer that was made from another one is stored only over that', async (t) => {
  const store = (version: string, over: string | null) =>
    storeBoundaryLayer(url, layer(version), Buffer.from(version), undefined, over);
  const [{ version: before } = { version: '' }] = await readBoundaryLayers(sql);
  t.equal(await store('made', null), false, 'there is one meanwhile');
  t.equal(await store('made', 'another'), false);
  t.match(await readBoundaryLayers(sql), [{ version: before }]);
  t.equal(await store('made', before), true);
  t.match(await readBoundaryLayers(sql), [{ version: 'made' }]);
});

t.test('what is removed is gone, and a second time there is nothing', async (t) => {
  t.equal(await removeBoundaryLayer(sql, 'us_zip'), true);
  t.same(await readBoundaryLayers(sql), []);
  t.equal(await pieces(), 0);
  t.equal(await removeBoundaryLayer(sql, 'us_zip'), false);
});
