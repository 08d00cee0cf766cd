import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { directoryOf, removeServerIn, startServerIn } from '../support/test-server.js';
import { ScratchCheckout } from './checkout.js';
import { MUTANTS } from './list/index.js';
import { type Applied, applyMutant, type Mutant } from './mutant.js';
import { keyOf, Results } from './results.js';

/*
 * Makes one small change after the other to a copy of the checkout and runs the tests that must notice. Ends
 * with 1 when one survives, or does not fit the sources any more. npm run test:mutants [-- --list] [-- --only
 * TEXT]
 */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const { values } = parseArgs({
  options: { list: { type: 'boolean' }, only: { type: 'string', multiple: true } },
});

/** Longest time of a test file. */
const MAX_SECONDS = 120;
/** Time limit as a multiple of the time without a mutant. */
const PATIENCE = 4;

const { only } = values;
const chosen = MUTANTS.filter(({ name }) => only?.some((text) => name.includes(text)) ?? true);
if (chosen.length === 0) throw new Error(`no mutant's name has ${only?.join(' or ')}`);

if (values.list) {
  for (const { name, file, tests } of chosen) console.log(`${name}\n    ${file}: ${tests.join(', ')}`);
} else {
  process.exitCode = (await runAll(chosen)) ? 0 : 1;
}

interface Pending {
  mutant: Mutant;
  applied: Applied;
  key: string;
}

/** @returns whether all are killed */
async function runAll(mutants: readonly Mutant[]): Promise<boolean> {
  const results = new Results(join(ROOT, '.mutants/results.json'));
  const pending: Pending[] = [];
  const survivors: string[] = [];
  const broken: string[] = [];
  for (const mutant of mutants) {
    try {
      const applied = applyMutant(ROOT, mutant);
      const key = keyOf(ROOT, mutant, applied);
      const known = results.find(mutant.name, key);
      if (known === null) pending.push({ mutant, applied, key });
      else if (known.outcome === 'survived') survivors.push(mutant.name);
    } catch (error) {
      broken.push(`${mutant.name}: ${(error as Error).message}`);
    }
  }
  console.log(
    `${mutants.length} mutants, ${mutants.length - pending.length - broken.length} known from earlier runs`,
  );
  if (pending.length > 0) await runPending(pending, { results, survivors, broken });
  for (const name of survivors) console.log(`SURVIVED  ${name}`);
  for (const reason of broken) console.log(`BROKEN    ${reason}`);
  const failures = survivors.length + broken.length;
  console.log(`${mutants.length - failures} killed, ${survivors.length} survived, ${broken.length} broken`);
  return failures === 0;
}

async function runPending(
  pending: readonly Pending[],
  { results, survivors, broken }: { results: Results; survivors: string[]; broken: string[] },
): Promise<void> {
  const directory = directoryOf(process.pid);
  const { server } = await startServerIn(directory, process.pid);
  const checkout = new ScratchCheckout(ROOT, server.adminUrl);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      checkout.remove();
      process.exit(130); // the server follows
    });
  }
  const secondsOf = new Map<string, number>();
  /** @throws Error for tests that fail without a mutant: they would kill everything */
  const checkTests = async (tests: readonly string[]): Promise<void> => {
    for (const test of tests.filter((test) => !secondsOf.has(test))) {
      await checkout.build();
      const beginMs = Date.now();
      const failed = await checkout.test([test], MAX_SECONDS);
      if (failed !== '') throw new Error(`this fails without it, too: ${failed}`);
      secondsOf.set(test, (Date.now() - beginMs) / 1000);
    }
  };
  try {
    for (const { mutant, applied, key } of pending) {
      try {
        await checkTests(mutant.tests);
        // A mutant may never end.
        const slowest = Math.max(...mutant.tests.map((test) => secondsOf.get(test)!));
        const timeoutSeconds = Math.min(MAX_SECONDS, Math.ceil(PATIENCE * slowest));
        const beginMs = Date.now();
        const by = await checkout.with(applied, async () => {
          // Needed also after a change of SQL: the compiled files may be those of the previous mutant.
          await checkout.build();
          return checkout.test(mutant.tests, timeoutSeconds);
        });
        const outcome = by === '' ? 'survived' : 'killed';
        if (by === '') survivors.push(mutant.name);
        results.keep(mutant.name, { key, outcome, by });
        const seconds = ((Date.now() - beginMs) / 1000).toFixed(1).padStart(6);
        console.log(`${outcome.padEnd(8)} ${seconds} s  ${mutant.name}${by && `  [${by}]`}`);
      } catch (error) {
        console.log(`broken             ${mutant.name}`);
        broken.push(`${mutant.name}: ${(error as Error).message}`);
      }
    }
  } finally {
    checkout.remove();
    await removeServerIn(directory);
  }
}
