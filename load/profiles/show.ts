import { alignedLines } from '../measure.js';
import { failedOf, type KindResult, sumOf } from './records.js';
import type { Result } from './run-profile.js';
import { shownUse } from './saturation.js';

const HEADER = ['', 'requests', '/s', 'p50', 'p90', 'p97.5', 'p99', 'p99.9', 'max ms', '429', 'failed'];
/** Share of an open loop's rate that counts as reached: the last second is incomplete. */
const REACHED = 0.97;

export const ms = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2);
export const whole = (value: number): string => Math.round(value).toLocaleString('en');
const round = (value: number): string => String(Number(value.toFixed(1)));

/** Tells whether an open loop kept its pace. */
export const isReached = ({ rate, requestsPerSecond }: Result): boolean =>
  rate === null || requestsPerSecond >= rate * REACHED;

function rowOf(name: string, kind: KindResult, seconds: number): string[] {
  const { latencyMs } = kind;
  const perSecond = kind.requests / seconds;
  return [
    name,
    whole(kind.requests),
    perSecond >= 10 ? whole(perSecond) : perSecond.toFixed(1),
    ...(latencyMs === null ? Array<string>(6).fill('-') : Object.values(latencyMs).map(ms)),
    whole(sumOf(kind.refused)),
    whole(failedOf(kind)),
  ];
}

/** Results of a run, for people. */
export function showResult(result: Result): string {
  const { rate, seconds, all, use } = result;
  const kinds = [...Object.entries(result.kinds), ...Object.entries(result.spans)];
  const rows = [HEADER, rowOf('all', all, seconds), ...kinds.map(([kind, of]) => rowOf(kind, of, seconds))];
  const counted = (counts: Record<string, number>, show: (name: string, count: string) => string): string =>
    Object.entries(counts)
      .map(([name, count]) => show(name, whole(count)))
      .join(', ');
  const loop = rate === null ? 'closed loop' : `${round(rate)} requests/s`;
  const statuses = counted(all.statuses, (status, count) => `${status}: ${count}`);
  const lines = [
    `${result.profile}: ${result.connections} connections, ${result.workers} threads, ${loop}, ${seconds.toFixed(1)} s`,
    ...alignedLines(rows).map((line) => `  ${line}`),
    `  ${whole(result.requestsPerSecond)} requests/s, ${(result.bytesPerSecond / 1024 ** 2).toFixed(1)} MB/s; statuses ${statuses || 'none'}`,
  ];
  if (result.importedRows > 0)
    lines.push(
      `  ${whole(result.importedRows)} rows imported, ${whole(result.importedRows / seconds)} rows/s`,
    );
  const refused = counted(all.refused, (code, count) => `${count} ${code}`);
  if (refused) lines.push(`  refused with 429: ${refused}`);
  if (failedOf(all) > 0)
    lines.push(
      `  failed: ${whole(all.timeouts)} timed out, ${whole(all.lost)} lost their connection, ${whole(all.wrong)} were wrong`,
    );
  for (const [kind, { example }] of kinds)
    if (example !== null) lines.push(`    first of ${kind}: ${example}`);
  if (!isReached(result))
    lines.push(
      `  the rate was not reached: ${round(result.requestsPerSecond)} of ${round(rate!)} requests/s`,
    );
  return `${[...lines, ...shownUse(use)].join('\n')}\n`;
}
