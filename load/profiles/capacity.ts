import { failedOf } from './gates.js';
import { WHOLE_PICTURE } from './images.js';
import { WHOLE_IMPORT } from './imports.js';
import type { ProfileName } from './profiles.js';
import type { KindResult, Result } from './result.js';
import { ms, whole } from './show.js';

const HEADER = ['profile', 'connections', 'requests/s', 'p50', 'p99', 'p99.9 ms', 'of it', 'failed'];

const time = ({ latencyMs }: KindResult): string =>
  latencyMs === null ? '-' : `${ms(latencyMs.p50)} / ${ms(latencyMs.p99)} ms`;

/** Remarks on a profile beside the figures of requests. */
function more({ spans, kinds, rowsPerSecond, seconds }: Result): string {
  const parts: string[] = [];
  const whole_import = spans[WHOLE_IMPORT];
  if (whole_import) parts.push(`${whole(rowsPerSecond)} rows/s, an import ${time(whole_import)}`);
  const picture = spans[WHOLE_PICTURE];
  if (picture) parts.push(`${(picture.right / seconds).toFixed(1)} new pictures/s, each ${time(picture)}`);
  if (parts.length === 0) {
    // The most frequent kind stands for the rest.
    const [kind, of] = Object.entries(kinds).sort(([, a], [, b]) => b.requests - a.requests)[0] ?? [];
    if (kind && of) parts.push(`${kind} ${time(of)}`);
  }
  return parts.join('; ');
}

/** The capacity of this machine, profile by profile, as Markdown. */
export function capacityTable(results: readonly Result[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const { cpu, cores, memoryGb, node, platform, loadBefore } = results[0]!.machine;
  const { maps, markers, workers } = results[0]!.settings;
  const rows = results.map((result) => {
    const { latencyMs } = result.all;
    const { connections } = result.settings;
    return line([
      `\`${result.profile satisfies string as ProfileName}\`${result.generator.wasTheLimit ? ' (the generator was the limit)' : ''}`,
      String(connections),
      whole(result.requestsPerSecond),
      ...(latencyMs === null ? ['-', '-', '-'] : [latencyMs.p50, latencyMs.p99, latencyMs['p99.9']].map(ms)),
      more(result),
      whole(failedOf(result.all)),
    ]);
  });
  return (
    `${cores} cores (${cpu}), ${memoryGb} GB, ${platform}, Node ${node}; load generator (${workers} threads), database and service together, ` +
    `closed loop of ${results[0]!.settings.durationSeconds} s each, ${maps} maps of ${whole(markers)} markers; load of the machine before ${loadBefore.toFixed(1)}:\n\n` +
    line(HEADER) +
    line(HEADER.map(() => '---')) +
    rows.join('')
  );
}
