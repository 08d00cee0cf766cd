import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { PROFILE_NAMES, PROFILES, type ProfileName } from './profiles.js';

/** Options of a call. */
export interface LoadOptions {
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
  /** Milliseconds. */
  p99: number;
  json?: string;
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

export function loadCommand(
  act: (profile: ProfileName | typeof CAPACITY, mixes: ProfileName[], options: LoadOptions) => Promise<void>,
): Command {
  const list = PROFILE_NAMES.map((name) => `  ${name.padEnd(8)} ${PROFILES[name].says}`).join('\n');
  return new Command('load')
    .description('load a service as its clients do, and measure what they feel')
    .addArgument(new Argument('<profile>').choices([...PROFILE_NAMES, CAPACITY]))
    .addArgument(new Argument('[mixes...]', `of ${CAPACITY}; none: all`).choices(PROFILE_NAMES))
    .addOption(
      new Option('--url <url>', 'base_url of a service elsewhere; none: one of its own').env('CARTLOAD_URL'),
    )
    .addOption(new Option('--key <key>', 'its API key').env('CARTLOAD_KEY'))
    .option('--keep', 'leave the maps of the run there')
    .option('--duration <time>', 'of each run that is measured: 90, 90s, 15m, 1h', parseSeconds, 30)
    .option('--warm-up <time>', 'before it, with the same requests', parseWarmUp, 3)
    .option('--connections <n>', 'default 32; 4 of imports and images', count)
    .option('--workers <n>', 'threads of the generator', count, 2)
    .option('--rate <n>', 'requests a second of all connections: an open loop', count)
    .option('--timeout <time>', 'for an answer', parseSeconds, 30)
    .option('--seed <n>', 'of data and order', count, 1)
    .option('--maps <n>', 'with markers', count, 4)
    .option('--markers <n>', 'on each of them', count, 10_000)
    .option('--rows <n>', 'of an upload', count, 5_000)
    .option('--p99 <ms>', `goal of ${CAPACITY}, of all requests of a mix`, count, 100)
    .option('--json <file>', 'the result for programs; - for stdout, with the table on stderr')
    .addHelpText(
      'after',
      `\nProfiles:\n${list}\n  ${CAPACITY} the largest load of each mix that keeps --p99, as one table`,
    )
    .configureOutput({ outputError: () => {} })
    .exitOverride()
    .action(act);
}
