import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import type { BulkJob } from '../../src/schema/job.js';
import { fetchDocumented } from '../support/documented.js';
import { faultProxy } from '../support/fault-proxy.js';
import { assertExact, expectedOf, faultyCsv, LONG } from '../support/faults.js';
import { createOwner } from '../support/owner.js';
import { startService } from '../support/service.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const ROWS = 100_000;
const ROUNDS = 10;
const OUTAGE_MS = 3000;
// Outages take time. Short ones are in faults/lost-database, store/listen and api/readiness.
const options = LONG ? {} : { skip: 'takes its time: npm run test:faults' };
/** Status that clients may see while the database is away, besides the documented ones. */
const EXCUSED = 500;
t.setTimeout(1_800_000);

t.test(
  'while the way to the database is cut clients see documented errors, and an import loses nothing',
  options,
  async (t) => {
    const owner = await createOwner(t, { rateLimit: 1_000_000 });
    const way = await faultProxy(t, owner.url);
    const dataDir = temporaryFolder(t);
    const service = await startService(t, { DATABASE_URL: way.url, DATA_DIR: dataDir });
    const headers = { authorization: `Bearer ${owner.key}` };
    const seen = new Map<number, number>();
    const call = async (path: string, init: RequestInit = {}) => {
      const response = await fetchDocumented(service.url + path, {
        ...init,
        headers: { ...headers, ...init.headers },
      });
      const { status } = response;
      // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
      const body: any = await response.json();
      seen.set(status, (seen.get(status) ?? 0) + 1);
      if (status === EXCUSED && body.error?.code !== 'INTERNAL_ERROR') t.fail(JSON.stringify(body));
      return { status, body };
    };
    const mapId = await owner.createMap();
    const { status, body: job } = await call(`/maps/${mapId}/markers/bulk`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: faultyCsv(ROWS),
    });
    t.equal(status, 202);
    let isOver = false;
    const reading = (async () => {
      for (; !isOver; await delay(10))
        await Promise.all([call('/maps'), call(`/maps/${mapId}/markers?page_size=10`)]);
    })();
    for (let round = 0; round < ROUNDS; round++) {
      way.cut('reset');
      await delay(OUTAGE_MS / 2);
      await way.refuse();
      await delay(OUTAGE_MS);
      await way.pass();
      await delay(OUTAGE_MS);
      way.silence();
      await delay(OUTAGE_MS);
      await way.pass();
    }
    let ended: BulkJob | null = null;
    while (!ended?.completed_at) {
      const { status, body } = await call(`/jobs/${job.job_id}`);
      if (status === 200) ended = body;
      await delay(20);
    }
    isOver = true;
    await reading;
    t.match(ended, expectedOf(ROWS));
    await assertExact(t, owner.sql, mapId, ROWS);
    t.same(
      [...seen.keys()].filter((status) => ![200, 202, EXCUSED].includes(status)),
      [],
    );
    t.equal((await call('/maps')).status, 200, 'and all is well again');
    t.comment(JSON.stringify([...seen]));
    await service.kill('SIGTERM');
  },
);
