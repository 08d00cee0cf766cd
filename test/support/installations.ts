import { join } from 'node:path';
import type { Test } from 'tap';
import { hashKey, newKey } from '../../src/access/keys/key.js';
import { type ServiceRole, startApp } from '../../src/app.js';
import { createLog } from '../../src/base/log.js';
import { readConfig } from '../../src/config.js';
import { createAccount } from '../../src/store/accounts.js';
import { createKey } from '../../src/store/keys.js';
import { type Client, finished } from './app.js';
import { runForResult } from './cartload-process.js';
import { createDatabase } from './database.js';
import { fetchDocumented } from './documented.js';
import { StandInRenderer } from './stand-in-renderer.js';

const KEYS = { owner: newKey(), guest: newKey() };

export interface Serving {
  call: Client;
  guest: Client;
  origin: string;
  stop(): Promise<void>;
}

/** The service with the keys of two accounts. */
export async function serve(
  t: Test,
  env: Record<string, string>,
  role: ServiceRole = 'all',
): Promise<Serving & { app: Awaited<ReturnType<typeof startApp>> }> {
  const config = readConfig({ PORT: '0', WORKERS: '1', WARM_UP: 'off', ...env });
  const app = await startApp(config, createLog('silent'), role, { imageRenderer: new StandInRenderer() });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await app.stop();
    isStopped = true;
  };
  t.teardown(stop);
  const as =
    (key: string): Client =>
    async (method, path, body, headers = {}) => {
      const response = await fetchDocumented(path.startsWith('http') ? path : app.publicUrl + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    };
  return { app, call: as(KEYS.owner), guest: as(KEYS.guest), origin: app.publicUrl.replace('/v1', ''), stop };
}

/** Two empty installations. */
export async function arrange(t: Test, places: [Record<string, string>, Record<string, string>] = [{}, {}]) {
  const directory = t.testdir({});
  const [first, second] = [await createDatabase(t), await createDatabase(t)];
  return {
    directory,
    backup: join(directory, 'backup'),
    before: { DATABASE_URL: first.url, DATA_DIR: join(directory, 'before'), ...places[0] },
    after: { DATABASE_URL: second.url, DATA_DIR: join(directory, 'after'), ...places[1] },
  };
}

export async function addAccounts({ app }: { app: Awaited<ReturnType<typeof startApp>> }): Promise<void> {
  for (const [name, key] of Object.entries(KEYS)) {
    await createAccount(app.sql, `${name}@example.com`, {});
    await createKey(app.sql, `${name}@example.com`, hashKey(key), 'read_write', {
      rateLimit: 100_000,
      quotaBulk: 100,
    });
  }
  await app.sql`INSERT INTO sessions (hash, key_id) SELECT '\\x00', min(id) FROM api_keys`;
}

export const CSV =
  'name,lat,lng,category,Opened on,Größe\nHarbour,53.54,9.98,Sea,2020-01-02,1\nMill,52.5,13.4,Land,2021-02-03,2\nbad,x,y,Land,,\n';

/** Repeats the answer of an answered request. */
const REPEATED = { 'idempotency-key': 'once' };

/** Creates one of everything. @returns ids */
export async function fill({ call }: Serving) {
  const { body: map } = await call('POST', '/maps', { name: 'Kept "map"', description: 'a\tb\\N\nc' });
  const { body: empty } = await call('POST', '/maps', { name: 'Empty' });
  await call('POST', '/webhooks', { url: 'https://webhook.invalid/' });
  const accepted = await call('POST', `/maps/${map.id}/markers/bulk`, CSV, { 'content-type': 'text/csv' });
  const job = await finished(call, accepted.body);
  const tower = { name: 'Turm', lat: 48, lng: 11, category: 'Sea', custom_fields: { 'a\\b': 'ü\n1' } };
  await call('POST', `/maps/${map.id}/markers`, tower, REPEATED);
  const repeated = await call('POST', `/maps/${map.id}/markers/bulk`, CSV, {
    'content-type': 'text/csv',
    'idempotency-key': 'again',
  });
  const again = await finished(call, repeated.body);
  await call('POST', `/maps/${map.id}/shares`, { email: 'guest@example.com', access_level: 'viewer' });
  const image = await finished(
    call,
    (await call('POST', `/maps/${map.id}/images`, { preset: 'world', format: 'png' })).body,
  );
  const jobs = { job: job.job_id, again: again.job_id, image: image.job_id };
  return { map: map.id as number, empty: empty.id as number, ...jobs };
}

/** All that the API tells of it, and of a map that was made with reference data. */
export async function seen(
  { call, guest, origin }: Serving,
  ids: Awaited<ReturnType<typeof fill>> & { reference?: number },
) {
  const of = async (path: string, as = call) => {
    const { status, body } = await as('GET', path);
    return {
      path: path.startsWith('/') ? path : 'the picture',
      status,
      body: withoutAddresses(body, origin),
    };
  };
  const { image_url } = (await call('GET', `/jobs/${ids.image}`)).body;
  const picture = new URL(image_url);
  const markers = await Promise.all(
    [ids.map, ids.reference].flatMap((map) => (map === undefined ? [] : markersSeen(call, map, of))),
  );
  return [
    ...markers.flat(),
    await of('/me'),
    await of('/maps'),
    await of(`/maps/${ids.map}/markers/search?q=harb`),
    await of(`/maps/${ids.map}/markers/search?category=Sea`),
    await of(`/maps/${ids.map}/markers/search?bounds=50,5,60,10`),
    await of(`/maps/${ids.map}/markers/search?near=53.5,10,100`),
    await of(`/maps/${ids.map}/shares`),
    await of('/webhooks'),
    await of(`/maps/${ids.empty}/markers`),
    await of('/nearby?lat=53.5&lng=10&radius=500&unit=km'),
    await of(`/jobs/${ids.job}`),
    await of('/jobs'),
    await of(`/jobs/${ids.job}/errors.csv`),
    await of(`/jobs/${ids.again}/skipped.csv`),
    await of('/demographic-fields'),
    await of('/attributions'),
    await of(origin + picture.pathname.replace(/^.*(?=\/v1)/, '') + picture.search),
    await of('/me', guest),
    await of('/nearby?lat=53.5&lng=10&radius=500&unit=km', guest),
  ];
}

type Seen = { path: string; status: number; body: unknown };

/** A map's markers in all forms, each alone, with its area where it has one. */
async function markersSeen(call: Client, map: number, of: (path: string) => Promise<Seen>): Promise<Seen[]> {
  const { body } = await call('GET', `/maps/${map}/markers?page_size=1000`);
  const paths = body.data.flatMap(({ id, region_source }: { id: number; region_source: string | null }) => [
    `/maps/${map}/markers/${id}`,
    ...(region_source === null ? [] : [`/maps/${map}/markers/${id}/area`]),
  ]);
  const forms = ['', '/markers', '/markers.csv', '/markers.geojson', '/fields', '/categories', '/colors'];
  return Promise.all([...forms.map((form) => `/maps/${map}${form}`), ...paths].map((path) => of(path)));
}

const withoutAddresses = (body: unknown, origin: string): unknown =>
  JSON.parse(
    JSON.stringify(body)
      .replaceAll(origin, '')
      .replace(/"(image_url|expires_at|last_used_at)":"[^"]*"/g, '"$1":""')
      .replace(/"remaining":\d+/g, ''),
  );

/** Credentials of this process, if any, and without the SDK's warning about Node 20. */
const forBuckets = (): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith('AWS_') && value !== undefined ? [[name, value]] : [],
    ),
  ),
  NODE_NO_WARNINGS: '1',
});

export const backUp = (t: Test, directory: string, env: Record<string, string>) =>
  runForResult(t, ['backup', directory], { env: { ...forBuckets(), ...env } });
export const restore = (t: Test, directory: string, env: Record<string, string>) =>
  runForResult(t, ['restore', directory], { env: { ...forBuckets(), ...env } });
