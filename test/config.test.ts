import { resolve } from 'node:path';
import t from 'tap';
import { ConfigError, readConfig } from '../src/config.js';

t.test('without any variable everything has a default', (t) => {
  t.match(readConfig({}), {
    host: '127.0.0.1',
    port: 8080,
    publicUrl: null,
    dataDir: resolve('.cartload'),
    databaseUrl: null,
    databaseListenUrl: null,
    databaseConnections: 16,
    redisUrl: null,
    rowLimit: 1_000_000,
    maxUploadBytes: 2_147_483_648,
    warmUp: true,
    logLevel: 'info',
    retention: { jobs: 30, expiredMarkers: 30, deletedMaps: 90, pendingAccounts: 90 },
    secret: null,
  });
  t.end();
});

t.test('an empty variable counts as not set', (t) => {
  t.equal(readConfig({ PORT: '' }).port, 8080);
  t.end();
});

t.test('a slash at the end of PUBLIC_URL is dropped', (t) => {
  t.equal(
    readConfig({ PUBLIC_URL: 'https://maps.example.com/v1/' }).publicUrl,
    'https://maps.example.com/v1',
  );
  t.end();
});

t.test('a wrong value is refused in one line with the variable, the value and what is allowed', (t) => {
  for (const [name, value] of Object.entries({
    PORT: '65536',
    PUBLIC_URL: 'https://maps.example.com',
    DATABASE_URL: 'mysql://localhost/x',
    DATABASE_LISTEN_URL: 'localhost',
    DATABASE_CONNECTIONS: '7',
    REDIS_URL: 'localhost',
    ROW_LIMIT: '-1',
    MAX_UPLOAD_BYTES: '2GB',
    WORKERS: '0',
    WARM_UP: 'yes',
    RETAIN_JOBS_DAYS: '-1',
    RETAIN_EXPIRED_MARKERS_DAYS: '1.5',
    RETAIN_DELETED_MAPS_DAYS: '36501',
    RETAIN_PENDING_ACCOUNTS_DAYS: 'never',
    LOG_LEVEL: 'loud',
    SECRET: 'short',
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
  t.end();
});

/** What is said of a value; '' when it is taken. */
function refusal(name: string, value: string): string {
  try {
    readConfig({ [name]: value });
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

t.test('a HOST is an address or a name, without anything around it', (t) => {
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
  t.end();
});

t.test('a PUBLIC_URL ends in /v1 as a whole, not in its query alone', (t) => {
  for (const url of ['https://a.example/x?y=/v1', 'https://a.example/#/v1', 'ftp://a.example/v1'])
    t.equal(
      refusal('PUBLIC_URL', url),
      `PUBLIC_URL="${url}" is not allowed: an http or https URL that ends in /v1`,
    );
  t.end();
});

t.test('a wrong URL is shown without its password', (t) => {
  t.equal(
    refusal('REDIS_URL', 'http://user:hush@host/0'),
    'REDIS_URL="http://user:***@host/0" is not allowed: a redis:// or rediss:// URL',
  );
  t.equal(
    refusal('DATABASE_URL', 'postgres://user:50%@host/x'),
    'DATABASE_URL="postgres://user:***@host/x" is not allowed: a postgres:// URL',
  );
  t.end();
});
