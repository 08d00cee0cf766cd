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
    redisUrl: null,
    rowLimit: 1_000_000,
    maxUploadBytes: 2_147_483_648,
    logLevel: 'info',
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
    REDIS_URL: 'localhost',
    ROW_LIMIT: '-1',
    MAX_UPLOAD_BYTES: '2GB',
    WORKERS: '0',
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
