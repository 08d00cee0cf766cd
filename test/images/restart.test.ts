import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { fetchDocumented } from '../support/documented.js';
import { endLeases } from '../support/faults.js';
import { createOwner } from '../support/owner.js';
import { startService } from '../support/service.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const MAIN = fileURLToPath(new URL('../support/serve-stand-in.js', import.meta.url));

t.test('a picture whose process is killed in the middle is drawn by the next one', async (t) => {
  const owner = await createOwner(t);
  const dataDir = temporaryFolder(t);
  const env = { DATABASE_URL: owner.url, DATA_DIR: dataDir };
  const headers = { authorization: `Bearer ${owner.key}`, 'content-type': 'application/json' };
  const map = await owner.createMap();

  const first = await startService(t, { ...env, DRAWING_MS: '600000' }, [], MAIN);
  const response = await fetchDocumented(`${first.url}/maps/${map}/images`, {
    method: 'POST',
    headers,
    body: '{"preset":"us"}',
  });
  const job = (await response.json()) as { job_id: string };
  while ((await owner.sql`SELECT FROM jobs WHERE image_read_at IS NOT NULL`).length === 0) await delay(10);
  await first.kill('SIGKILL');
  await endLeases(owner.sql);

  const second = await startService(t, env, [], MAIN);
  for (;;) {
    const poll = await fetchDocumented(`${second.url}/jobs/${job.job_id}`, { headers });
    const now = (await poll.json()) as { status: string; image_url: string | null };
    if (now.status === 'processing') await delay(50);
    else {
      t.equal(now.status, 'completed');
      t.equal(await (await fetchDocumented(now.image_url!)).text(), 'half and half');
      break;
    }
  }
  await second.kill('SIGTERM');
});
