import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import t from 'tap';
import type { Marker } from '../../src/schema/marker.js';
import { sharedTestApp } from '../support/app.js';
import { until } from '../support/cartload-process.js';
import { RawConnection } from '../support/raw-connection.js';

/*
 * Writes and a change of hands of their map at the same moment; one after the other they are in
 * between-head-and-body.test.ts.
 */

const service = await sharedTestApp(t);
const { sql } = service.app;
const [anna, ben] = [
  await service.client({ email: 'anna@example.com' }),
  await service.client({ email: 'ben@example.com' }),
];
const MARKER = { name: 'New', lat: 1, lng: 2, category: 'New' };
const newMap = async (): Promise<number> => (await anna('POST', '/maps', { name: 'M' })).body.id;
const toBen = (map: number) => anna('POST', `/maps/${map}/transfer`, { new_owner_email: 'ben@example.com' });

/** A transaction that stays open for as long as the test wants. */
async function openTransaction(statement: string): Promise<pg.Client> {
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  t.teardown(() => client.end());
  await client.query('BEGIN');
  await client.query(statement);
  return client;
}

const somebodyWaits = () =>
  until(async () => (await sql`SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'`).length > 0);

t.test('a write waits for the transfer that is under way, and is refused when it is done', async (t) => {
  const map = await newMap();
  const [ids] = await sql<[{ key: number; anna: number }]>`
    SELECT k.id AS key, a.id AS anna FROM accounts a JOIN api_keys k ON k.account_id = a.id WHERE a.email = 'anna@example.com'`;
  const transfer = await openTransaction(
    `SELECT transfer_map(authorize_write(${map}, ${ids.key}, 'transfer'), ${ids.anna}, 'ben@example.com', ${ids.anna})`,
  );
  const create = anna('POST', `/maps/${map}/markers`, MARKER);
  await somebodyWaits();
  await transfer.query('COMMIT');
  t.equal((await create).status, 404);
  t.equal((await ben('GET', `/maps/${map}`)).body.marker_count, 0);
});

t.test('a transfer waits for the writes that are under way, a rename does not', async (t) => {
  const map = await newMap();
  const [{ key }] = await sql<[{ key: number }]>`
    SELECT k.id AS key FROM accounts a JOIN api_keys k ON k.account_id = a.id WHERE a.email = 'anna@example.com'`;
  const write = await openTransaction(`SELECT clear_legend((SELECT authorize_write(${map}, ${key})))`);
  t.equal((await anna('PATCH', `/maps/${map}`, { name: 'Renamed' })).status, 200);
  const transfer = toBen(map);
  await somebodyWaits();
  t.equal((await anna('GET', `/maps/${map}`)).body.name, 'Renamed');
  await write.query('COMMIT');
  t.equal((await transfer).status, 200);
});

t.test('a small batch that was accepted before a transfer is answered as what it was', async (t) => {
  const map = await newMap();
  const legend = await openTransaction(`SELECT FROM layers WHERE map_id = ${map} FOR UPDATE`);
  const batch = anna('POST', `/maps/${map}/markers/bulk`, { markers: [MARKER] });
  await until(
    async () => (await sql`SELECT FROM jobs WHERE map_id = ${map} AND status = 'processing'`).length > 0,
  );
  t.equal((await toBen(map)).status, 200);
  await legend.query('COMMIT');
  const { status, body } = await batch;
  t.match([status, body], [200, { added: 1, errors: [] }]);
  const { body: page } = await ben<{ data: Marker[] }>('GET', `/maps/${map}/markers`);
  t.same(
    page.data.map(({ name }) => name),
    ['New'],
  );
});

t.test('the rest of an upload that comes after a transfer, or a revocation, imports nothing', async (t) => {
  const authorization = await service.authorization({ email: 'anna@example.com' });
  const events: [number, (map: number) => Promise<unknown>][] = [
    [404, toBen],
    [401, () => sql`UPDATE api_keys SET revoked_at = now() WHERE id = (SELECT max(id) FROM api_keys)`],
  ];
  const spooled = async () =>
    (await readdir(join(service.dataDir, 'spool'))).filter((name) => name.includes('.upload'));
  await until(async () => (await spooled()).length === 0);
  for (const [status, event] of events) {
    const map = await newMap();
    const connection = await RawConnection.open(Number(new URL(service.app.publicUrl).port));
    await connection.send(
      `POST /v1/maps/${map}/markers/bulk HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n` +
        'Content-Type: text/csv\r\nContent-Length: 21\r\n\r\nname,lat,lng\n',
    );
    // It is there once all that is checked before the body has been.
    await until(async () => (await spooled()).length > 0);
    await event(map);
    await connection.send('New,1,2\n');
    t.equal((await connection.response()).status, status);
    t.same(await sql`SELECT FROM jobs WHERE map_id = ${map}`, []);
    t.same(await spooled(), []);
    connection.socket.destroy();
  }
});

t.test(
  'whatever two accounts do with a map that goes to and fro between them, nobody is told 500',
  async (t) => {
    const map = await newMap();
    const path = `/maps/${map}`;
    const { body: marker } = await anna('POST', `${path}/markers`, MARKER);
    const statuses = new Map<number, number>();
    const count = async (reply: Promise<{ status: number }>): Promise<void> => {
      const { status } = await reply;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    const rounds = Array.from({ length: 25 }, (_, i) => i);
    const lots = [anna, ben].map(async (call, which) => {
      const email = `${['ben', 'anna'][which]}@example.com`;
      for (const i of rounds) {
        await Promise.all(
          [
            call('POST', `${path}/markers`, { ...MARKER, category: `C${i}` }),
            call('PATCH', `${path}/markers/${marker.id}`, { category: `P${i}` }),
            call('PUT', `${path}/categories`, { categories: [{ name: `L${i}` }] }),
            call('PATCH', path, { name: `N${i}` }),
            call('POST', `${path}/archive`),
            call('POST', `${path}/shares`, { email: `s${i % 3}@example.com`, access_level: 'viewer' }),
            call('POST', `${path}/transfer`, { new_owner_email: email }),
            call('POST', `${path}/restore`),
          ].map(count),
        );
      }
    });
    await Promise.all(lots);
    for (const status of statuses.keys()) t.ok([200, 201, 400, 404].includes(status), `${status}`);
    t.ok(statuses.get(200));
    t.ok(statuses.get(404));
  },
);
