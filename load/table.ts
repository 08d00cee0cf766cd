export interface Measurement {
  name: string;
  value: number;
  unit: string;
  /** Reference of the figure, in the same run. */
  ratio?: { of: string; value: number; goal?: string };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** @param share 0.99 for p99 */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

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
