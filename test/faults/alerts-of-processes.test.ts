import { readFileSync } from 'node:fs';
import t from 'tap';
import { causedIn, fires } from '../deploy/alert-rules.js';
import { type Sample, samplesOf } from '../deploy/promql-values.js';
import { serve, until } from '../support/cartload-process.js';
import { createDatabase } from '../support/database.js';
import { LONG } from '../support/faults.js';

/* The alerts that only a supervisor can tell of, or its absence, are caused on one with two processes. */

t.setTimeout(900_000);

/**
 * Waiting for a supervisor that gives a process up, which the round of `.ci/run` does not have the time for.
 */
const skip = LONG ? false : 'FAULTS=long runs it (npm run test:faults)';

t.test(
  'a process that hangs, one that is killed, and a service that is gone are told',
  { skip },
  async (t) => {
    const { url } = await createDatabase(t);
    const service = await serve(t, {
      args: ['--processes', '2'],
      env: { DATABASE_URL: url, DATA_DIR: t.testdir() },
    });
    const page = service.url.replace('/v1', '/metrics');
    // A process that is stopped still gets connections, and lets them hang.
    const scrape = async (): Promise<Sample[]> => {
      for (;;) {
        const answer = await fetch(page, { signal: AbortSignal.timeout(2000) }).catch(
          (error) => error as Error,
        );
        if (answer instanceof Response) return samplesOf(await answer.text());
        if (answer.name !== 'TimeoutError') return samplesOf('', 0);
      }
    };
    const { pid } = service;
    // One that hangs is replaced sooner or later.
    const child = (): number =>
      Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]);
    const causes: Record<string, () => unknown> = {
      CartloadProcessSilent: () => process.kill(child(), 'SIGSTOP'),
      // No other signal ends a stopped process.
      CartloadProcessRestarts: () => process.kill(child(), 'SIGKILL'),
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
  },
);
