import type { DryRun } from '../schema/dry-run.js';
import type { BulkJob, ErrorGroup } from '../schema/job.js';

/** Most groups of rejected rows, and most notes, of a summary. */
const MOST_LINES = 10;
/** Most columns of a summary. */
const MOST_COLUMNS = 40;

type Column = DryRun['mapping'][number];

const count = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}`;

/** Summary of a finished import in a few lines. */
export function summariseJob(job: BulkJob): string {
  const { status, total, added, updated, unchanged, skipped, deleted, error_count } = job;
  const parts = [
    count(added, 'added'),
    ...(updated > 0 ? [count(updated, 'updated')] : []),
    ...(unchanged > 0 ? [count(unchanged, 'unchanged')] : []),
    ...(skipped ? [count(skipped, 'skipped')] : []),
    count(error_count, 'rejected'),
    ...(deleted ? [count(deleted, `${deleted === 1 ? 'marker' : 'markers'} deleted`)] : []),
  ];
  return linesOf([
    ...sheetRead(job.sheet),
    `${status}: of ${count(total, total === 1 ? 'row' : 'rows')} ${parts.join(', ')}`,
    ...(job.error === null ? [] : [job.error]),
    ...rejected(job.error_summary),
    ...notes(job.notes),
    `job ${job.job_id}`,
    ...(job.errors_url === null
      ? []
      : [`rejected rows with their reasons: ${job.errors_url} (--errors FILE saves them)`]),
  ]);
}

/** Summary of a dry run, with two lines for each column. */
export function summariseDryRun({
  counts,
  placed,
  error_summary,
  notes: said,
  mapping,
  sheet,
}: DryRun): string {
  const { total, added, updated, unchanged, skipped, deleted } = counts;
  const parts = [
    count(added, 'would be added'),
    ...(updated > 0 ? [count(updated, 'updated')] : []),
    ...(unchanged > 0 ? [count(unchanged, 'left unchanged')] : []),
    ...(skipped > 0 ? [count(skipped, 'skipped')] : []),
    count(counts.rejected, 'rejected'),
    ...(deleted ? [count(deleted, `${deleted === 1 ? 'marker' : 'markers'} deleted`)] : []),
  ];
  const places = Object.entries(placed).filter(([, rows]) => rows > 0);
  return linesOf([
    ...sheetRead(sheet),
    `dry run: of ${count(total, total === 1 ? 'row' : 'rows')} ${parts.join(', ')}`,
    ...(places.length === 0 ? [] : [`placed by: ${places.map(([by, n]) => count(n, by)).join(', ')}`]),
    ...columns(mapping),
    ...rejected(error_summary),
    ...notes(said),
  ]);
}

const columns = (mapping: DryRun['mapping']): string[] =>
  mapping.length === 0
    ? []
    : [
        'columns:',
        ...mapping.slice(0, MOST_COLUMNS).flatMap(columnLines),
        ...more(mapping.length - MOST_COLUMNS),
      ];

const percent = (share: number): string => `${Math.round(100 * share)}%`;

function columnLines({
  header,
  field,
  how,
  confidence,
  why,
  second_best: second,
  samples,
}: Column): string[] {
  const read = field ?? (how === 'ignored' ? 'ignored' : 'custom field');
  const other =
    second === null ? '' : `; otherwise ${second.field ?? 'custom field'} (${percent(second.probability)})`;
  const values = samples.map((sample) => JSON.stringify(sample)).join(', ');
  return [
    `  ${header} -> ${read} (${percent(confidence)}): ${why}${other}`,
    ...(values === '' ? [] : [`      ${values}`]),
  ];
}

const sheetRead = (sheet: string | null): string[] => (sheet ? [`sheet ${JSON.stringify(sheet)}`] : []);

const rejected = (groups: readonly ErrorGroup[]): string[] =>
  groups.length === 0
    ? []
    : [
        'rejected:',
        ...shortened(
          groups.map(({ code, column, count, example, hint }) => {
            const where = column === null ? '' : ` in ${JSON.stringify(column)}`;
            return `  ${count.toLocaleString('en')} x ${code}${where}: ${example}. ${hint}`;
          }),
        ),
      ];

const notes = (said: readonly string[]): string[] =>
  said.length === 0 ? [] : ['notes:', ...shortened(said.map((note) => `  ${note}`))];

const shortened = (lines: readonly string[]): string[] => [
  ...lines.slice(0, MOST_LINES),
  ...more(lines.length - MOST_LINES),
];

const more = (left: number): string[] => (left > 0 ? [`  and ${left.toLocaleString('en')} more`] : []);

// biome-ignore lint/suspicious/noControlCharactersInRegex: cells of the file are quoted, and a terminal obeys these
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

const linesOf = (lines: readonly string[]): string =>
  lines.map((line) => `${line.replace(CONTROLS, ' ')}\n`).join('');
