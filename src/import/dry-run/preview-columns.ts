import { cut } from '../../base/cut.js';
import type { PreviewColumn } from '../../schema/dry-run.js';
import type { ColumnMapping } from '../../schema/job.js';

const MOST_SAMPLES = 3;
/** Characters of a sample value. */
const MAX_SAMPLE = 60;
/**
 * Bytes of JSON after which columns are told briefly: of 5,000 columns the first thousands, or hundreds with
 * long names and values.
 */
const MAX_BYTES = 3 << 19;
const BRIEF_HEADER = 40;
/** Only the names of an exported map's fields are that long. */
const MAX_HEADER = 1000;

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
export function previewColumns(
  mapping: readonly ColumnMapping[],
  rows: readonly (readonly string[])[],
): PreviewColumn[] {
  let bytes = 0;
  return mapping.map((column) => {
    const isBrief = bytes > MAX_BYTES;
    const shown = {
      ...column,
      header: cut(column.header, isBrief ? BRIEF_HEADER : MAX_HEADER),
      why: isBrief ? REASONS[column.how] : (column.why ?? REASONS[column.how]),
      second_best: column.second_best ?? null,
      samples: isBrief ? [] : samplesOf(rows, column.index),
    };
    bytes += Buffer.byteLength(JSON.stringify(shown));
    return shown;
  });
}

/** The first different values of a column. */
function samplesOf(rows: readonly (readonly string[])[], index: number): string[] {
  const samples = new Set<string>();
  for (const row of rows) {
    const value = (row[index] ?? '').trim();
    if (value !== '') samples.add(cut(value, MAX_SAMPLE));
    if (samples.size === MOST_SAMPLES) break;
  }
  return [...samples];
}
