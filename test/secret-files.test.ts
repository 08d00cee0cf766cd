import { join } from 'node:path';
import t from 'tap';
import { readConfig } from '../src/config.js';
import { readSecretFiles } from '../src/secret-files.js';
import { runForComplaint } from './support/cartload-process.js';

t.test('a secret may stand in a file', async (t) => {
  const directory = t.testdir({
    url: 'postgres://a:b@c/d\n',
    secret: ' sixteen letters and blanks ',
    windows: 'redis://x\r\n',
  });
  const env: Record<string, string> = {
    DATABASE_URL_FILE: join(directory, 'url'),
    SECRET_FILE: join(directory, 'secret'),
    REDIS_URL_FILE: join(directory, 'windows'),
    SMTP_URL_FILE: '',
    DATA_DIR_FILE: join(directory, 'none'),
  };
  readSecretFiles(env);
  t.match(readConfig(env), {
    databaseUrl: 'postgres://a:b@c/d',
    secret: ' sixteen letters and blanks ',
    redisUrl: 'redis://x',
    smtpUrl: null,
  });
});

t.test('what cannot be read, is no line, or is given twice, ends the start', async (t) => {
  const directory = t.testdir({ empty: '\n', lines: 'a\nb\n', long: 'x'.repeat(8193), good: 'x'.repeat(16) });
  for (const [file, complaint] of [
    ['none', /^SECRET_FILE=".*none" cannot be read: ENOENT/],
    ['empty', /^SECRET_FILE=".*empty" is not allowed: the file must have one line, not empty$/],
    ['lines', /^SECRET_FILE=".*lines" is not allowed/],
    ['long', /^SECRET_FILE=".*long" is not allowed/],
  ] as const)
    t.throws(() => readSecretFiles({ SECRET_FILE: join(directory, file) }), { message: complaint });
  t.throws(() => readSecretFiles({ SECRET_FILE: join(directory, 'good'), SECRET: 'y'.repeat(16) }), {
    message: 'SECRET and SECRET_FILE are both set: give one of them',
  });
  const wrong = t.testdir({ short: 'short\n', url: 'mysql://a/b\n', tls: 'postgres://a/b?sslmode=odd\n' });
  for (const [variable, file, complaint] of [
    ['SECRET_FILE', 'short', /^SECRET_FILE="\*\*\*" is not allowed: at least 16 characters$/],
    ['DATABASE_URL_FILE', 'url', /^DATABASE_URL_FILE="mysql:\/\/\*\*\*" is not allowed: a postgres:\/\/ URL/],
    ['DATABASE_URL_FILE', 'tls', /^DATABASE_URL_FILE is not allowed: /],
  ] as const)
    t.throws(() => readSecretFiles({ [variable]: join(wrong, file) }), { message: complaint });
  const env = { SECRET_FILE: join(directory, 'none') };
  t.match(await runForComplaint(t, ['serve'], { env }), /^SECRET_FILE=/);
});
