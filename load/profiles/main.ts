import { readFile, writeFile } from 'node:fs/promises';
import { CommanderError } from 'commander';
import { oneLine } from '../../src/commands/failure.js';
import { CommandError } from '../../src/commands/result.js';
import { startBenchServer } from '../server.js';
import type { Service } from './api.js';
import { capacityTable } from './capacity.js';
import { checkComparable, failedGates } from './gates.js';
import { CAPACITY, type LoadOptions, loadCommand } from './options.js';
import { PROFILE_NAMES, type ProfileName } from './profiles.js';
import type { Result } from './result.js';
import { runProfile, settingsOf } from './run-profile.js';
import { showResult, showTrend } from './show.js';

// npm run load -- PROFILE: docs/performance.md#load-profiles

const complain = (line: string): void => void process.stderr.write(`load: ${line}\n`);

/** The first Ctrl-C ends the load, and the results are shown and the maps removed; the second ends the process. */
function onInterrupt(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

/** The named service, or one of our own while `action` runs. */
async function withService(
  { url, key }: LoadOptions,
  action: (service: Service) => Promise<void>,
): Promise<void> {
  if (url !== undefined) {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw new CommandError(`--url '${url}' is not an http or https URL`);
    if (!key?.trim()) throw new CommandError('no API key: give --key or set CARTLOAD_KEY');
    return action({ baseUrl: url.replace(/\/+$/, ''), key: key.trim() });
  }
  // Slow requests are measured here, so they are not logged.
  const server = await startBenchServer({ SLOW_REQUEST_MS: '0' });
  try {
    await action({ baseUrl: server.baseUrl, key: server.key });
  } finally {
    await server.stop();
  }
}

async function readBaseline(path: string): Promise<Result> {
  try {
    const baseline = JSON.parse(await readFile(path, 'utf8')) as Result;
    if (typeof baseline.all?.requests !== 'number') throw new Error('it is not the result of a run');
    return baseline;
  } catch (error) {
    throw new CommandError(`cannot read the baseline ${path}: ${(error as Error).message}`);
  }
}

function checkOptions(profile: string, options: LoadOptions): void {
  const { baseline, soak, maxP99Ratio, minRpsRatio, minRowsRatio, maxRssSlope } = options;
  const ratios = [maxP99Ratio, minRpsRatio, minRowsRatio].some((ratio) => ratio !== undefined);
  if (ratios && baseline === undefined) throw new CommandError('a ratio needs a --baseline');
  if (maxRssSlope !== undefined && soak === undefined) throw new CommandError('--max-rss-slope needs --soak');
  if (profile === CAPACITY && (baseline !== undefined || soak !== undefined))
    throw new CommandError('capacity measures all profiles: it has neither --baseline nor --soak');
}

async function writeJson(path: string | undefined, value: object): Promise<void> {
  if (path === undefined) return;
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (path === '-') process.stdout.write(text);
  else await writeFile(path, text);
}

async function load(profile: ProfileName | typeof CAPACITY, options: LoadOptions): Promise<void> {
  checkOptions(profile, options);
  // Read before the minutes of a run, so that a wrong path shows at once.
  const baseline = options.baseline === undefined ? null : await readBaseline(options.baseline);
  if (baseline !== null && profile !== CAPACITY)
    checkComparable(profile, settingsOf(profile, options), baseline);
  const say = (text: string): void =>
    void (options.json === '-' ? process.stderr : process.stdout).write(text);
  const stop = onInterrupt();
  await withService(options, async (service) => {
    const sayLine = (line: string): void => say(`${line}\n`);
    const results: Result[] = [];
    const failed: string[] = [];
    for (const name of profile === CAPACITY ? PROFILE_NAMES : [profile]) {
      if (stop.aborted) break;
      const { result, verified, trend } = await runProfile(service, name, options, sayLine, stop);
      say(showResult(result, verified));
      if (trend !== null) say(showTrend(trend));
      failed.push(...failedGates(options, result, baseline, trend), ...(verified?.inexact ?? []));
      results.push(result);
      if (profile !== CAPACITY) await writeJson(options.json, { ...result, verified, trend, failed });
    }
    if (profile === CAPACITY && results.length > 0) {
      say(`\n${capacityTable(results)}`);
      await writeJson(options.json, { results, failed });
    }
    if (stop.aborted) failed.push('the run was interrupted, and is shorter than it should be');
    for (const line of failed) complain(`failed: ${line}`);
    if (failed.length > 0) process.exitCode = 1;
  });
}

try {
  await loadCommand(load).parseAsync();
} catch (error) {
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1;
  if (process.exitCode !== 0) complain(oneLine((error as Error).message).replace(/^error: /, ''));
}
// Sockets that fetch keeps open would delay the exit for seconds.
process.stdout.write('', () => process.exit());
