import type { PreviewColumn } from '../../schema/dry-run.js';
import type { ColumnMapping } from '../../schema/job.js';

const MOST_SAMPLES = 3;
/** Characters of a sample value. */
const MAX_SAMPLE = 60;

/** Reasons that go without saying where a job tells its mapping. */
const REASONS: Readonly<Record<ColumnMapping['how'], string>> = {
  explicit: 'column_mapping says so',
  exact: 'the header is the name of the field',
  memory: 'confirmed for this header row in an earlier upload',
  inferred: 'read by header and values',
  pattern: 'read by its header alone',
  custom: 'no field has this name',
  ignored: 'the option ignore names it',
};

/**
 * Columns with all that a person needs to judge how they are read.
 * @param rows sample rows
 */
export const previewColumns = (
  mapping: readonly ColumnMapping[],
  rows: readonly (readonly string[])[],
): PreviewColumn[] =>
  mapping.map((column) => ({
    ...column,
    why: column.why ?? REASONS[column.how],
    second_best: column.second_best ?? null,
    samples: samplesOf(rows, column.index),
  }));

/** The first different values of a column. */
function samplesOf(rows: readonly (readonly string[])[], index: number): string[] {
  const samples = new Set<string>();
  for (const row of rows) {
    const value = (row[index] ?? '').trim();
    if (value !== '') samples.add(cut(value));
    if (samples.size === MOST_SAMPLES) break;
  }
  return [...samples];
}

const cut = (value: string): string =>
  value.length > MAX_SAMPLE ? `${value.slice(0, MAX_SAMPLE).toWellFormed()}…` : value;
