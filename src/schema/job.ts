import { type Static, Type } from 'typebox';
import { Id, nullable, PageQuery, Timestamp } from './page.js';
import { ROW_ERRORS } from './row-error-codes.js';

export const JOB_STATUSES = ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const;
export const MAPPED_BY = ['explicit', 'exact', 'memory', 'inferred', 'pattern', 'custom', 'ignored'] as const;

export const SecondBest = Type.Object(
  {
    field: nullable(Type.String({ description: 'API field; null: a custom field.' })),
    probability: Type.Number({ minimum: 0, maximum: 1 }),
  },
  {
    $id: 'SecondBest',
    description:
      'Likeliest other reading of the column, as the model sees it. It may be likelier than the decided one where another column has its field.',
  },
);

export type SecondBest = Static<typeof SecondBest>;

export const ColumnMapping = Type.Object(
  {
    index: Type.Integer({ description: 'Number of the column, from 0.' }),
    header: Type.String(),
    field: nullable(
      Type.String({
        description: 'API field that the column is read as; null for custom fields and ignored columns.',
      }),
    ),
    how: Type.Enum([...MAPPED_BY]),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    why: Type.Optional(Type.String({ description: 'Reason for the decision, where it is not obvious.' })),
    second_best: Type.Optional(SecondBest),
  },
  { $id: 'ColumnMapping' },
);
export type ColumnMapping = Static<typeof ColumnMapping>;

const RowErrorCode = Type.Unsafe<string>(
  Type.Enum(Object.keys(ROW_ERRORS), {
    $id: 'RowErrorCode',
    description: `Kind of defect; stable, for programs. ${Object.entries(ROW_ERRORS)
      .map(([code, what]) => `\`${code}\`: ${what}`)
      .join('; ')}.`,
  }),
);

const ROW_ERROR = {
  index: 2,
  line: 4,
  code: 'coordinate_invalid',
  column: 'lat',
  message: 'lat "95" is not within -90 and 90',
};

export const RowError = Type.Object(
  {
    index: Type.Integer({ description: 'Number of the data record, from 0.' }),
    line: nullable(
      Type.Integer({
        description:
          'Line of the file on which the record starts, from 1; row of the sheet for a workbook, number of the feature for GeoJSON, null for JSON.',
      }),
    ),
    code: RowErrorCode,
    column: nullable(
      Type.String({ description: 'Header of the column at fault, when it is a single column.' }),
    ),
    message: Type.String(),
  },
  { $id: 'RowError', example: ROW_ERROR },
);
export type RowError = Static<typeof RowError>;

export const ErrorGroup = Type.Object(
  {
    code: RowErrorCode,
    column: nullable(Type.String()),
    count: Type.Integer({ description: 'Number of rows rejected with this code in this column.' }),
    example: Type.String({ description: 'Message of the first such row.' }),
    hint: Type.String({ description: 'Advice on how to mend such rows.' }),
  },
  { $id: 'ErrorGroup' },
);
export type ErrorGroup = Static<typeof ErrorGroup>;

export const COMPLETED_JOB = {
  job_id: 'job_3fJ8sQ2nVbX7pLwZ0kTdRy',
  kind: 'bulk_import',
  status: 'completed',
  status_url: 'https://maps.example.com/v1/jobs/job_3fJ8sQ2nVbX7pLwZ0kTdRy',
  map_id: 17,
  added: 2,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  deleted: 0,
  total: 3,
  processed: 3,
  progress: 1,
  rows_per_second: 30,
  eta_seconds: null,
  timings: { receiving: 1, parsing: 1, placing: 1, looking_up: 0, deduplicating: 1, writing: 12 },
  error_count: 1,
  errors: [ROW_ERROR],
  error_summary: [
    {
      code: ROW_ERROR.code,
      column: ROW_ERROR.column,
      count: 1,
      example: ROW_ERROR.message,
      hint: 'Write degrees as plain decimal numbers, lat from -90 to 90 and lng from -180 to 180, and check that the two are not swapped.',
    },
  ],
  errors_url: 'https://maps.example.com/v1/jobs/job_3fJ8sQ2nVbX7pLwZ0kTdRy/errors.csv',
  skipped_url: null,
  changes_url: 'https://maps.example.com/v1/jobs/job_3fJ8sQ2nVbX7pLwZ0kTdRy/changes.csv',
  undo_url: 'https://maps.example.com/v1/jobs/job_3fJ8sQ2nVbX7pLwZ0kTdRy/undo',
  undoes: null,
  retry_url: 'https://maps.example.com/v1/jobs/job_3fJ8sQ2nVbX7pLwZ0kTdRy/retry',
  retries: null,
  error: null,
  sheet: null,
  options: { on_duplicate: 'skip', marker_type: 'pin' },
  notes: [],
  mapping: [
    { index: 0, header: 'Shop', field: 'name', how: 'inferred', confidence: 0.98 },
    { index: 1, header: 'lat', field: 'lat', how: 'exact', confidence: 1 },
    { index: 2, header: 'lng', field: 'lng', how: 'exact', confidence: 1 },
  ],
  created_at: '2026-03-01T09:30:00.000Z',
  started_at: '2026-03-01T09:30:00.010Z',
  completed_at: '2026-03-01T09:30:00.110Z',
};

/** The same job as an upload is answered with it. */
export const QUEUED_JOB = {
  ...COMPLETED_JOB,
  status: 'queued',
  added: 0,
  processed: 0,
  progress: 0,
  rows_per_second: null,
  timings: { ...COMPLETED_JOB.timings, parsing: 0, placing: 0, deduplicating: 0, writing: 0 },
  error_count: 0,
  errors: [],
  error_summary: [],
  errors_url: null,
  changes_url: null,
  undo_url: null,
  retry_url: null,
  started_at: null,
  completed_at: null,
};

/** The same job between these two. */
export const RUNNING_JOB = {
  ...QUEUED_JOB,
  status: 'processing',
  added: 1,
  processed: 1,
  progress: 1 / 3,
  rows_per_second: 20,
  eta_seconds: 0.1,
  timings: { ...QUEUED_JOB.timings, parsing: 1, placing: 1 },
  started_at: COMPLETED_JOB.started_at,
};

export const BulkJob = Type.Object(
  {
    job_id: Type.String({ pattern: '^[A-Za-z0-9_]+$' }),
    kind: Type.Enum(['bulk_import', 'undo'], {
      description:
        '`undo`: the job takes back what another one did. It counts markers: `added` are those that it made again, `updated` have their old values again, `deleted` were added by the other job, and `skipped` were left as they are because somebody has changed them since.',
    }),
    status: Type.Enum([...JOB_STATUSES]),
    status_url: Type.String(),
    map_id: Type.Integer(),
    added: Type.Integer(),
    updated: Type.Integer({ description: 'Rows that overwrote a marker.' }),
    unchanged: Type.Integer({
      description:
        'Rows that repeated a marker under `on_duplicate=overwrite` and had nothing to change in it.',
    }),
    skipped: nullable(Type.Integer()),
    deleted: Type.Integer({
      description:
        'Markers that no row met and that the import deleted (`missing=delete`): not among the rows. 0 until the job is completed. Of an undo: markers that it deleted.',
    }),
    total: Type.Integer(),
    processed: Type.Integer(),
    progress: Type.Number({ minimum: 0, maximum: 1, description: 'processed / total' }),
    rows_per_second: nullable(
      Type.Number({ description: 'Rows processed per second since the job started; null before.' }),
    ),
    eta_seconds: nullable(
      Type.Number({
        description: 'Seconds until the job is done at this rate; null before it starts and after it ends.',
      }),
    ),
    timings: Type.Object(
      {
        receiving: Type.Number(),
        parsing: Type.Number(),
        placing: Type.Number(),
        looking_up: Type.Number({
          description:
            'Time spent waiting for a geocoding service and for drive-time areas; 0 when neither is asked.',
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
          'Address of all rejected rows as CSV: the columns of the upload in their order, then a column `error`, which an import of the mended file ignores. Rows of a workbook have `sheet` and `row` before it, which are ignored as well. null until the job is completed, and when no row was rejected.',
      }),
    ),
    skipped_url: nullable(
      Type.String({
        description:
          'Address of all skipped rows as CSV: the columns of the upload in their order, then a column `error`, which names the marker of the map or the line of the upload that the row repeats. null until the job is completed, and when no row was skipped.',
      }),
    ),
    changes_url: nullable(
      Type.String({
        description:
          'Address of a list of what the import changed in the map, as CSV: markers with their code and name, what happened to them, and the old and the new value of each member that was updated. null until the job has ended, and when it changed nothing.',
      }),
    ),
    undo_url: nullable(
      Type.String({
        description:
          'Address that takes the job back (POST). null until the job has ended, when it changed nothing, when it is undone, and some days after its end.',
      }),
    ),
    undoes: nullable(Type.String({ description: 'Of an undo: the job that it takes back. Else null.' })),
    retry_url: nullable(
      Type.String({
        description:
          'Address that tries the rejected rows again (POST). null until the job is completed, when no row was rejected, and when the job is undone.',
      }),
    ),
    retries: nullable(
      Type.String({
        description:
          'Of an import that tries rejected rows again: the import that rejected them. Lines in its errors and notes are those of the first file. Else null.',
      }),
    ),
    error: nullable(Type.String({ description: 'Reason why the whole job failed.' })),
    sheet: nullable(
      Type.String({ description: 'Name of the sheet that was read; null when the upload was no workbook.' }),
    ),
    options: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'Options of the import, defaults included, as the `meta` part of an upload takes them: sent with these, a mended file of rejected rows is read like the first file. Options about the bytes of the first file (`delimiter`, `quote`, `escape`, `comment`, `encoding`) are left out.',
      },
    ),
    notes: Type.Array(Type.String()),
    mapping: Type.Array(ColumnMapping),
    created_at: Timestamp,
    started_at: nullable(Timestamp),
    completed_at: nullable(Timestamp),
  },
  {
    $id: 'BulkJob',
    example: COMPLETED_JOB,
  },
);
export type BulkJob = Static<typeof BulkJob>;

export const BulkSummary = Type.Object(
  {
    added: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    skipped: Type.Integer(),
    deleted: Type.Integer(),
    errors: Type.Array(RowError),
  },
  {
    $id: 'BulkSummary',
    example: { added: 2, updated: 0, unchanged: 0, skipped: 1, deleted: 0, errors: [ROW_ERROR] },
  },
);

export const JobsQuery = Type.Object({
  ...PageQuery,
  map_id: Type.Optional(Id),
  status: Type.Optional(Type.Enum([...JOB_STATUSES])),
});

export const JobParams = Type.Object({ job_id: Type.String({ pattern: '^[A-Za-z0-9_]+$', maxLength: 64 }) });
