import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { CSV, finished, startTestApp } from '../support/app.js';
import { RawConnection } from '../support/raw-connection.js';

const MAX_BYTES = 300_000;
/** Two of these are as much as an account may have under way, and each waits for more. */
const ROWS = `name,lat,lng\n${'A,1,2\n'.repeat(MAX_BYTES / 6 - 10)}`;

t.test('uploads under way have a bound together, unpacked, and give it back however they end', async (t) => {
  const service = await startTestApp(t, { MAX_UPLOAD_BYTES: String(MAX_BYTES) });
  const authorization = await service.authorization();
  const call = service.clientWith(authorization);
  const { port, origin, pathname } = new URL(service.app.publicUrl);
  const spool = join(service.dataDir, 'spool');
  const path = `/maps/${(await call('POST', '/maps', { name: 'M' })).body.id}/markers/bulk`;
  const bytes = async (): Promise<number> =>
    Number(/^cartload_upload_bytes (\d+)/m.exec(await (await fetch(`${origin}/metrics`)).text())![1]);
  /** Sends a body and not its end. */
  const begin = async (headers: string, body: string | Buffer): Promise<RawConnection> => {
    const connection = await RawConnection.open(Number(port));
    t.teardown(() => connection.socket.destroy());
    const head = `POST ${pathname}${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n${headers}`;
    await connection.send(`${head}Content-Length: ${body.length + 10}\r\n\r\n`);
    await connection.send(body);
    return connection;
  };
  const plain = await begin('Content-Type: text/csv\r\n', ROWS);
  const packed = await begin(
    'Content-Type: text/csv\r\nContent-Encoding: gzip\r\n',
    Buffer.concat([gzipSync(ROWS.slice(0, -60)), gzipSync('A,1,2\n'.repeat(10))]),
  );
  while ((await bytes()) < 1.8 * MAX_BYTES) await delay(5);
  for (const [body, headers] of [
    [ROWS, CSV],
    [gzipSync(ROWS), { ...CSV, 'content-encoding': 'gzip' }],
    [JSON.stringify({ markers: [], x: 'y'.repeat(MAX_BYTES / 2) }), { 'content-type': 'application/json' }],
    [JSON.stringify({ type: 'FeatureCollection', features: [], x: ROWS }), CSV],
  ] as const) {
    const refused = await call('POST', path, body, headers);
    t.match([refused.status, refused.body.error.code], [429, 'RATE_LIMITED']);
    t.match(refused.body.error.message, /the uploads of the account that are under way/);
    t.equal(refused.headers.get('retry-after'), '10');
  }
  t.equal((await readdir(spool)).filter((name) => name.endsWith('.part')).length, 2, 'nothing of them stays');
  t.equal((await call('GET', '/me')).body.quotas.bulk.used, 0);
  plain.socket.destroy();
  packed.socket.destroy();
  while ((await bytes()) > 0) await delay(5);
  t.equal((await call('POST', path, 'name,lat,lng\n"A', CSV)).status, 400);
  const { status, body } = await call('POST', path, ROWS, CSV);
  t.equal(status, 202);
  await finished(call, body);
  t.equal((await call('POST', `${path}?dry_run=true`, ROWS, CSV)).status, 200);
  t.equal(await bytes(), 0);
});

t.test('without room on the disk uploads wait, and everything else goes on', async (t) => {
  const service = await startTestApp(t, { DISK_RESERVE_BYTES: String(2 ** 50) });
  const call = await service.client();
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  for (const headers of [CSV, { 'content-type': 'application/json' }]) {
    const {
      status,
      body,
      headers: answered,
    } = await call('POST', `/maps/${map.id}/markers/bulk`, '{"markers":[]}', headers);
    t.match([status, body.error.code], [429, 'RATE_LIMITED']);
    t.match(body.error.message, /the disk of the service has too little room/);
    t.equal(answered.get('retry-after'), '60');
  }
  t.same(
    await readdir(join(service.dataDir, 'spool')).then((names) =>
      names.filter((name) => name.endsWith('.part')),
    ),
    [],
  );
  t.equal((await call('POST', `/maps/${map.id}/markers`, { name: 'A', lat: 1, lng: 2 })).status, 201);
  t.equal((await call('GET', `/maps/${map.id}/markers.csv`)).status, 200);
});
