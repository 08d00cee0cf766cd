import { createHash, type Hash } from 'node:crypto';
import { Type } from 'typebox';
import { newJobId } from '../access/keys/key.js';
import { charging } from '../access/limits/charge.js';
import { AppError, badRequest } from '../base/errors.js';
import { traceOf } from '../base/tracing/carried.js';
import { ignore } from '../http/ignored-params.js';
import { meantBy } from '../http/meant-by.js';
import type { HttpRequest, Reply } from '../http/message.js';
import { type Principal, type Route, route } from '../http/route.js';
import { dryRun } from '../import/dry-run/dry-run.js';
import { lookUpsOf } from '../import/look-ups.js';
import { BulkMeta, BulkQuery } from '../import/options.js';
import { type PlanServices, planImport } from '../import/plan/plan-import.js';
import type { IncomingUpload } from '../import/spool/spool.js';
import type { UploadShare } from '../import/spool/upload-room.js';
import type { ImportTask } from '../import/task.js';
import { ConversionThreads } from '../import/upload/conversion-threads.js';
import { DialectThreads } from '../import/upload/dialect-threads.js';
import { canonicalJson } from '../schema/canonical-json.js';
import { DryRun } from '../schema/dry-run.js';
import { BulkJob, BulkSummary, QUEUED_JOB } from '../schema/job.js';
import { BulkMarker } from '../schema/marker.js';
import { keepsAddresses } from '../store/accounts.js';
import { assertWritable } from '../store/authorize.js';
import { sqlState } from '../store/client.js';
import { createJob, findJob, type ShownJob } from '../store/jobs.js';
import { giveBack } from '../store/quotas.js';
import { readCatalog } from '../world/demographics/catalog.js';
import { readBulkQuery } from './bulk-query.js';
import { refuseOptionHeaders } from './given-options.js';
import { recall, remember } from './header-memory.js';
import { viewBulkJob } from './job-view.js';
import { OF_MAP } from './owned.js';
import {
  GEOJSON,
  MACRO_WORKBOOK,
  OTHER_WORKBOOKS,
  type ReceivedBody,
  receiveUpload,
  type UploadThreads,
  WORKBOOK,
} from './receive-upload.js';
import { refusalOf } from './refusals.js';
import { idempotencyKeyOf, OTHER_REQUEST, replayed } from './repeatable.js';
import { acceptedReply, okReply } from './replies.js';
import type { Services } from './services.js';

/**
 * JSON batches up to this size are answered when they are done. sql/0001-tables.sql has the same number for
 * quick jobs.
 */
const SYNC_ROWS = 500;
/**
 * A synchronous batch that waits longer (behind a large import of the same map) is answered 202 after all.
 */
const SYNC_WAIT_MS = 25_000;
/** Limit for a whole upload; a client that sends nothing is cut off much earlier. */
const UPLOAD_DEADLINE_MS = 3_600_000;

const FORGOTTEN = 'The service could not save the mapping for the next upload.';

const BulkMarkers = Type.Object(
  { markers: Type.Array(BulkMarker) },
  {
    $id: 'BulkMarkers',
    description: 'Options of the import may stand beside `markers`, as they do in `meta`.',
    example: {
      markers: [
        { name: 'Shop 1', lat: 53.8, lng: -1.55, category: 'Open' },
        { name: 'Shop 2', address: { zip: 'LS1 4AP', country: 'GB' }, custom_fields: { Phone: '5' } },
      ],
    },
  },
);
const BulkForm = Type.Object(
  {
    file: Type.String({ format: 'binary', description: 'The file: CSV, an Excel workbook or GeoJSON.' }),
    meta: Type.Optional(BulkMeta),
  },
  {
    $id: 'BulkForm',
    description:
      'The name of a part says what it is, with or without a filename. An option may be a part of its own, written as in the query: `dry_run=true`.',
    example: { file: 'name,lat,lng\nA,1,2\n', meta: { on_duplicate: 'overwrite' } },
  },
);

const META_IN_QUERY =
  'meta is a part of a multipart form: the query takes each option by its own name, such as dry_run=true';
const IGNORED = 'Unknown parameters and members were ignored';
const OPTIONS = Object.keys(BulkQuery.properties);
const OF_MARKERS = Object.keys(BulkMarker.properties);

/**
 * An unknown name with what it is likely to mean, as the import may have gone other ways than its sender
 * wanted.
 */
function withMeaning(name: string): string {
  const own = name.replace(/^(?:meta|markers\[\])\./, '');
  return name + meantBy(own, name.startsWith('markers') ? OF_MARKERS : OPTIONS);
}

type BulkServices = Services & UploadThreads;

export function bulkRoutes(shared: Services): Route[] {
  const services: BulkServices = {
    ...shared,
    dialectThreads: new DialectThreads(shared.work.dialects),
    conversionThreads: new ConversionThreads(shared.work.conversions),
  };
  return [
    route({
      method: 'POST',
      path: '/maps/{map_id}/markers/bulk',
      operationId: 'importMarkers',
      summary: 'Import many markers',
      description:
        'A file (CSV, an Excel workbook or GeoJSON, as the body or as a multipart part) is answered 202 with a job. JSON with at most 500 markers is answered 200 when the import is done. ' +
        'The first bytes of a file tell what it is, whatever its content type; a file compressed with gzip is unpacked. ' +
        'An upload that was answered 202 is safe on disk. With an `Idempotency-Key` header the same upload can be sent again for 24 hours: it gets ' +
        'the first answer and is not charged again; a different upload with the same key is BAD_REQUEST. ' +
        'Every kind of body may be sent with `Content-Encoding: gzip`. With `dry_run` nothing is imported, and the answer shows what an import would do. ' +
        "Each import counts once against the key's daily quota of imports, however many rows it has: 10 by default, QUOTA_EXCEEDED beyond. By default an upload has at most 1,000,000 rows and 2 GiB, BAD_REQUEST beyond.",
      tag: 'Markers',
      access: 'write',
      ...OF_MAP,
      query: BulkQuery,
      takesIdempotencyKey: true,
      refusesMisspelt: true,
      deadlineMs: UPLOAD_DEADLINE_MS,
      // An upload waits for its client, and a small batch for its job, so neither holds a turn.
      turns: null,
      bodyDoc: {
        'text/csv': Type.String({
          description:
            'The first row is the header, below a title and notes where there are any: see `header_row` and `skip_rows_after`.',
          example: 'name,lat,lng,Phone\nA,1,2,5\n',
        }),
        [WORKBOOK]: Type.String({
          format: 'binary',
          description:
            'An Excel workbook (.xlsx): the sheet `sheet`, or the first visible one that looks like a table of places, or a later one that places more than twice as many rows. Its header is found as in CSV.',
        }),
        [MACRO_WORKBOOK]: Type.String({ format: 'binary', description: 'The same with macros (.xlsm).' }),
        ...Object.fromEntries(
          Object.entries(OTHER_WORKBOOKS).map(([type, what]) => [
            type,
            Type.String({ format: 'binary', description: `${what} of at most 64 MiB, read like .xlsx.` }),
          ]),
        ),
        [GEOJSON]: Type.String({
          description:
            'A FeatureCollection, or features one a line. Points become markers, their properties columns; other geometries are row errors.',
          example:
            '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"name":"A","Phone":"5"}}]}',
        }),
        'application/json': BulkMarkers,
        'multipart/form-data': BulkForm,
      },
      responses: {
        200: {
          description: 'Counts of a small JSON batch, or a dry run',
          schema: Type.Union([BulkSummary, DryRun]),
        },
        202: { description: 'The queued job', schema: BulkJob, example: QUEUED_JOB },
      },
      handle: ({ principal, resource, query, request, ignored }) =>
        inRoom(services, principal.accountId, (room) =>
          importUpload(
            services,
            room,
            principal,
            resource.id,
            readBulkQuery(query, (name) => ignore(ignored, name)),
            request,
            ignored,
          ),
        ),
    }),
  ];
}

/** Counts the bytes of the upload until they are an import's, or gone. */
export async function inRoom(
  { uploadRoom }: Pick<Services, 'uploadRoom'>,
  accountId: number,
  work: (room: UploadShare) => Promise<Reply>,
): Promise<Reply> {
  const room = uploadRoom.begin(accountId);
  try {
    return await work(room);
  } finally {
    room.end();
  }
}

async function importUpload(
  services: BulkServices,
  room: UploadShare,
  principal: Principal,
  mapId: number,
  query: BulkMeta,
  request: HttpRequest,
  ignored: Set<string>,
): Promise<Reply> {
  if (ignored.has('meta')) throw badRequest(META_IN_QUERY);
  refuseOptionHeaders(request.header);
  const jobId = newJobId();
  // Checked first, so that a refusal leaves no file.
  const idempotencyKey = idempotencyKeyOf(request);
  const { accountId } = principal;
  const fingerprint = idempotencyKey === null ? null : createHash('sha256');
  const arrived = await services.work.uploads.run({ accountId, signal: request.signal }, async () => {
    await room.expect(Math.min(request.body.declaredBytes ?? 0, services.maxUploadBytes));
    const file = await services.spool.receive(jobId);
    try {
      const received = await receiveUpload(
        services,
        principal,
        request,
        query,
        file,
        room,
        (name) => ignore(ignored, name),
        fingerprint,
      );
      return { file, received };
    } catch (error) {
      await dropFile(file);
      throw error;
    }
  });
  const { file, received } = arrived;
  try {
    const arriving = { id: jobId, mapId, idempotencyKey, fingerprint, file, room, received };
    return await acceptUpload(services, principal, arriving, query, request, ignored);
  } finally {
    await file.release();
  }
}

export async function dropFile(file: IncomingUpload): Promise<void> {
  try {
    await file.discard();
  } finally {
    await file.release();
  }
}

export interface Arriving {
  /** Id of the job that the upload becomes. */
  readonly id: string;
  readonly mapId: number;
  readonly idempotencyKey: string | null;
  readonly fingerprint: Hash | null;
  readonly file: IncomingUpload;
  readonly room: UploadShare;
  readonly received: ReceivedBody;
  /** Where the rows are those that an import has rejected. */
  readonly retried?: { readonly jobId: string } & NonNullable<PlanServices['earlier']>;
}

/** Plans an import of what has arrived, and queues it or tells what it would do. @throws AppError */
export async function acceptUpload(
  services: Services,
  principal: Principal,
  { id, mapId, idempotencyKey: key, fingerprint, file, room, received, retried }: Arriving,
  query: BulkMeta,
  request: HttpRequest,
  ignored: Set<string>,
): Promise<Reply> {
  const { sql, threads, workers, geodata, quotaUse, work, inference, spool, keyRoom } = services;
  const { accountId } = principal;
  const { upload } = received;
  const meta = { ...query, ...received.meta };
  let task: ImportTask;
  try {
    fingerprint?.update(canonicalJson([mapId, upload.format, meta]));
    const memory = retried ? null : await recall(sql, accountId, upload, meta);
    const small = upload.rows <= SYNC_ROWS;
    const planned = await planImport(upload, meta, {
      path: file.path,
      // Planning reads only the first rows of a CSV file.
      threads: threads.for({ accountId, prompt: small || upload.format === 'csv' }),
      workers,
      geodata: geodata.current,
      memory,
      ...(retried && { earlier: retried }),
      catalog: meta.demographics || meta.choropleth ? await readCatalog(sql) : [],
      ...inference,
    });
    task = { ...planned.task, ...(retried && { retries: retried.jobId }) };
    upload.notes.push(...planned.notes);
    planned.unread.every((name) => ignore(ignored, name));
    if (ignored.size > 0) upload.notes.push(`${IGNORED}: ${[...ignored].map(withMeaning).join(', ')}.`);
    if (meta.dry_run) {
      await assertWritable(sql, principal, mapId);
      const { signal } = request;
      const input = { upload, task, mapId, path: file.path };
      const lookUps = await lookUpsOf(task, services, () => keepsAddresses(sql, accountId));
      const own = threads.for({ accountId, prompt: small });
      const keyThreads = threads.for({ accountId, prompt: false });
      const keys = keyRoom.begin();
      const json = await work.dryRuns
        .run({ accountId, signal }, () =>
          dryRun(input, { sql, threads: own, keyThreads, keys, workers, geodata, lookUps }, signal),
        )
        .finally(keys.end);
      await file.discard();
      return { status: 200, json };
    }
    // The file is durable before the job exists, so an answer of 202 means a safe upload.
    await file.commit();
    room.end();
  } catch (error) {
    await file.discard();
    throw error;
  }
  const sync = received.isBatch && upload.rows <= SYNC_ROWS;
  const finished = sync ? services.finishedJobs.wait(id, SYNC_WAIT_MS) : Promise.resolve(false);
  const job = await charging(quotaUse, principal, 'bulk', (charge) =>
    createJob(
      sql,
      {
        id,
        mapId,
        kind: 'bulk_import',
        task,
        total: upload.rows,
        notes: upload.notes,
        spool: spool.identity,
        trace: traceOf(request.signal),
      },
      charge,
      key === null || fingerprint === null
        ? null
        : { accountId, key, fingerprint: fingerprint.digest('hex') },
    ),
  ).catch(async (error) => {
    services.finishedJobs.announce(id);
    const told = sqlState(error) === 'CL400' ? badRequest(OTHER_REQUEST) : refusalOf(error);
    // After any other error the job may exist. If it does not, the sweeper removes the file later.
    if (told instanceof AppError) await file.discard();
    throw told;
  });
  if (job.id !== id) {
    services.finishedJobs.announce(id);
    await file.discard();
    return replayed(await repeatAnswer(services, job, sync));
  }
  services.jobQueued();
  // The import is accepted: a failure from here on becomes a note.
  if (meta.remember && upload.format === 'csv')
    await remember(sql, principal, task).catch(() => job.notes.push(FORGOTTEN));
  if (!(await finished)) return acceptedReply(await viewBulkJob(sql, job, services));
  return summarise(services, id).catch(async (error) => {
    // A failed batch is not charged.
    if (error instanceof BatchFailed) {
      await giveBack(sql, principal.keyId, 'bulk', job.createdAt);
      quotaUse.forget(principal.keyId);
    }
    throw error;
  });
}

/** Answers a request that was made before with the same Idempotency-Key. */
async function repeatAnswer(services: Services, job: ShownJob, sync: boolean): Promise<Reply> {
  if (!sync) return acceptedReply(await viewBulkJob(services.sql, job, services));
  const finished = services.finishedJobs.wait(job.id, SYNC_WAIT_MS);
  const current = await findJob(services.sql, job.id);
  if (current?.completedAt) services.finishedJobs.announce(job.id);
  await finished;
  return summarise(services, job.id);
}

class BatchFailed extends Error {}

/**
 * Reads the job by its id alone: the map may belong to another account by now, and the batch was accepted.
 */
async function summarise(services: Services, jobId: string): Promise<Reply> {
  const { sql } = services;
  const job = await findJob(sql, jobId);
  if (!job) throw new Error(`job ${jobId} is gone`);
  const view = await viewBulkJob(sql, job, services);
  // All rows are written where only the markers that no row met may not be deleted.
  const isWritten = view.processed === view.total;
  if (view.status === 'failed' && !isWritten) throw new BatchFailed(`job ${jobId} failed: ${view.error}`);
  if (view.status !== 'completed') return acceptedReply(view);
  const { added, updated, unchanged, skipped, deleted, errors } = view;
  return okReply({ added, updated, unchanged, skipped, deleted, errors });
}
