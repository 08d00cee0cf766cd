import type { SkipRun } from '../../schema/skip-runs.js';

/** Gathers the skipped rows of a block in file order: a file that is uploaded again is one run a block. */
export class SkipCollector {
  readonly runs: SkipRun[] = [];

  /** @param line 0: none. @param met as in `SkipRun`; 0: nothing */
  add(index: number, line: number, met: number): void {
    const run = this.runs.at(-1);
    if (run !== undefined && continues(run, index, line)) {
      const [, , rows, first] = run;
      const distance = Math.abs(met) - Math.abs(first);
      const isSame = Math.sign(met) === Math.sign(first);
      if (isSame && rows === 1 && (distance === 0 || distance === 1)) {
        run[4] = distance;
        run[2]++;
        return;
      }
      if (isSame && rows > 1 && distance === rows * run[4]) {
        run[2]++;
        return;
      }
    }
    this.runs.push([index, line, 1, met, 0]);
  }
}

const continues = ([first, line, rows]: SkipRun, index: number, at: number): boolean =>
  index === first + rows && at === (line && line + rows);

/**
 * @returns for records asked for in their order: what stands in the column `error`; null where a record was
 * not skipped
 */
export function skipReasons(
  runs: readonly SkipRun[],
  format: 'csv' | 'json',
): (index: number) => string | null {
  let at = 0;
  return (index) => {
    const run = runs[at];
    if (run === undefined || index < run[0]) return null;
    if (index === run[0] + run[2] - 1) at++;
    const [first, , , met, step] = run;
    return reasonOf(Math.abs(met) + (index - first) * step, met, format);
  };
}

function reasonOf(which: number, met: number, format: 'csv' | 'json'): string {
  if (met > 0) return `skipped as a duplicate of marker ${which}`;
  if (met === 0) return 'skipped as it meets no marker of the map';
  return format === 'csv'
    ? `skipped as a duplicate of line ${which}`
    : `skipped as a duplicate of markers[${which - 1}]`;
}
