import type { CatalogField } from '../../demographics/field.js';
import type { RememberedColumn } from '../../schema/header-memory.js';
import type { ColumnMapping } from '../../schema/job.js';
import type { Threads } from '../../threads/thread-pool.js';
import type { InferenceAnswer, InferRequest } from '../columns/inference.js';
import { inferWithFallback } from '../columns/inferrer.js';
import { type Recognisers, recogniseColumns } from '../columns/recognise.js';
import { type BulkMeta, completeOptions, type ImportOptions } from '../options.js';
import type { ImportTask } from '../task.js';
import type { ReceivedUpload } from '../upload/receive.js';
import { checkJson, inferColumns, inferTable, sampleCustomFields, sampleRows } from './on-threads.js';
import { planEnrichment } from './plan-enrichment.js';

/** Asks an inferrer outside of this process; fails when it does not answer in time. */
export type AskService = (
  request: InferRequest,
  rows: readonly (readonly string[])[],
) => Promise<InferenceAnswer>;

export interface PlanServices {
  path: string;
  threads: Threads;
  workers: number;
  /** How the account has confirmed to read this header row; null or absent when it has not, or auto_map is false. */
  memory?: readonly RememberedColumn[] | null;
  /** Demographic fields that there are; default: none. */
  catalog?: readonly CatalogField[];
  /** Asked before the built-in inferrer. */
  askService?: AskService | null;
  /** Hears why an inferrer did not answer; the import goes on. */
  onInferrerFailure?: (error: unknown) => void;
}

export interface PlannedImport {
  task: ImportTask;
  /** What the client should know of how the columns were read. */
  notes: string[];
}

/** What no custom field of a JSON marker can become: every marker has a name, and batches refuse the others (decision 34). */
const NOT_FROM_CUSTOM_FIELDS = new Set([
  'name',
  'color',
  'radius',
  'house_number',
  'full_address',
  'lat_lng',
]);
const MAX_CUSTOM_FIELDS = 5000;

/**
 * Judges a received upload as a whole and settles how it is read: everything that is answered with 400 instead of a job.
 * @throws AppError BAD_REQUEST
 */
export async function planImport(
  upload: ReceivedUpload,
  meta: BulkMeta,
  services: PlanServices,
): Promise<PlannedImport> {
  const options = completeOptions(meta);
  return upload.format === 'json'
    ? planJson(upload, meta, options, services)
    : planCsv(upload, meta, options, services);
}

async function planCsv(
  upload: ReceivedUpload,
  meta: BulkMeta,
  options: ImportOptions,
  { path, threads, memory = null, catalog = [], askService, onInferrerFailure = () => {} }: PlanServices,
): Promise<PlannedImport> {
  const { format, encoding, delimiter, blocks, receivingMs, columns } = upload;
  const block = blocks[0] ?? null;
  const sample = { path, block, plan: { encoding, delimiter } };
  const infer = (request: InferRequest) =>
    inferWithFallback(
      [
        ...(askService
          ? [
              {
                ask: async () => askService(request, await sampleRows(threads, sample, columns.length)),
                noteOnFailure: 'The header inferrer did not answer; the built-in one read the columns.',
              },
            ]
          : []),
        {
          ask: () => inferColumns(threads, sample, request),
          noteOnFailure: 'The columns were read by the patterns of their names alone.',
        },
      ],
      request,
      onInferrerFailure,
    );
  const names = columns.map((column) => column.name);
  const headers = columns.map((column) => (column.unnamed ? '' : column.original));
  const enrichment = planEnrichment(meta, catalog, names);
  const { mapping, notes } = await recogniseColumns({ names, headers }, meta, { memory, infer });
  const unnamed = columns.filter((column) => column.unnamed).map((column) => column.index);
  const task = { format, encoding, delimiter, mapping, unnamed, options, blocks, receivingMs, ...enrichment };
  return { task, notes };
}

async function planJson(
  upload: ReceivedUpload,
  meta: BulkMeta,
  options: ImportOptions,
  { path, threads, workers, catalog = [], onInferrerFailure = () => {} }: PlanServices,
): Promise<PlannedImport> {
  const { format, encoding, delimiter, blocks, receivingMs } = upload;
  const enrichment = planEnrichment(meta, catalog, null);
  // A few at a time: every waiting task would hold its arguments.
  for (let i = 0; i < blocks.length; i += workers) {
    const some = blocks.slice(i, i + workers);
    await Promise.all(some.map((block) => checkJson(threads, path, block)));
  }
  const task = {
    format,
    encoding,
    delimiter,
    mapping: [],
    unnamed: [],
    options,
    blocks,
    receivingMs,
    ...enrichment,
  };
  if (meta.auto_map !== true || blocks.length === 0) return { task, notes: [] };
  const { headers, rows } = await sampleCustomFields(threads, path, blocks[0]!, MAX_CUSTOM_FIELDS);
  const infer: Recognisers['infer'] = (request) =>
    inferWithFallback(
      [
        {
          ask: () => inferTable(threads, request, rows),
          noteOnFailure: 'The custom fields were read by the patterns of their names alone.',
        },
      ],
      { ...request, taken: [...request.taken, ...NOT_FROM_CUSTOM_FIELDS] },
      onInferrerFailure,
    );
  const { mapping, notes } = await recogniseColumns({ names: headers, headers }, meta, {
    memory: null,
    infer,
  });
  return { task: { ...task, mapping: mapping.map(keepCustom) }, notes };
}

const keepCustom = (column: ColumnMapping): ColumnMapping =>
  column.how === 'ignored' || (column.field !== null && NOT_FROM_CUSTOM_FIELDS.has(column.field))
    ? { index: column.index, header: column.header, field: null, how: 'custom', confidence: 1 }
    : column;
