import { alignedLines } from '../table.js';
import { failedOf } from './gates.js';
import type { KindResult, Result } from './result.js';
import type { Trend } from './soak-trend.js';
import type { Verified } from './verify-imports.js';

const HEADER = ['', 'requests', '/s', 'p50', 'p90', 'p97.5', 'p99', 'p99.9', 'max ms', '429', 'failed'];

export const ms = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2);
export const whole = (value: number): string => Math.round(value).toLocaleString('en');

const sumOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

function rowOf(name: string, kind: KindResult, seconds: number): string[] {
  const { latencyMs } = kind;
  const times = latencyMs === null ? Array(6).fill('-') : Object.values(latencyMs).map(ms);
  const perSecond = kind.requests / seconds;
  return [
    name,
    whole(kind.requests),
    perSecond >= 10 ? whole(perSecond) : perSecond.toFixed(1),
    ...times,
    whole(sumOf(kind.refused)),
    whole(failedOf(kind)),
  ];
}

/** Results of a run, for people. */
export function showResult(result: Result, verified: Verified | null): string {
  const { settings, pacedPerSecond, seconds, all, kinds, spans, generator } = result;
  const loop = pacedPerSecond === null ? 'closed loop' : `${round(pacedPerSecond)} requests/s`;
  const rows = [
    HEADER,
    rowOf('all', all, seconds),
    ...Object.entries(kinds).map(([kind, of]) => rowOf(kind, of, seconds)),
    ...Object.entries(spans).map(([kind, of]) => rowOf(kind, of, seconds)),
  ];
  const statuses = Object.entries(all.statuses).map(([status, count]) => `${status}: ${whole(count)}`);
  const lines = [
    `${result.profile}: ${settings.connections} connections, ${settings.workers} threads, ${loop}, ${seconds.toFixed(1)} s`,
    ...alignedLines(rows).map((line) => `  ${line}`),
    `  ${whole(result.requestsPerSecond)} requests/s, ${(result.bytesPerSecond / 1024 ** 2).toFixed(1)} MB/s; statuses ${statuses.join(', ') || 'none'}`,
  ];
  if (result.importedRows > 0)
    lines.push(`  ${whole(result.importedRows)} rows imported, ${whole(result.rowsPerSecond)} rows/s`);
  if (verified !== null) lines.push(...shownVerified(verified));
  const refused = Object.entries(all.refused).map(([code, count]) => `${whole(count)} ${code}`);
  if (refused.length > 0) lines.push(`  refused with 429: ${refused.join(', ')}`);
  if (failedOf(all) > 0)
    lines.push(
      `  failed: ${whole(all.timeouts)} timed out, ${whole(all.lost)} lost their connection, ${whole(all.wrong)} were wrong`,
    );
  for (const [kind, { example }] of [...Object.entries(kinds), ...Object.entries(spans)])
    if (example !== null) lines.push(`    first of ${kind}: ${example}`);
  if (pacedPerSecond !== null && result.requestsPerSecond < pacedPerSecond * REACHED)
    lines.push(
      `  the rate was not reached: ${round(result.requestsPerSecond)} of ${round(pacedPerSecond)} requests/s`,
    );
  const busy = `its busiest thread was busy ${(generator.busy * 100).toFixed(0)} % of the time`;
  lines.push(
    generator.wasTheLimit
      ? `  the generator was the limit: ${busy}; give it more --workers, or another machine`
      : `  the generator was not the limit: ${busy}`,
  );
  const { loadBefore, cores } = result.machine;
  if (loadBefore > cores)
    lines.push(
      `  the machine was busy before the run (${loadBefore.toFixed(1)} on ${cores} cores): look at ratios alone`,
    );
  return `${lines.join('\n')}\n`;
}

/** Share of an open loop's rate that counts as reached: the last second is incomplete. */
const REACHED = 0.97;
const round = (value: number): string => String(Number(value.toFixed(1)));

function shownVerified({ rows, exactMaps, unknownMaps, inexact }: Verified): string[] {
  const unknown =
    unknownMaps === 0
      ? ''
      : `; ${unknownMaps} maps were being emptied when the run ended, and were not compared`;
  return [
    `  ${whole(rows)} rows on ${exactMaps} maps are exactly those that were sent${unknown}`,
    ...inexact.map((line) => `  ${line}`),
  ];
}

export function showTrend(trend: Trend): string {
  const mb = (value: number | null): string =>
    value === null ? 'not known' : `${value.toFixed(2)} MB a minute`;
  const drift = trend.p99Drift === null ? 'not known' : `${trend.p99Drift.toFixed(2)} x`;
  return `  resident set after the warm-up: ${mb(trend.rssMbAMinute)}, over its last half ${mb(trend.rssMbAMinuteOfLastHalf)}; p99 of the last third to the first: ${drift}\n`;
}
