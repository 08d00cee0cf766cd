import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { hashKey, newKey } from '../../src/access/keys/key.js';
import { startApp } from '../../src/app.js';
import { createLog } from '../../src/base/log.js';
import { readConfig } from '../../src/config.js';
import { createAccount } from '../../src/store/accounts.js';
import { createKey } from '../../src/store/keys.js';
import { migrate } from '../../src/store/migrate.js';
import { type Client, finished, importCsv } from '../support/app.js';
import { runForResult } from '../support/cartload-process.js';
import { fetchDocumented } from '../support/documented.js';
import { installedPostgres, startInstalled } from '../support/installed-postgres.js';
import { StandInRenderer } from '../support/stand-in-renderer.js';
import { withAdmin, withDatabase } from '../support/test-server.js';

const bin = installedPostgres();
const SECRET = 'of this test, on both machines';
const KEY = newKey();

/** The service on a database and a DATA_DIR. */
async function serve(databaseUrl: string, dataDir: string) {
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET,
    PORT: '0',
    WORKERS: '1',
    WARM_UP: 'off',
  };
  const parts = { imageRenderer: new StandInRenderer() };
  const app = await startApp(readConfig(env), createLog('silent'), 'all', parts);
  const call: Client = async (method, path, body, headers = {}) => {
    const response = await fetchDocumented(path.startsWith('http') ? path : app.publicUrl + path, {
      method,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return { app, call };
}

/** A program of PostgreSQL. */
function runProgram(name: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(join(bin!, name), args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
}

t.test(
  'a back-up that is taken while the service runs has all that was acknowledged before',
  {
    skip: bin === null && 'no PostgreSQL is installed',
  },
  async (t) => {
    const server = await startInstalled(t, bin!);
    const admin = { adminUrl: server, serviceUrl: server };
    for (const name of ['before', 'after'])
      await withAdmin(admin, (sql) => sql.unsafe(`create database ${name}`));
    const directory = t.testdir();
    const path = (name: string): string => join(directory, name);

    const before = await serve(withDatabase(server, 'before'), path('before'));
    await createAccount(before.app.sql, 'owner@example.com', {});
    await createKey(before.app.sql, 'owner@example.com', hashKey(KEY), 'read_write', {});
    const { body: map } = await before.call('POST', '/maps', { name: 'Kept' });
    const rows = 'name,lat,lng,Size\na,1,2,x\nb,3,4,y\nc,bad,4,z\n';
    // Creates the index of texts, as of a snapshot of this server.
    await before.call('GET', `/maps/${map.id}/markers/search?q=nothing`);
    const job = await importCsv(before.call, map.id, rows);
    const image = await finished(
      before.call,
      (await before.call('POST', `/maps/${map.id}/images`, { preset: 'world', format: 'png' })).body,
    );
    const picture = new URL((image as unknown as { image_url: string }).image_url);
    const seen = async ({ call, app }: typeof before) => ({
      markers: (await call('GET', `/maps/${map.id}/markers`)).body.data,
      fields: (await call('GET', `/maps/${map.id}/fields`)).body,
      job: {
        ...(await call('GET', `/jobs/${job.job_id}`)).body,
        status_url: '',
        errors_url: '',
        changes_url: '',
        undo_url: '',
        retry_url: '',
      },
      errors: (await call('GET', `/jobs/${job.job_id}/errors.csv`)).body,
      picture: (await call('GET', app.publicUrl.replace('/v1', '') + picture.pathname + picture.search)).body,
    });
    const kept = await seen(before);
    t.match(kept, {
      markers: [{ name: 'a' }, { name: 'b' }],
      job: { status: 'completed', error_count: 1 },
      errors: /bad/,
    });

    // In this order: files that the database refers to exist before it, and stay for days.
    runProgram('pg_dump', '--format=custom', `--file=${path('dump')}`, withDatabase(server, 'before'));
    for (const name of ['blobs', 'spool'])
      cpSync(path(`before/${name}`), path(`after/${name}`), { recursive: true });
    await before.call('POST', '/maps', { name: 'Later' });
    await before.app.stop();

    runProgram(
      'pg_restore',
      '--no-owner',
      '--exit-on-error',
      `--dbname=${withDatabase(server, 'after')}`,
      path('dump'),
    );
    await t.rejects(serve(withDatabase(server, 'after'), path('after')), {
      message:
        /^BLOB_URL=file:\S+blobs belongs to the installation [\da-f-]{36}, of which this database is a copy: give this one a place/,
    });
    await runForResult(t, ['migrate', '--take-over'], {
      env: { DATABASE_URL: withDatabase(server, 'after'), DATA_DIR: path('after') },
    });
    const after = await serve(withDatabase(server, 'after'), path('after'));
    t.teardown(() => after.app.stop());
    t.same(await migrate(after.app.sql), { applied: [] });
    t.same(await seen(after), kept);
    t.same(
      (await after.call('GET', '/maps')).body.data.map(({ name }: { name: string }) => name),
      ['Kept'],
    );
    t.match(await importCsv(after.call, map.id, rows), { status: 'completed', added: 0, skipped: 2 });
    t.equal(
      (await after.call('POST', `/maps/${map.id}/markers`, { name: 'new_harbour', lat: 5, lng: 6 })).status,
      201,
    );
    t.match((await after.call('GET', `/maps/${map.id}/markers/search?q=new_harbour`)).body.data, [
      { name: 'new_harbour' },
    ]);
  },
);
