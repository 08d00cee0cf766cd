import { type Static, Type } from 'typebox';
import { Id, nullable, PageQuery, Timestamp } from './page.js';
import { ROW_ERRORS } from './row-error-codes.js';

export const JOB_STATUSES = ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const;
export const MAPPED_BY = ['explicit', 'exact', 'memory', 'inferred', 'pattern', 'custom', 'ignored'] as const;

/** How one column of the upload is read, and why. */
export const ColumnMapping = Type.Object(
  {
    index: Type.Integer({ description: '0-based column' }),
    header: Type.String(),
    field: nullable(Type.String({ description: 'API field; null for custom fields and ignored columns.' })),
    how: Type.Enum([...MAPPED_BY]),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    why: Type.Optional(Type.String({ description: 'What the decision rests on, where it is not plain.' })),
  },
  { $id: 'ColumnMapping' },
);
export type ColumnMapping = Static<typeof ColumnMapping>;

const RowErrorCode = Type.Unsafe<string>(
  Type.Enum(Object.keys(ROW_ERRORS), {
    $id: 'RowErrorCode',
    description: `What kind of defect; stable, for programs. ${Object.entries(ROW_ERRORS)
      .map(([code, what]) => `\`${code}\`: ${what}`)
      .join('; ')}.`,
  }),
);

export const RowError = Type.Object(
  {
    index: Type.Integer({ description: '0-based data record' }),
    line: nullable(Type.Integer({ description: '1-based line of the file where the record starts' })),
    code: RowErrorCode,
    column: nullable(Type.String({ description: 'Header of the column, when one column is to blame.' })),
    message: Type.String(),
  },
  { $id: 'RowError' },
);
export type RowError = Static<typeof RowError>;

export const ErrorGroup = Type.Object(
  {
    code: RowErrorCode,
    column: nullable(Type.String()),
    count: Type.Integer({ description: 'Rejected rows with this code in this column' }),
    example: Type.String({ description: 'Message of the first of them' }),
    hint: Type.String({ description: 'How to mend such rows' }),
  },
  { $id: 'ErrorGroup' },
);
export type ErrorGroup = Static<typeof ErrorGroup>;

export const BulkJob = Type.Object(
  {
    job_id: Type.String({ pattern: '^[A-Za-z0-9_]+$' }),
    kind: Type.Literal('bulk_import'),
    status: Type.Enum([...JOB_STATUSES]),
    status_url: Type.String(),
    map_id: Type.Integer(),
    added: Type.Integer(),
    updated: Type.Integer({ description: 'Rows that overwrote a marker.' }),
    unchanged: Type.Integer({
      description: 'Rows that were to overwrite a marker and found nothing to change in it.',
    }),
    skipped: nullable(Type.Integer()),
    total: Type.Integer(),
    processed: Type.Integer(),
    progress: Type.Number({ minimum: 0, maximum: 1, description: 'processed / total' }),
    rows_per_second: nullable(Type.Number({ description: 'Since the work began; null before.' })),
    eta_seconds: nullable(
      Type.Number({ description: 'Until it is done at this rate; null when it has ended or not begun.' }),
    ),
    timings: Type.Object(
      {
        receiving: Type.Number(),
        parsing: Type.Number(),
        placing: Type.Number(),
        looking_up: Type.Number({
          description:
            'From questions to their answers: places of a geocoding service, areas of drive times. 0 without.',
        }),
        deduplicating: Type.Number(),
        writing: Type.Number(),
      },
      { description: 'Milliseconds of work, summed over all threads.' },
    ),
    error_count: Type.Integer(),
    errors: Type.Array(RowError, { description: 'The first 1,000 rejected rows.' }),
    error_summary: Type.Array(ErrorGroup, {
      description: 'All rejected rows by code and column, the most frequent first (100 at most).',
    }),
    errors_url: nullable(
      Type.String({
        description:
          "All rejected rows as CSV: the upload's own columns in its order, and a last column `error`, which is ignored when the mended file is uploaded.",
      }),
    ),
    skipped_url: nullable(
      Type.String({
        description:
          "All rows that were skipped as duplicates as CSV: the upload's own columns in its order, and a last column `error` that names the marker of the map, or the line of the upload, which each repeats. Null while none.",
      }),
    ),
    error: nullable(Type.String({ description: 'Why the job as a whole failed.' })),
    options: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'The options it ran with, defaults included, as the `meta` part of an upload takes them: with these a mended file of rejected rows is read like the first. What says how the bytes of the first file were written (`delimiter`, `quote`, `escape`, `comment`, `encoding`) is not among them.',
      },
    ),
    notes: Type.Array(Type.String()),
    mapping: Type.Array(ColumnMapping),
    created_at: Timestamp,
    started_at: nullable(Timestamp),
    completed_at: nullable(Timestamp),
  },
  { $id: 'BulkJob' },
);
export type BulkJob = Static<typeof BulkJob>;

export const BulkSummary = Type.Object(
  {
    added: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    skipped: Type.Integer(),
    errors: Type.Array(RowError),
  },
  { $id: 'BulkSummary' },
);

export const JobsQuery = Type.Object({
  ...PageQuery,
  map_id: Type.Optional(Id),
  status: Type.Optional(Type.Enum([...JOB_STATUSES])),
});

export const JobParams = Type.Object({ job_id: Type.String({ pattern: '^[A-Za-z0-9_]+$', maxLength: 64 }) });
