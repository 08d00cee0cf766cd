import { markdownTable } from '../measure.js';
import { PROFILES, type ProfileName } from './profiles.js';
import { failedOf, sumOf } from './records.js';
import type { Measure, Result } from './run-profile.js';
import { saturatedOf } from './saturation.js';
import { isReached, ms, whole } from './show.js';

/** The largest load of a mix that keeps the goal. */
export interface Capacity {
  profile: ProfileName;
  /** Its run; null: not even the least load keeps it. */
  best: Result | null;
  /** The run of most load: a closed loop of all connections. */
  most: Result;
}

/** The search ends when what it does not know is this share of what it found. */
const NEAR = 1 / 12;
/** Runs of a search at most: the first, and halvings of what it found. */
export const MOST_RUNS = 8;

const keeps = (result: Result, goalMs: number): boolean =>
  result.all.right > 0 &&
  failedOf(result.all) === 0 &&
  sumOf(result.all.refused) === 0 &&
  isReached(result) &&
  result.all.latencyMs!.p99 <= goalMs;

/**
 * Looks for the largest rate, or number of connections, at which the p99 of all requests stays within a goal:
 * a closed loop finds what the service can do at all, and the range below it is halved.
 */
export async function findCapacity(
  profile: ProfileName,
  measure: Measure,
  goalMs: number,
  { say, stop }: { say: (line: string) => void; stop: AbortSignal },
): Promise<Capacity> {
  const by = PROFILES[profile].capacity;
  const tried = async (bounds: Parameters<Measure>[0]): Promise<Result> => {
    const result = await measure(bounds);
    const load =
      result.rate === null ? `${result.connections} connections` : `${whole(result.rate)} requests/s`;
    const p99 = result.all.latencyMs === null ? 'no answer' : `p99 ${ms(result.all.latencyMs.p99)} ms`;
    const kept = keeps(result, goalMs) ? 'kept' : 'not kept';
    say(`${profile}: ${load}: ${whole(result.requestsPerSecond)} requests/s, ${p99}, ${kept}`);
    return result;
  };
  const most = await tried({ rate: null });
  let best = by === 'connections' && keeps(most, goalMs) ? most : null;
  let low = best === null ? 0 : most.connections;
  let high = by === 'rate' ? Math.ceil(most.requestsPerSecond) : most.connections;
  for (let run = 1; run < MOST_RUNS && high - low > Math.max(1, low * NEAR) && !stop.aborted; run++) {
    const middle = Math.ceil((low + high) / 2);
    const result = await tried(by === 'rate' ? { rate: middle } : { rate: null, connections: middle });
    if (keeps(result, goalMs)) [low, best] = [middle, result];
    else high = middle;
  }
  return { profile, best, most };
}

/** Capacities of this machine as Markdown. */
export const capacityTable = (capacities: readonly Capacity[], goalMs: number): string =>
  markdownTable(
    [
      'mix',
      `largest load with a p99 of ${goalMs} ms`,
      'p50, p99',
      'rows/s',
      'closed loop',
      'saturated there',
    ],
    capacities.map(({ profile, best, most }) => [
      `\`${profile}\``,
      ...cellsOf(best),
      `${whole(most.requestsPerSecond)} requests/s of ${most.connections} connections`,
      saturatedOf(most.use).join(' and ') || 'nothing here',
    ]),
  );

function cellsOf(best: Result | null): string[] {
  if (best === null) return ['none', '-', '-'];
  const { rate, connections, requestsPerSecond, importedRows, seconds, all } = best;
  const load = `${whole(rate ?? requestsPerSecond)} requests/s`;
  return [
    rate === null ? `${connections} connections, ${load}` : load,
    `${ms(all.latencyMs!.p50)}, ${ms(all.latencyMs!.p99)} ms`,
    importedRows === 0 ? '-' : whole(importedRows / seconds),
  ];
}
