import { resolve } from 'node:path';
import t from 'tap';
import { ConfigError, readConfig } from '../src/config.js';
import { configWarnings } from '../src/config-warnings.js';

t.test('without any variable everything has a default', async (t) => {
  t.match(readConfig({}), {
    host: '127.0.0.1',
    port: 8080,
    jobsPort: null,
    publicUrl: null,
    dataDir: resolve('.cartload'),
    databaseUrl: null,
    databaseListenUrl: null,
    databaseConnections: 16,
    redisUrl: null,
    rowLimit: 1_000_000,
    maxUploadBytes: 2_147_483_648,
    diskReserveBytes: null,
    jobs: 3,
    jobsPerAccount: 2,
    warmUp: true,
    logLevel: 'info',
    logRequestsPerSecond: 100,
    slowRequestMs: 1000,
    retention: {
      jobs: 30,
      expiredMarkers: 30,
      deletedMaps: 90,
      pendingAccounts: 90,
      audit: 365,
      geocodedAddresses: 365,
    },
    secret: null,
  });
});

t.test('an empty variable counts as not set', async (t) => {
  t.equal(readConfig({ PORT: '' }).port, 8080);
});

t.test('a slash at the end of PUBLIC_URL is dropped', async (t) => {
  t.equal(
    readConfig({ PUBLIC_URL: 'https://maps.example.com/v1/' }).publicUrl,
    'https://maps.example.com/v1',
  );
});

t.test('a wrong value is refused in one line with the variable, the value and what is allowed', async (t) => {
  for (const [name, value] of Object.entries({
    PORT: '65536',
    JOBS_PORT: '-1',
    DATA_DIR: ' ',
    PUBLIC_URL: 'https://maps.example.com',
    TRUST_PROXY: 'nginx',
    CORS_ORIGINS: 'https://maps.example.com/',
    WEBHOOK_ALLOW_PRIVATE: '10.0.0.0',
    SHUTDOWN_DELAY: '-1',
    DATABASE_CONNECTIONS: '7',
    ROW_LIMIT: '-1',
    DISK_RESERVE_BYTES: '10%',
    MAX_UPLOAD_BYTES: '2GB',
    WORKERS: '0',
    JOBS: '0',
    JOBS_PER_ACCOUNT: 'all',
    WARM_UP: 'yes',
    RETAIN_JOBS_DAYS: '-1',
    RETAIN_EXPIRED_MARKERS_DAYS: '1.5',
    RETAIN_DELETED_MAPS_DAYS: '36501',
    RETAIN_PENDING_ACCOUNTS_DAYS: 'never',
    RETAIN_AUDIT_DAYS: 'never',
    RETAIN_GEOCODED_ADDRESSES_DAYS: 'never',
    LOG_LEVEL: 'loud',
    LOG_REQUESTS_PER_SECOND: 'all',
    SLOW_REQUEST_MS: '1s',
  })) {
    try {
      readConfig({ [name]: value });
      t.fail(`${name}=${value} was accepted`);
    } catch (error) {
      t.ok(error instanceof ConfigError);
      const { message } = error as Error;
      t.ok(message.startsWith(`${name}="${value}" is not allowed: `), message);
      t.notMatch(message, /\n/);
    }
  }
});

t.test('CORS_ORIGINS are origins as browsers send them', async (t) => {
  t.equal(readConfig({}).corsOrigins, null);
  t.same(readConfig({ CORS_ORIGINS: 'https://a.example, http://localhost:3000' }).corsOrigins, [
    'https://a.example',
    'http://localhost:3000',
  ]);
  t.same(readConfig({ CORS_ORIGINS: '*' }).corsOrigins, ['*']);
  for (const wrong of [
    'a.example',
    'https://A.example',
    'https://a.example:443',
    'https://a.example,',
    '*,https://a.example',
    'null',
    'file:///',
  ])
    t.match(refusal('CORS_ORIGINS', wrong), /CORS_ORIGINS=.* is not allowed: origins/, wrong);
});

/** Words for a value; '' when it is taken. */
function refusal(name: string, value: string): string {
  try {
    readConfig({ [name]: value });
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

t.test('a HOST is an address or a name, without anything around it', async (t) => {
  for (const host of ['0.0.0.0', '::1', '::', 'localhost', 'my_service.internal', '10-0-0-1.example.com'])
    t.equal(readConfig({ HOST: host }).host, host);
  for (const host of [
    'http://localhost',
    'localhost:80',
    '[::1]',
    'a b',
    '-a',
    'a..b',
    `${'a'.repeat(64)}.com`,
  ])
    t.equal(refusal('HOST', host), `HOST="${host}" is not allowed: a host name or address`);
});

t.test('a PUBLIC_URL ends in /v1 as a whole, not in its query alone', async (t) => {
  for (const url of ['https://a.example/x?y=/v1', 'https://a.example/#/v1', 'ftp://a.example/v1'])
    t.equal(
      refusal('PUBLIC_URL', url),
      `PUBLIC_URL="${url}" is not allowed: an http or https URL that ends in /v1`,
    );
});

t.test('of a value that is or holds a password nothing is shown but its scheme', async (t) => {
  const wrong: [name: string, value: string, shown: string][] = [
    ['SECRET', 'hush-hush', '***'],
    ['DATABASE_URL', 'postgres://user:hush%@host/x', 'postgres://***'],
    ['DATABASE_URL', 'mysql://user:hush@host/x', 'mysql://***'],
    ['DATABASE_URL', 'postgres//user:hush@host/x', '***'],
    ['DATABASE_URL', 'postgres://user:hu/sh@hush@host:x/y', 'postgres://***'],
    ['DATABASE_URL', 'hush', '***'],
    ['REDIS_URL', 'http://:hush@host/0', 'http://***'],
    ['REDIS_URL', 'user:hush@localhost', '***'],
    ['SMTP_URL', 'smtp://user:hush%@host', 'smtp://***'],
    ['SMTP_URL', 'smtp://user:hush@host?from=hush', 'smtp://***'],
    ['DATABASE_LISTEN_URL', 'user:hush@localhost', '***'],
    ['INFERRER_URL', 'ftp://user:hush@host', 'ftp://***'],
    ['INFERRER_URL', 'http://user:hush%zz@a/', 'http://***'],
    ['GEOCODER_URL', 'photon+ftp://user:hush@host/api', 'photon+ftp://***'],
    ['GEOCODER_URL', 'https://host/search?api_key=hush&rate=0', 'https://***'],
    ['ISOCHRONE_URL', 'graphhopper+https://host/isochrone?key=hush&max_minutes=0', 'graphhopper+https://***'],
    ['ISOCHRONE_URL', 'ors+ftp://hush@host', 'ors+ftp://***'],
    ['SATELLITE_TILES_URL', 'https://host/{z}/{x}.png?key=hush', 'https://***'],
  ];
  for (const [name, value, shown] of wrong) {
    const message = refusal(name, value);
    t.ok(message.startsWith(`${name}="${shown}" is not allowed: `), message);
    t.notMatch(message, /hu.?sh/);
  }
  const modes = refusal('DATABASE_URL', 'postgres://user:hush@host/x?sslmode=often');
  t.match(modes, /^DATABASE_URL is not allowed: its sslmode "often" is not one of/);
  t.notMatch(modes, /hush/);
});

t.test('a style of the base map is a web address', async (t) => {
  const style = 'https://maps.example.com/style.json?key=x';
  t.equal(readConfig({ BASE_MAP_STYLE_URL: style }).baseMapStyleUrl, style);
  t.equal(readConfig({}).baseMapStyleUrl, null);
  t.match(refusal('BASE_MAP_STYLE_URL', 'ftp://a/style.json'), /an http:\/\/ or https:\/\/ URL/);
});

t.test('proxies are a number, or addresses and networks', async (t) => {
  t.strictSame(readConfig({ TRUST_PROXY: '2' }).trustProxy, { hops: 2 });
  const { trustProxy } = readConfig({ TRUST_PROXY: '10.0.0.0/8, fd00::/8,192.0.2.1' });
  t.ok(trustProxy && 'proxies' in trustProxy && trustProxy.proxies.check('fd12::1', 'ipv6'));
  t.equal(readConfig({}).trustProxy, null);
  t.equal(readConfig({ SHUTDOWN_DELAY: '30' }).shutdownDelaySeconds, 30);
});

t.test('settings that do not go together are told, one by one', async (t) => {
  const warned = (env: Record<string, string>, servesHttp = true) =>
    configWarnings(readConfig(env), servesHttp).map((warning) =>
      warning.match(/[A-Z]+_[A-Z]+|HOST|SECRET/g)?.join(' '),
    );
  const PUBLIC_URL = 'https://maps.example.com/v1';
  const DATABASE_URL = 'postgres://localhost/x';
  const SECRET = '0123456789abcdef';
  t.same(warned({}), []);
  t.same(warned({ HOST: '::1' }), []);
  t.same(warned({ DATABASE_URL }), ['DATABASE_URL SECRET']);
  t.same(warned({ DATABASE_URL, SECRET }), []);
  t.same(warned({ HOST: '0.0.0.0' }), ['HOST PUBLIC_URL HOST']);
  t.same(warned({ HOST: '0.0.0.0' }, false), []);
  t.same(warned({ HOST: '0.0.0.0', PUBLIC_URL }), []);
  t.same(warned({ TRUST_PROXY: '1' }), ['TRUST_PROXY PUBLIC_URL']);
  t.same(warned({ TRUST_PROXY: '1', PUBLIC_URL }), []);
  t.same(warned({ SMTP_URL: 'smtp://localhost' }), ['SMTP_URL PUBLIC_URL']);
  const isochrones = (ISOCHRONE_URL: string) => warned({ ISOCHRONE_URL }, false);
  for (const inTheOpen of ['ors+http://key@roads.example.com', 'http://roads.example.com/isochrone?key=k'])
    t.same(isochrones(inTheOpen), ['ISOCHRONE_URL'], inTheOpen);
  t.same(isochrones('ors+https://key@roads.example.com'), []);
  t.same(isochrones('ors+http://key@127.0.0.1'), []);
  t.same(isochrones('http://roads.example.com/isochrone'), []);
});

t.test('blobs lie below DATA_DIR unless another directory or a bucket is named', async (t) => {
  const blobs = (url?: string) => readConfig({ DATA_DIR: '/data', BLOB_URL: url }).blobs;
  t.same(blobs(), { kind: 'file', directory: '/data/blobs' });
  t.same(blobs('file:files/blobs'), { kind: 'file', directory: '/data/files/blobs' });
  t.same(blobs('file:///var/blobs'), { kind: 'file', directory: '/var/blobs' });
  t.match(blobs('s3://maps/cartload?region=eu-central-1'), { bucket: 'maps', prefix: 'cartload/' });
  t.throws(() => readConfig({ BLOB_URL: 's3://key:secret@bucket' }), {
    message:
      'BLOB_URL="s3://***" is not allowed: file: and a directory, absolute (file:///var/lib/cartload/blobs) or below DATA_DIR ' +
      '(file:blobs), or s3://bucket[/prefix][?endpoint=https://host&region=name&path_style=true|false], with the credentials in ' +
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  });
});

t.test('with a DATABASE_LISTEN_URL of its own, DATABASE_URL is said to be a pooler', async (t) => {
  const server = 'postgres://db/cartload';
  const of = (address: string) =>
    readConfig({ DATABASE_URL: address, DATABASE_LISTEN_URL: server }).databaseUrl;
  t.equal(of('postgres://pooler/cartload'), 'postgres://pooler/cartload?prepare=false');
  t.equal(of('postgres://pooler/cartload?prepare=true'), 'postgres://pooler/cartload?prepare=true');
  t.equal(of(server), server);
  t.equal(readConfig({ DATABASE_URL: server }).databaseUrl, server);
});
