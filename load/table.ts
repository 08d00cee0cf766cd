export interface Measurement {
  name: string;
  value: number;
  unit: string;
  /** What the figure is compared with, in the same run. */
  ratio?: { of: string; value: number; goal?: string };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** @param share 0.99 for p99 */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

/** A table for people on stdout, then one JSON line for programs. */
export function report(bench: string, measurements: readonly Measurement[]): void {
  const rows = measurements.map(({ name, value, unit, ratio }) => [
    name,
    value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2),
    unit,
    ratio ? `${ratio.value.toFixed(2)} x ${ratio.of}${ratio.goal ? ` (goal ${ratio.goal})` : ''}` : '',
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  process.stdout.write(`\n${bench}\n`);
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 1 ? cell.padStart(widths[1]!) : cell.padEnd(widths[column]!),
    );
    process.stdout.write(`  ${cells.join('  ').trimEnd()}\n`);
  }
  process.stdout.write(`${JSON.stringify({ bench, measurements })}\n`);
}
