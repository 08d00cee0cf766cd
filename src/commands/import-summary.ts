import type { DryRun } from '../schema/dry-run.js';
import type { BulkJob, ErrorGroup } from '../schema/job.js';

/** Most groups of rejected rows, and most notes, of a summary. */
const MOST_LINES = 10;

const count = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}`;

/** Summary of a finished import in a few lines. */
export function summariseJob(job: BulkJob): string {
  const { status, total, added, updated, unchanged, skipped, error_count } = job;
  const parts = [
    count(added, 'added'),
    ...(updated > 0 ? [count(updated, 'updated')] : []),
    ...(unchanged > 0 ? [count(unchanged, 'unchanged')] : []),
    ...(skipped ? [count(skipped, 'skipped as duplicates')] : []),
    count(error_count, 'rejected'),
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

/** Summary of a dry run in a few lines. */
export function summariseDryRun({ counts, error_summary, notes: said, mapping, sheet }: DryRun): string {
  const { total, added, updated, skipped } = counts;
  const parts = [
    count(added, 'would be added'),
    ...(updated > 0 ? [count(updated, 'updated')] : []),
    ...(skipped > 0 ? [count(skipped, 'skipped as duplicates')] : []),
    count(counts.rejected, 'rejected'),
  ];
  const columns = mapping.map(
    ({ header, field, how }) => `  ${header} -> ${field ?? (how === 'ignored' ? 'ignored' : 'custom field')}`,
  );
  return linesOf([
    ...sheetRead(sheet),
    `dry run: of ${count(total, total === 1 ? 'row' : 'rows')} ${parts.join(', ')}`,
    ...(columns.length === 0 ? [] : ['columns:', ...shortened(columns)]),
    ...rejected(error_summary),
    ...notes(said),
  ]);
}

/** Absent in answers of an earlier release. */
const sheetRead = (sheet: string | null | undefined): string[] =>
  sheet ? [`sheet ${JSON.stringify(sheet)}`] : [];

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

const shortened = (lines: readonly string[]): string[] =>
  lines.length <= MOST_LINES
    ? [...lines]
    : [...lines.slice(0, MOST_LINES), `  and ${(lines.length - MOST_LINES).toLocaleString('en')} more`];

// biome-ignore lint/suspicious/noControlCharactersInRegex: cells of the file are quoted, and a terminal obeys these
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

const linesOf = (lines: readonly string[]): string =>
  lines.map((line) => `${line.replace(CONTROLS, ' ')}\n`).join('');
