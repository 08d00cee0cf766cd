import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { hashKey, newKey } from '../../src/access/keys/key.js';
import { startApp } from '../../src/app.js';
import { createLog } from '../../src/base/log.js';
import { readConfig } from '../../src/config.js';
import type { BulkJob } from '../../src/schema/job.js';
import { createAccount } from '../../src/store/accounts.js';
import { createKey } from '../../src/store/keys.js';
import { fetchDocumented } from '../support/documented.js';
import { arrange, postmasterPid } from '../support/embedded.js';
import { assertExact, expectedOf, faultyCsv, LONG, seededRandom } from '../support/faults.js';

const ROWS = LONG ? 200_000 : 16_000;
const KILLS = LONG ? 20 : 2;
t.setTimeout(LONG ? 1_800_000 : 900_000);

type Body = { id: number } & BulkJob;

t.test(`an import outlives ${KILLS} deaths of the embedded database`, async (t) => {
  const random = seededRandom(t);
  const { dataDir } = arrange(t);
  const app = await startApp(
    readConfig({ DATA_DIR: dataDir, PORT: '0', WORKERS: '2', WARM_UP: 'off' }),
    createLog('silent'),
  );
  t.teardown(() => app.stop());
  const key = newKey();
  await createAccount(app.sql, 'owner@example.com', {});
  await createKey(app.sql, 'owner@example.com', hashKey(key), 'read_write', { rateLimit: 1_000_000 });
  const call = async (method: string, path: string, body?: string, type = 'application/json') => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': type };
    const response = await fetchDocumented(`${app.publicUrl}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  };
  const { body: map } = await call('POST', '/maps', '{"name":"M"}');
  const { status, body: job } = await call(
    'POST',
    `/maps/${map.id}/markers/bulk`,
    faultyCsv(ROWS),
    'text/csv',
  );
  t.equal(status, 202);
  const read = async (): Promise<BulkJob | null> => {
    // While the database is away, a request is answered 500.
    const answer = await call('GET', `/jobs/${job.job_id}`).catch(() => null);
    return answer?.status === 200 ? answer.body : null;
  };
  for (let kill = 0; kill < KILLS; kill++) {
    await delay(100 + random() * (LONG ? 2000 : 400));
    const pid = postmasterPid(dataDir);
    if (pid !== null) process.kill(pid, 'SIGKILL');
    for (let view = null; view === null; await delay(50)) view = await read();
  }
  let view = await read();
  for (; !view?.completed_at; view = await read()) await delay(50);
  t.match(view, expectedOf(ROWS));
  await assertExact(t, app.sql, map.id, ROWS);
});
