import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { Gates } from './gates.js';
import { PROFILE_NAMES, PROFILES, type ProfileName } from './profiles.js';

/** Options of a call. */
export interface LoadOptions extends Gates {
  url?: string;
  key?: string;
  keep?: boolean;
  duration: number;
  warmUp: number;
  /** Default: the profile's. */
  connections?: number;
  workers: number;
  rate?: number;
  timeout: number;
  seed: number;
  maps: number;
  markers: number;
  rows: number;
  /** Seconds, or true for those of --duration. */
  soak?: number | true;
  interval: number;
  json?: string;
  baseline?: string;
}

export const CAPACITY = 'capacity';

const SECONDS_OF: Record<string, number> = { ms: 0.001, '': 1, s: 1, m: 60, h: 3600 };

/** `90`, `90s`, `15m`, `1h` */
function parseSeconds(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|)$/.exec(text) ?? [];
  const seconds = Number(number) * SECONDS_OF[unit ?? '']!;
  if (!(seconds > 0)) throw new InvalidArgumentError('a time is needed: 90, 90s, 15m, 1h.');
  return seconds;
}

const parseWarmUp = (text: string): number => (text === '0' ? 0 : parseSeconds(text));

function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('a whole number above 0 is needed.');
  return Number(text);
}

function ratio(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('a number of 0 or more is needed.');
  return Number(text);
}

/** Default where the profile has none. */
const WORKERS = 2;

export function loadCommand(
  act: (profile: ProfileName | typeof CAPACITY, options: LoadOptions) => Promise<void>,
): Command {
  const list = PROFILE_NAMES.map((name) => `  ${name.padEnd(8)} ${PROFILES[name].says}`).join('\n');
  return new Command('load')
    .description('load a service as its clients do, and measure what they feel')
    .addArgument(new Argument('<profile>').choices([...PROFILE_NAMES, CAPACITY]))
    .addOption(
      new Option('--url <url>', 'base_url of a service elsewhere; none: one of its own').env('CARTLOAD_URL'),
    )
    .addOption(new Option('--key <key>', 'its API key').env('CARTLOAD_KEY'))
    .option('--keep', 'leave the maps of the run there')
    .option('--duration <time>', 'that is measured: 90, 90s, 15m, 1h', parseSeconds, 30)
    .option('--warm-up <time>', 'before it, with the same requests', parseWarmUp, 3)
    .option('--connections <n>', 'default 32; 4 of imports and images', count)
    .option('--workers <n>', 'threads of the generator', count, WORKERS)
    .option('--rate <n>', 'requests a second of all connections: an open loop', count)
    .option('--timeout <time>', 'for an answer', parseSeconds, 30)
    .option('--seed <n>', 'of data and order', count, 1)
    .option('--maps <n>', 'with markers', count, 4)
    .option('--markers <n>', 'on each of them', count, 10_000)
    .option('--rows <n>', 'of an upload', count, 5_000)
    .option('--soak [time]', 'print memory and p99 of each interval, and how they drift', parseSeconds)
    .option('--interval <time>', 'of the lines of a soak', parseSeconds, 60)
    .option('--json <file>', 'the result for programs; - for stdout, with the table on stderr')
    .option('--baseline <file>', 'JSON of an earlier run, for the ratios')
    .option('--max-p99-ms <ms>', 'of all requests', ratio)
    .option('--max-error-rate <share>', 'of lost, wrong and timed out requests, 0 to 1', ratio)
    .option('--max-refused-rate <share>', 'of requests answered 429, 0 to 1', ratio)
    .option('--max-p99-ratio <x>', 'to the baseline, of all and of each kind', ratio)
    .option('--min-rps-ratio <x>', 'requests/s to the baseline', ratio)
    .option('--min-rows-ratio <x>', 'imported rows/s to the baseline', ratio)
    .option('--max-rss-slope <mb>', 'a minute, of a soak', ratio)
    .addHelpText(
      'after',
      `\nProfiles:\n${list}\n  ${CAPACITY} ${'all of them one after the other, as one table'}`,
    )
    .configureOutput({ outputError: () => {} })
    .exitOverride()
    .action(act);
}
