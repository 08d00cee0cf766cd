/**
 * Reads a positive number from the environment. Default sizes are for a quiet machine and take minutes;
 * BENCH_ROUNDS=1 BENCH_SCALE=0.02 shows in seconds whether a bench works.
 */
function positive<D>(name: string, otherwise: D): number | D {
  const text = process.env[name] ?? '';
  if (text === '') return otherwise;
  const value = Number(text);
  if (!(value > 0 && value < Number.POSITIVE_INFINITY))
    throw new Error(`${name}=${JSON.stringify(text)} is not a number above 0`);
  return value;
}

/** @returns number of rounds: BENCH_ROUNDS, else `usual` */
export const roundsOr = (usual: number): number => Math.ceil(positive('BENCH_ROUNDS', usual));

/** @returns `usual` rows, times BENCH_SCALE if set */
export const scaled = (usual: number): number => Math.max(1, Math.round(usual * positive('BENCH_SCALE', 1)));

/** @returns BENCH_MEMORY_ROWS; null: not set, so that the check is skipped */
export const memoryRows = (): number | null => positive('BENCH_MEMORY_ROWS', null);

/**
 * Measures each kind in turn, round after round, so that other load of the machine meets all of them.
 * @returns results of the rounds by kind
 */
export async function inRounds<Kinds extends Record<string, () => unknown>>(
  rounds: number,
  kinds: Kinds,
): Promise<{ [Kind in keyof Kinds]: Awaited<ReturnType<Kinds[Kind]>>[] }> {
  const results: Record<string, unknown[]> = {};
  for (let round = 0; round < rounds; round++)
    for (const [kind, measure] of Object.entries(kinds)) {
      results[kind] ??= [];
      results[kind].push(await measure());
    }
  return results as { [Kind in keyof Kinds]: Awaited<ReturnType<Kinds[Kind]>>[] };
}

/** @returns milliseconds that `action` takes */
export async function msOf(action: () => unknown): Promise<number> {
  const begin = performance.now();
  await action();
  return performance.now() - begin;
}

/** @returns how often `action` does one of `count` things in a second */
export async function rateOf(count: number, action: () => unknown): Promise<number> {
  return count / ((await msOf(action)) / 1000);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** @param share 0.99 for p99 */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

export interface Measurement {
  name: string;
  value: number;
  unit: string;
  /** Reference of the figure, in the same run. */
  ratio?: { of: string; value: number; goal?: string };
}

export const figure = (
  name: string,
  value: number,
  unit: string,
  ratio?: Measurement['ratio'] | null,
): Measurement => ({ name, value, unit, ...(ratio && { ratio }) });

/** @param failed number of failures by their kind */
export function requestFigures(name: string, answered: number, failed: Record<string, number>) {
  const failures = Object.values(failed).reduce((sum, count) => sum + count, 0);
  const kinds = failures > 0 ? JSON.stringify(failed) : '';
  return [
    figure(name, answered + failures, 'requests'),
    figure(`of them failed ${kinds}`, failures, 'requests'),
  ];
}

/** Columns of equal width; all but the first are right-aligned numbers, unless `left` names them. */
export function alignedLines(rows: readonly (readonly string[])[], left: readonly number[] = [0]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        left.includes(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** A table of Markdown, for pages of docs/. */
export const markdownTable = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');

/** Prints a table for people, then one JSON line for programs. */
export function report(bench: string, measurements: readonly Measurement[]): void {
  const rows = measurements.map(({ name, value, unit, ratio }) => [
    name,
    value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2),
    unit,
    ratio ? `${ratio.value.toFixed(2)} x ${ratio.of}${ratio.goal ? ` (goal ${ratio.goal})` : ''}` : '',
  ]);
  process.stdout.write(`\n${bench}\n`);
  for (const line of alignedLines(rows, [0, 2, 3])) process.stdout.write(`  ${line}\n`);
  process.stdout.write(`${JSON.stringify({ bench, measurements })}\n`);
}
