import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { connect } from '../../../src/store/client.js';
import { listenToChannels } from '../../../src/store/listen.js';
import { readStoredRoads, removeRoads, storeRoads } from '../../../src/store/roads.js';
import { LoadedRoads } from '../../../src/world/roads/loaded-roads.js';
import { createDatabase } from '../../support/database.js';
import { recordLog } from '../../support/recorded-log.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { townNetwork } from '../../support/town-network.js';

const { url } = await createDatabase(t);
const open = () => connect(url, { applicationName: 'test', maxConnections: 1, statementTimeoutMs: 30_000 });
const sql = open();
t.teardown(() => sql.end({ timeout: 5 }));

const load = ({ stored, packed }: ReturnType<typeof townNetwork>) => storeRoads(url, stored, packed);

const directoryOf = (t: Test): string => join(temporaryFolder(t), 'roads');

/** The networks of a process, with connections of their own. */
async function startProcess(t: Test, directory?: string) {
  const { log, entries } = recordLog();
  const own = open();
  const roads = new LoadedRoads({ sql: own, directory: directory ?? directoryOf(t), log });
  const listener = await listenToChannels({
    url,
    log,
    channels: { roads_changed: () => void roads.changed() },
  });
  await roads.start();
  t.teardown(async () => {
    await roads.stop();
    await listener.close();
    await own.end({ timeout: 5 });
  });
  const has = (): string[] =>
    roads.current.graphs.map(({ name, version }) => `${name} ${version.slice(0, 8)}`);
  const until = async (...wanted: ReturnType<typeof townNetwork>[]): Promise<void> => {
    const names = wanted.map(({ stored: { name, version } }) => `${name} ${version.slice(0, 8)}`).sort();
    while (has().join() !== names.join()) await delay(5);
  };
  return { roads, until, entries, has };
}

t.test('every process has what one loads, until it is replaced and removed', async (t) => {
  const [one, two] = await Promise.all([startProcess(t), startProcess(t)]);
  t.same(one.roads.current, { version: 'none', graphs: [] });
  const [small, other, larger] = [townNetwork('town', 3), townNetwork('other', 4), townNetwork('town', 5)];
  await load(small);
  await Promise.all([one.until(small), two.until(small)]);
  const before = one.roads.current;
  t.ok(Buffer.from(before.graphs[0]!.graph).equals(Buffer.from(small.packed)));
  t.equal(before.version, two.roads.current.version);
  await load(other);
  await Promise.all([one.until(small, other), two.until(small, other)]);
  // Unchanged networks are not read again.
  t.equal(one.roads.current.graphs.find(({ name }) => name === 'town')!.graph, before.graphs[0]!.graph);
  await load(larger);
  await Promise.all([one.until(larger, other), two.until(larger, other)]);
  // Users of the earlier network still hold it.
  t.ok(Buffer.from(before.graphs[0]!.graph).equals(Buffer.from(small.packed)));
  const later = await startProcess(t);
  await later.until(larger, other);
  t.match(later.roads.attributions, [
    {
      use: 'roads',
      name: 'OpenStreetMap, other',
      credit: '© OpenStreetMap contributors',
      licence: 'ODbL-1.0',
    },
    { name: 'OpenStreetMap, town' },
  ]);
  for (const name of ['town', 'other']) t.equal(await removeRoads(sql, name), true);
  await Promise.all([one, two, later].map((process) => process.until()));
  t.same(later.roads.attributions, []);
  t.equal(await removeRoads(sql, 'town'), false);
});

t.test('a start reads the copy on the disk, and copies of old versions go', async (t) => {
  const directory = directoryOf(t);
  const [first, second] = [townNetwork('town', 3), townNetwork('town', 4)];
  await load(first);
  const one = await startProcess(t, directory);
  t.same(await readdir(directory), [`${first.stored.version}.graph`]);
  t.ok((await readFile(join(directory, `${first.stored.version}.graph`))).equals(Buffer.from(first.packed)));
  // Without pieces in the database, only the copy is left.
  await sql`DELETE FROM road_pieces`;
  const two = await startProcess(t, directory);
  await two.until(first);
  await load(second);
  await Promise.all([one.until(second), two.until(second)]);
  await one.roads.changed();
  t.same(await readdir(directory), [`${second.stored.version}.graph`]);
  await removeRoads(sql, 'town');
  await one.until();
  await one.roads.changed();
  t.same(await readdir(directory), []);
});

t.test('a copy that is cut off or changed is read from the database again', async (t) => {
  const directory = directoryOf(t);
  const town = townNetwork('town', 3);
  await load(town);
  await startProcess(t, directory);
  const path = join(directory, `${town.stored.version}.graph`);
  const changed = Buffer.from(town.packed);
  changed[200]! ^= 1;
  for (const broken of [town.packed.subarray(0, 100), changed, Buffer.alloc(0)]) {
    await writeFile(path, broken);
    const process = await startProcess(t, directory);
    t.ok(Buffer.from(process.roads.current.graphs[0]!.graph).equals(Buffer.from(town.packed)));
    t.ok((await readFile(path)).equals(Buffer.from(town.packed)));
  }
  await removeRoads(sql, 'town');
});

t.test('without a place for copies a process goes on without', async (t) => {
  const town = townNetwork('town', 3);
  await load(town);
  const file = directoryOf(t);
  await writeFile(file, '');
  const process = await startProcess(t, join(file, 'roads'));
  t.same(process.has().length, 1);
  t.match(process.entries.find(({ level }) => level === 40)!.msg, /could not copy a road network to disk/);
  await removeRoads(sql, 'town');
});

t.test('one that is broken, or larger than the memory, is told once, and the others are used', async (t) => {
  const [town, broken, huge] = [townNetwork('town', 3), townNetwork('broken', 4), townNetwork('huge', 5)];
  await load({ ...broken, packed: broken.packed.subarray(0, -8) });
  await load(huge);
  await sql`UPDATE road_graphs SET bytes = ${2 ** 52} WHERE name = 'huge'`;
  await load(town);
  const process = await startProcess(t);
  t.same(process.has(), [`town ${town.stored.version.slice(0, 8)}`]);
  const errors = () => process.entries.filter(({ level }) => level === 50).map(({ msg }) => msg);
  t.same(errors(), [
    'cannot use a road network: load its file again',
    'cannot use a road network: there is not enough memory',
  ]);
  await process.roads.changed();
  t.equal(errors().length, 2);
  await load(broken);
  await process.until(broken, town);
  for (const { name } of await readStoredRoads(sql)) await removeRoads(sql, name);
});

t.test('a load that is ended in the middle leaves the network that was there', async (t) => {
  const town = townNetwork('town', 3);
  await load(town);
  const kill = () =>
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cartload road_graphs'`.execute();
  let killed: Promise<unknown> | null = null;
  const larger = townNetwork('town', 5);
  await t.rejects(
    storeRoads(url, larger.stored, Buffer.alloc(20 * 1024 * 1024), () => {
      killed ??= kill();
    }),
  );
  await killed;
  const process = await startProcess(t);
  await process.until(town);
  const [row] = await sql<[{ count: number }]>`SELECT count(*)::int AS count FROM road_pieces`;
  t.equal(row.count, 1);
  await removeRoads(sql, 'town');
});
