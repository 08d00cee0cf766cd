import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { startTestApp } from '../support/app.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CONFIG = readFileSync(join(ROOT, 'deploy/nginx/cartload.conf'), 'utf8');
const PAGE = readFileSync(join(ROOT, 'docs/deployment.md'), 'utf8');
const DEFAULT_DEADLINE_MS = 30_000;

t.test('nginx waits for answers for longer than the service works on any of them', async (t) => {
  const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(CONFIG)!;
  const service = await startTestApp(t);
  // Uploads and streams move bytes all the time, so their total duration is no silence.
  const silent = service.app.routes.filter(({ operationId }) => operationId !== 'importMarkers');
  const longest = silent.toSorted(
    (a, b) => (b.deadlineMs ?? DEFAULT_DEADLINE_MS) - (a.deadlineMs ?? DEFAULT_DEADLINE_MS),
  )[0]!;
  t.ok(Number(seconds) * 1000 > longest.deadlineMs!, `${longest.operationId}: ${longest.deadlineMs} ms`);
});

t.test('the page shows the configuration as it is', async (t) => {
  const lines = CONFIG.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of lines) t.ok(PAGE.includes(`    ${line}\n`), line);
});
