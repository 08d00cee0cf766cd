import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import t from 'tap';
import { readConfig } from '../../src/config.js';
import { connect } from '../../src/store/client.js';
import { openMarkerRows } from '../../src/store/export.js';
import { listenToChannels } from '../../src/store/listen.js';
import { migrate } from '../../src/store/migrate.js';
import { openThreadPool } from '../../src/store/thread-pool.js';
import { readDatabaseAddress } from '../../src/store/tls.js';
import { arrange, clusterOf, query } from '../support/embedded.js';
import { faultProxy } from '../support/fault-proxy.js';
import { temporaryFolder } from '../support/temporary-folder.js';

// A server starts and stops: slow where the machine is busy.
t.setTimeout(900_000);

const folder = temporaryFolder(t);
const certificate = join(folder, 'server.crt');
const stranger = join(folder, 'stranger.crt');

/** Self-signed, so that each is its own authority. */
function makeCertificate(path: string): void {
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', path.replace('.crt', '.key'), '-out', path],
    ],
    { stdio: 'ignore' },
  );
}

function canMakeCertificates(): boolean {
  try {
    for (const path of [certificate, stranger]) makeCertificate(path);
    return true;
  } catch {
    return false;
  }
}

const WHETHER = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
const outcomeOf = (connected: Promise<ArrayLike<{ ssl: boolean }>>): Promise<string> =>
  connected.then(
    (rows) => (rows[0]?.ssl ? 'encrypted' : 'plain'),
    () => 'refused',
  );

/** How the driver of the service and that of the threads fare. */
async function outcomes(url: string): Promise<string[]> {
  const sql = connect(url, { applicationName: 'test', maxConnections: 1, statementTimeoutMs: 10_000 });
  const pool = openThreadPool(url, 1);
  try {
    return await Promise.all([
      outcomeOf(sql.unsafe<{ ssl: boolean }[]>(WHETHER).then((rows) => rows)),
      outcomeOf(pool.query<{ ssl: boolean }>(WHETHER).then(({ rows }) => rows)),
    ]);
  } finally {
    await sql.end({ timeout: 1 });
    await pool.end();
  }
}

const skip = canMakeCertificates() ? false : 'there is no openssl to make certificates with';
t.test('both drivers encrypt, verify and refuse alike', { skip }, async (t) => {
  const { dataDir, start } = arrange(t);
  const { url, stop } = await start();
  t.teardown(stop);
  const at = (more: string, host = '127.0.0.1') => `${url.replace('127.0.0.1', host)}${more}`;

  t.same(await outcomes(at('')), ['plain', 'plain']);
  t.same(await outcomes(at('?sslmode=prefer')), ['plain', 'plain']);
  t.same(await outcomes(at('?sslmode=require')), ['refused', 'refused']);

  const cluster = clusterOf(dataDir);
  const { uid, gid } = statSync(cluster);
  for (const name of ['server.crt', 'server.key']) {
    copyFileSync(join(folder, name), join(cluster, name));
    chownSync(join(cluster, name), uid, gid);
    chmodSync(join(cluster, name), 0o600);
  }
  const admin = url.replace('cartload:', 'postgres:');
  const refusal = await query(admin, 'ALTER SYSTEM SET ssl = on').then(() => null, String);
  if (refusal !== null) return t.pass('', { skip: refusal });
  await query(admin, 'SELECT pg_reload_conf()');
  for (let tries = 0; (await outcomes(at('?sslmode=require')))[0] !== 'encrypted'; tries++) {
    if (tries === 200) return t.fail('the server did not take its certificate');
    await sleep(25);
  }

  for (const [more, expected, host] of [
    ['', 'plain'],
    ['?sslmode=disable', 'plain'],
    ['?sslmode=prefer', 'encrypted'],
    ['?sslmode=require', 'encrypted'],
    ['?sslmode=no-verify', 'encrypted'],
    ['?ssl=true', 'encrypted'],
    [`?sslmode=require&sslrootcert=${certificate}`, 'encrypted'],
    [`?sslmode=require&sslrootcert=${stranger}`, 'refused'],
    [`?sslmode=no-verify&sslrootcert=${stranger}`, 'encrypted'],
    [`?sslmode=verify-ca&sslrootcert=${certificate}`, 'encrypted'],
    [`?sslmode=verify-ca&sslrootcert=${stranger}`, 'refused'],
    [`?sslmode=verify-full&sslrootcert=${certificate}`, 'encrypted', 'localhost'],
    [`?sslmode=verify-full&sslrootcert=${certificate}`, 'refused', '127.0.0.1'],
    [`?sslmode=verify-full&sslrootcert=${stranger}`, 'refused', 'localhost'],
    ['?sslmode=verify-full', 'refused', 'localhost'],
    ['?sslmode=verify-full&sslrootcert=system', 'refused', 'localhost'],
  ] as const) {
    t.same(await outcomes(at(more, host)), [expected, expected], `${host ?? ''}${more}`);
  }

  const required = at('?sslmode=require');
  const sql = connect(required, { applicationName: 'test', maxConnections: 1, statementTimeoutMs: 10_000 });
  t.teardown(() => sql.end({ timeout: 1 }));
  await migrate(sql);
  const way = await faultProxy(t, required);
  const limits = { statementTimeoutMs: 300, silenceGraceMs: 100 };
  const silent = connect(way.url, { applicationName: 'test', maxConnections: 1, ...limits });
  const silentPool = openThreadPool(way.url, 1, limits);
  const ask = () =>
    Promise.all([
      outcomeOf(silent.unsafe<{ ssl: boolean }[]>(WHETHER).then((rows) => rows)),
      outcomeOf(silentPool.query<{ ssl: boolean }>(WHETHER).then(({ rows }) => rows)),
    ]);
  t.same(await ask(), ['encrypted', 'encrypted']);
  way.swallow();
  t.same(await ask(), ['refused', 'refused'], 'a silent connection is given up below TLS, too');
  await way.pass();
  t.same(await ask(), ['encrypted', 'encrypted']);
  await Promise.all([silent.end({ timeout: 0 }), silentPool.end()]);

  const listener = await listenToChannels({
    url: required,
    channels: { any: () => {} },
    log: pino({ level: 'silent' }),
  });
  const rows = await openMarkerRows({
    databaseUrl: required,
    mapId: 1,
    expressions: ['id'],
    blockBytes: 1000,
    timeoutMs: 10_000,
  });
  t.same(
    await sql`
      SELECT a.application_name AS name, s.ssl FROM pg_stat_activity a JOIN pg_stat_ssl s USING (pid)
      WHERE a.application_name IN ('cartload listen', 'cartload export') ORDER BY name`,
    [
      { name: 'cartload export', ssl: true },
      { name: 'cartload listen', ssl: true },
    ],
  );
  rows.close();
  await rows.blocks[Symbol.asyncIterator]()
    .next()
    .catch(() => {});
  await listener.close();
});

t.test('what is not understood ends the start, with the variable and without the password', async (t) => {
  const refusal = (more: string): string => {
    try {
      readConfig({ DATABASE_URL: `postgres://user:hush@localhost/x?password=hush&${more}` });
      return 'none';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const modes = 'disable, prefer, require, no-verify, verify-ca, verify-full';
  t.equal(
    refusal('sslmode=required'),
    `DATABASE_URL is not allowed: its sslmode "required" is not one of ${modes}`,
  );
  t.equal(
    refusal('sslmode=allow'),
    `DATABASE_URL is not allowed: its sslmode "allow" is not one of ${modes}`,
  );
  t.equal(
    refusal('sslmode=verify-ca'),
    'DATABASE_URL is not allowed: its sslmode verify-ca needs your own certificate authority in sslrootcert',
  );
  t.equal(
    refusal('sslmode=verify-full&sslrootcert=/nowhere/ca.pem'),
    'DATABASE_URL is not allowed: its sslrootcert cannot be read: ENOENT "/nowhere/ca.pem"',
  );
  t.equal(refusal('ssl=yes'), 'DATABASE_URL is not allowed: its ssl is not true: use sslmode instead');
  t.equal(
    refusal('sslmode=require&sslkey=/k.pem'),
    'DATABASE_URL is not allowed: its parameter sslkey is not supported',
  );
  t.equal(refusal('sslmode=require'), 'none');
});

t.test('a URL without a word on TLS is handed on as it is', async (t) => {
  const url = 'postgres://user:p%20w@host/x?options=-c%20search_path%3Dx';
  t.same(readDatabaseAddress(url), { url, tls: false, isPooler: false });
  t.same(readDatabaseAddress(`${url}&sslmode=prefer`), {
    url: 'postgres://user:p%20w@host/x?options=-c+search_path%3Dx',
    tls: 'prefer',
    isPooler: false,
  });
});
