import { readFileSync } from 'node:fs';
import t from 'tap';
import { causedIn, fires } from '../deploy/alert-rules.js';
import { type Sample, samplesOf } from '../deploy/promql-values.js';
import { serve, until } from '../support/cartload-process.js';
import { createDatabase } from '../support/database.js';

/* The alerts that only a supervisor can tell of, or its absence, are caused on one with two processes. */

t.setTimeout(200_000);

t.test('a process that hangs, one that is killed, and a service that is gone are told', async (t) => {
  const { url } = await createDatabase(t);
  const service = await serve(t, {
    args: ['--processes', '2'],
    env: { DATABASE_URL: url, DATA_DIR: t.testdir() },
  });
  const page = service.url.replace('/v1', '/metrics');
  const scrape = (): Promise<Sample[]> =>
    fetch(page).then(
      async (answer) => samplesOf(await answer.text()),
      () => samplesOf('', 0),
    );
  const { pid } = service;
  const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  const causes: Record<string, () => unknown> = {
    CartloadProcessSilent: () => process.kill(Number(child), 'SIGSTOP'),
    // A stopped process ends by no other signal.
    CartloadProcessRestarts: () => process.kill(Number(child), 'SIGKILL'),
    CartloadDown: () => process.kill(-pid, 'SIGKILL'),
  };
  t.same(Object.keys(causes).sort(), causedIn('faults/alerts-of-processes').sort());
  for (const [alert, cause] of Object.entries(causes)) {
    const before = await scrape();
    t.notOk(fires(alert, before, before), `${alert} before`);
    cause();
    await until(async () => fires(alert, before, await scrape()));
    t.pass(alert);
  }
});
