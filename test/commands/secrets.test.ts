import { join } from 'node:path';
import t, { type Test } from 'tap';
import { passwordToken } from '../../src/access/keys/password-token.js';
import type { BulkJob } from '../../src/schema/job.js';
import { run, serve, until } from '../support/cartload-process.js';
import { fetchDocumented } from '../support/documented.js';
import { startHttpServer } from '../support/http-server.js';
import { createOwner } from '../support/owner.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/*
 * Every setting that is or holds a secret has a mark in it, every dependency fails, and whatever the service
 * then says, to whomever, is searched for the marks.
 */

const folder = temporaryFolder(t);
/** Nothing listens there. */
const NOBODY = '127.0.0.1:9';

/** A service that fails with everything that it was told, as some do. */
const startTelltale = (t: Test): Promise<string> =>
  startHttpServer(t, ({ url, headers }, response) => {
    const told = `${url} ${JSON.stringify(headers)}`;
    response.writeHead(400, told.replaceAll('"', "'").slice(0, 100), { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: told, message: told, error_code: 1, status_message: told }));
  });

const markOf = (name: string): string => `m4rk${name}m4rk`;
const SECRET = markOf('signing with more than sixteen');

/** @param services where the services of others are @param others where what is no HTTP service is */
const settingsOf = (services: string, others: string): Record<string, string> => ({
  REDIS_URL: `redis://user:${markOf('redis')}@${others}/0`,
  SMTP_URL: `smtp://user:${markOf('smtp')}@${others}?from=maps@example.com`,
  GEOCODER_URL: `nominatim+http://user:${markOf('geocoder')}@${services}/search?key=${markOf('geocoderkey')}`,
  ISOCHRONE_URL: `valhalla+http://user:${markOf('isochrone')}@${services}/isochrone?api_key=${markOf('isochronekey')}`,
  INFERRER_URL: `http://user:${markOf('inferrer')}@${services}/infer?key=${markOf('inferrerkey')}`,
  SATELLITE_TILES_URL: `http://user:${markOf('tiles')}@${services}/{z}/{x}/{y}?key=${markOf('tileskey')}`,
  SECRET,
  AWS_ACCESS_KEY_ID: markOf('awsid'),
  AWS_SECRET_ACCESS_KEY: markOf('aws'),
});

const CSV =
  'name,lat,lng,street,city,state,type,drive_time,Whatever\n' +
  'A,,,1 Main St,Springfield,IL,pin,,x\nB,40,-100,,,,drive_time,5,y\nC,north,1,,,,pin,,z\n';

for (const [name, startServices] of [
  ['are not there', async () => NOBODY],
  ['fail and tell what they were told', startTelltale],
] as const) {
  t.test(`no secret is told where dependencies ${name}`, async (t) => {
    const owner = await createOwner(t, { rateLimit: 100_000 });
    const mapId = await owner.createMap();
    const unknownKey = `ck_${markOf('unknown').padEnd(33, 'x')}`;
    const databaseUrl = new URL(owner.url);
    // Where the server trusts this machine any password will do.
    if (databaseUrl.password === '') databaseUrl.password = markOf('database');
    const env = {
      ...settingsOf(await startServices(t), NOBODY),
      DATABASE_URL: databaseUrl.href,
      DATA_DIR: join(folder, name.slice(0, 4)),
      LOG_LEVEL: 'debug',
    };
    const service = await serve(t, { env });
    const account = { id: owner.accountId, email: 'owner@example.com' };
    const token = passwordToken(Buffer.from(SECRET), account, Math.floor(Date.now() / 1000) + 1000);
    const told: string[] = [];
    const call = async (
      path: string,
      { key = owner.key, ...init }: RequestInit & { key?: string } = {},
      // biome-ignore lint/suspicious/noExplicitAny: of many shapes
    ): Promise<any> => {
      const headers = { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) };
      const response = await fetchDocumented(new URL(path, service.url), { ...init, headers });
      const text = await response.text();
      told.push(`${path.split('?')[0]} ${[...response.headers].join()} ${text}`);
      return text.startsWith('{') ? JSON.parse(text) : text;
    };
    const json = (body: object): RequestInit => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

    await call('/v1/me', { key: unknownKey });
    for (const misplaced of [owner.key, unknownKey]) {
      await call(`/v1/me?api_key=${misplaced}`, { key: '' });
      await call(`/v1/maps?page_size=${misplaced}`);
      await call(`/v1/maps/1/markers?page_token=${misplaced}`);
    }
    await call('/v1/me', { headers: { 'x-request-id': 'mine', authorization: `Basic ${owner.key}` } });
    await call(`/set-password?token=${token}`);
    await call('/set-password', {
      method: 'POST',
      body: new URLSearchParams({ token, password: markOf('password') }),
    });
    await call(`/v1/maps/${mapId}/shares`, json({ email: 'friend@example.com', access_level: 'viewer' }));
    await call(
      `/v1/maps/${mapId}/markers`,
      json({ name: 'A', address: { street: '1 Main St', city: 'Nowhere' } }),
    );
    const queued = await call(`/v1/maps/${mapId}/markers/bulk`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: CSV,
    });
    const ended = async (path: string) =>
      until(async () => {
        const job = (await call(path)) as BulkJob;
        return job.completed_at !== null && job;
      });
    const job = await ended(new URL(queued.status_url).pathname);
    t.match(
      job.notes.join(),
      /geocoding service.*|header inferrer did not answer/s,
      'the services were asked',
    );
    const picture = await call(`/v1/maps/${mapId}/images`, json({ preset: 'us', map_type: 'satellite' }));
    t.ok(picture.status_url, JSON.stringify(picture));
    await ended(new URL(picture.status_url).pathname);
    await service.seen('stderr', (line) => (/could not send a mail/.test(line) ? line : null));
    await service.seen('stderr', (line) => (/lost Redis/.test(line) ? line : null));
    for (const path of ['/metrics', '/readyz', '/', '/v1/openapi.json', '/v1/attributions'])
      await call(path, { key: '' });
    await call(`/v1/jobs/${job.job_id}/errors.csv`);
    await call('/v1/jobs');
    for (const table of [
      'jobs',
      'audit_log',
      'outbox',
      'import_blocks',
      'accounts',
      'api_keys',
      'geocoded_addresses',
    ]) {
      const rows = await owner.sql`SELECT t::text AS row FROM ${owner.sql(table)} t`;
      told.push(`${table} ${rows.map(({ row }) => row).join('\n')}`);
    }
    service.child.kill('SIGTERM');
    const { stdout, stderr } = await service.ended;
    told.push(`stdout ${stdout}`, ...stderr.split('\n').map((line) => `log ${line}`));

    const secrets = [owner.key, unknownKey, token, decodeURIComponent(databaseUrl.password)];
    const basic = (user: string, password: string) => Buffer.from(`${user}:${password}`).toString('base64');
    for (const service of ['geocoder', 'isochrone', 'inferrer', 'tiles'])
      secrets.push(basic('user', markOf(service)));
    // The form repeats the token to whoever brought it.
    const leaks = told.filter(
      (text) =>
        !text.startsWith('/set-password') &&
        (/m4rk/.test(text) || secrets.some((secret) => text.includes(secret))),
    );
    t.same(
      leaks.map((text) => text.slice(0, 2000)),
      [],
    );
  });
}

// config.test.ts has the values that are wrong by themselves.
t.test('a start that fails for its database tells no secret', async (t) => {
  const env = {
    ...settingsOf(NOBODY, NOBODY),
    DATA_DIR: join(folder, 'dead'),
    LOG_LEVEL: 'debug',
    DATABASE_URL: `postgres://user:${markOf('database')}@${NOBODY}/x`,
  };
  const { code, stdout, stderr } = await run(t, ['serve'], { env });
  t.equal(code, 1);
  t.match(stderr, /cartload: /);
  t.notMatch(`${stdout}${stderr}`, /m4rk/);
});
