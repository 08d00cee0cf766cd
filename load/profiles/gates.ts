import { CommandError } from '../../src/commands/result.js';
import type { KindResult, Result, Settings } from './result.js';
import type { Trend } from './soak-trend.js';

/** Thresholds of a run; absent ones are not checked. */
export interface Gates {
  maxP99Ms?: number;
  /** Share of lost, wrong and timed out requests, 0 to 1. */
  maxErrorRate?: number;
  /** Share of 429, 0 to 1. */
  maxRefusedRate?: number;
  maxP99Ratio?: number;
  minRpsRatio?: number;
  minRowsRatio?: number;
  /** MB a minute. */
  maxRssSlope?: number;
}

/** Answers from which a p99 counts in the ratio: with fewer it depends on less than ten of them. */
const ENOUGH_FOR_P99 = 1_000;

const refusedOf = ({ refused }: KindResult): number =>
  Object.values(refused).reduce((sum, count) => sum + count, 0);
export const failedOf = ({ timeouts, lost, wrong }: KindResult): number => timeouts + lost + wrong;

/** @throws CommandError where the baseline was measured under other conditions */
export function checkComparable(profile: string, settings: Settings, baseline: Result): void {
  if (baseline.profile !== profile)
    throw new CommandError(`the baseline is of ${baseline.profile}, this run is of ${profile}`);
  const names = ['connections', 'workers', 'rate', 'maps', 'markers', 'rows'] as const;
  const other = names.find((name) => baseline.settings[name] !== settings[name]);
  if (other !== undefined)
    throw new CommandError(
      `the baseline was measured with ${other} ${baseline.settings[other]}, this run has ${settings[other]}: they cannot be compared`,
    );
}

/** @returns a line for each missed threshold. A run without a correct answer misses all. */
export function failedGates(
  gates: Gates,
  result: Result,
  baseline: Result | null,
  trend: Trend | null,
): string[] {
  const { all } = result;
  const lines: string[] = [];
  if (all.right === 0) lines.push('no request was answered as it should be');
  const above = (name: string, value: number, most: number | undefined, unit = ''): void => {
    if (most === undefined || value <= most) return;
    lines.push(
      Number.isNaN(value)
        ? `${name} is not known`
        : `${name} is ${rounded(value)}${unit}, more than ${most}${unit}`,
    );
  };
  const under = (name: string, value: number, least: number | undefined): void => {
    if (least === undefined || value >= least) return;
    lines.push(
      Number.isNaN(value) ? `${name} is not known` : `${name} is ${rounded(value)}, less than ${least}`,
    );
  };
  above('p99', all.latencyMs?.p99 ?? Number.NaN, gates.maxP99Ms, ' ms');
  above('the rate of errors', failedOf(all) / all.requests, gates.maxErrorRate);
  above('the rate of refused requests', refusedOf(all) / all.requests, gates.maxRefusedRate);
  above(
    'the slope of the resident set',
    trend?.rssMbAMinute ?? Number.NaN,
    gates.maxRssSlope,
    ' MB a minute',
  );
  if (baseline === null) return lines;
  above('p99 to the baseline', p99Ratio(all, baseline.all), gates.maxP99Ratio);
  for (const name of ['kinds', 'spans'] as const) {
    for (const [kind, of] of Object.entries(result[name])) {
      const before = baseline[name][kind];
      if (before && Math.min(of.right, before.right) >= ENOUGH_FOR_P99)
        above(`p99 of ${kind} to the baseline`, p99Ratio(of, before), gates.maxP99Ratio);
    }
  }
  under(
    'requests/s to the baseline',
    result.requestsPerSecond / baseline.requestsPerSecond,
    gates.minRpsRatio,
  );
  under('rows/s to the baseline', result.rowsPerSecond / baseline.rowsPerSecond, gates.minRowsRatio);
  return lines;
}

const p99Ratio = (of: KindResult, before: KindResult): number =>
  (of.latencyMs?.p99 ?? Number.NaN) / (before.latencyMs?.p99 ?? Number.NaN);

/** Enough digits to show the side of the threshold. */
const rounded = (value: number): string => String(Number(value.toPrecision(4)));
