import { join } from 'node:path';
import t, { type Test } from 'tap';
import { startApp } from '../../src/app.js';
import { createLog } from '../../src/base/log.js';
import { readConfig } from '../../src/config.js';
import { runForResult } from '../support/cartload-process.js';
import { createDatabase } from '../support/database.js';
import { startS3 } from '../support/s3-server.js';

const s3 = await startS3(t);
Object.assign(process.env, s3.env);

const serve = async (t: Test, env: Record<string, string>) => {
  const config = readConfig({
    PORT: '0',
    WORKERS: '1',
    WARM_UP: 'off',
    SECRET: 'of this test alone',
    ...env,
  });
  const app = await startApp(config, createLog('silent'));
  t.teardown(() => app.stop());
  return app;
};

/** Two services, each with a database of its own. */
async function arrange(t: Test) {
  const directory = t.testdir({ a: {}, b: {} });
  const databases = [(await createDatabase(t)).url, (await createDatabase(t)).url] as const;
  const env = (i: 0 | 1, more: Record<string, string> = {}) => ({
    DATABASE_URL: databases[i],
    DATA_DIR: join(directory, 'ab'[i]!),
    ...more,
  });
  return { directory, env };
}

const REFUSED =
  /belongs to another installation, [\da-f-]{36}: give this one a place of its own, or, when the other one never runs again, take the place over with 'cartload migrate --take-over'$/;

t.test(
  'a service does not start on the DATA_DIR, the directory of blobs or the bucket of another',
  async (t) => {
    const { directory, env } = await arrange(t);
    for (const shared of [
      { DATA_DIR: join(directory, 'a') },
      { BLOB_URL: `file://${join(directory, 'blobs')}` },
      { BLOB_URL: s3.url },
    ]) {
      const first = await serve(t, env(0, shared));
      await t.rejects(serve(t, env(1, shared)), { message: REFUSED }, JSON.stringify(shared));
      await first.stop();
      await t.rejects(serve(t, env(1, shared)), { message: REFUSED }, 'stopped');
      await (await serve(t, env(0, shared))).stop();
    }
  },
);

t.test('what was taken over is refused to the one that had it', async (t) => {
  const { directory, env } = await arrange(t);
  const shared = { BLOB_URL: `file://${join(directory, 'blobs')}` };
  await (await serve(t, env(0, shared))).stop();
  t.match(await runForResult(t, ['migrate', '--take-over'], { env: env(1, shared) }), {
    applied: [],
    taken_over: [join(directory, 'b'), `file:${join(directory, 'blobs')}`],
  });
  await (await serve(t, env(1, shared))).stop();
  await t.rejects(serve(t, env(0, shared)), { message: REFUSED });
});
