import { writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { CommanderError } from 'commander';
import { accessOf } from '../../src/commands/call-api.js';
import { oneLine } from '../../src/commands/failure.js';
import { CommandError } from '../../src/commands/result.js';
import { onBenchServer } from '../server.js';
import { type Capacity, capacityTable, findCapacity, MOST_RUNS } from './capacity.js';
import { CAPACITY, type LoadOptions, loadCommand } from './options.js';
import { PROFILE_NAMES, type ProfileName } from './profiles.js';
import { failedOf } from './records.js';
import { type Result, type Target, withMaps } from './run-profile.js';
import { showResult } from './show.js';

// npm run load -- PROFILE: docs/performance.md#load-profiles

const complain = (line: string): void => void process.stderr.write(`load: ${line}\n`);

/**
 * The first Ctrl-C ends the load, and the results are shown and the maps removed; the second ends the
 * process.
 */
function onInterrupt(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

/** The named service, or one of our own while `action` runs. */
function withService({ url, key }: LoadOptions, action: (target: Target) => Promise<void>): Promise<void> {
  if (url !== undefined) {
    const access = accessOf({ url: url.replace(/\/+$/, ''), ...(key?.trim() && { key: key.trim() }) });
    return action({ ...access, pid: null });
  }
  // Slow requests are measured here, so they are not logged. Ctrl-C is meant for the load, which stops the
  // service when its maps are gone.
  return onBenchServer(action, { SLOW_REQUEST_MS: '0' }, [], { detached: true });
}

/** The machine and how busy it is, before a run. */
const describeMachine = (): string =>
  `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 1024 ** 3)} GB, ` +
  `${process.platform} ${process.arch}, Node ${process.version}, load ${loadavg()[0]!.toFixed(1)} before`;

function failuresOf({ profile, all }: Result): string[] {
  if (all.right === 0) return [`${profile}: no request was answered as it should be`];
  return failedOf(all) > 0 ? [`${profile}: ${failedOf(all)} requests failed`] : [];
}

async function load(
  profile: ProfileName | typeof CAPACITY,
  mixes: ProfileName[],
  options: LoadOptions,
): Promise<void> {
  if (profile !== CAPACITY && mixes.length > 0)
    throw new CommandError(`'${mixes[0]}' is one too many: only ${CAPACITY} takes several`);
  if (profile === CAPACITY && options.rate !== undefined)
    throw new CommandError(`${CAPACITY} finds the rate itself: it has no --rate`);
  const out = options.json === '-' ? process.stderr : process.stdout;
  const say = (line: string): void => void out.write(`${line}\n`);
  const stop = onInterrupt();
  const machine = describeMachine();
  const failed: string[] = [];
  const measure = async (target: Target): Promise<object> => {
    if (profile !== CAPACITY) {
      const result = await withMaps(target, profile, options, { runs: 1, say, stop }, (run) => run({}));
      out.write(showResult(result));
      failed.push(...failuresOf(result));
      return result;
    }
    const found: Capacity[] = [];
    for (const name of mixes.length > 0 ? mixes : PROFILE_NAMES)
      if (!stop.aborted)
        found.push(
          await withMaps(target, name, options, { runs: MOST_RUNS, say, stop }, (run) =>
            findCapacity(name, run, options.p99, { say, stop }),
          ),
        );
    say(`\n${machine}; generator, service and database together where no --url is given\n`);
    say(capacityTable(found, options.p99));
    for (const { best, most } of found) failed.push(...failuresOf(best ?? most));
    return { goalMs: options.p99, found };
  };
  await withService(options, async (target) => {
    const text = `${JSON.stringify({ machine, ...(await measure(target)), failed }, null, 2)}\n`;
    if (options.json === '-') process.stdout.write(text);
    else if (options.json !== undefined) await writeFile(options.json, text);
  });
  if (stop.aborted) failed.push('the run was interrupted, and is shorter than it should be');
  for (const line of failed) complain(`failed: ${line}`);
  if (failed.length > 0) process.exitCode = 1;
}

try {
  await loadCommand(load).parseAsync();
} catch (error) {
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1;
  if (process.exitCode !== 0) complain(oneLine((error as Error).message).replace(/^error: /, ''));
}
// Sockets that fetch keeps open would delay the exit for seconds.
process.stdout.write('', () => process.exit());
