import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { newJobId } from '../auth/key.js';
import { readCatalog } from '../demographics/catalog.js';
import { AppError, badRequest } from '../errors.js';
import type { HttpRequest, Reply } from '../http/message.js';
import { type Principal, type Route, route } from '../http/route.js';
import { dryRun } from '../import/dry-run/dry-run.js';
import { lookUpsOf } from '../import/look-ups.js';
import { BulkMeta, BulkQuery } from '../import/options.js';
import { planImport } from '../import/plan/plan-import.js';
import type { IncomingUpload } from '../import/spool/spool.js';
import type { ImportTask } from '../import/task.js';
import { DialectThreads } from '../import/upload/dialect-threads.js';
import type { ReceivedUpload } from '../import/upload/receive.js';
import { charging } from '../limits/charge.js';
import { DryRun } from '../schema/dry-run.js';
import { BulkJob, BulkSummary } from '../schema/job.js';
import { MapParams } from '../schema/map.js';
import { keepsAddresses } from '../store/accounts.js';
import { assertWritable } from '../store/authorize.js';
import { sqlState } from '../store/client.js';
import { createJob, findJob, type ShownJob } from '../store/jobs.js';
import { traceOf } from '../tracing/carried.js';
import { readBulkQuery } from './bulk-query.js';
import { recall, remember } from './header-memory.js';
import { viewBulkJob } from './job-view.js';
import { ownedMap } from './own.js';
import { receiveUpload } from './receive-upload.js';
import { refusalOf } from './refusals.js';
import type { Services } from './services.js';

/** JSON batches up to this size are answered when they are done. The same as of quick jobs, sql/0017-jobs-in-turn.sql. */
const SYNC_ROWS = 500;
/** A synchronous batch that waits longer (behind a large import of the same map) is answered 202 after all. */
const SYNC_WAIT_MS = 25_000;
/** Of a whole upload; a peer that sends nothing is cut off much earlier. */
const UPLOAD_DEADLINE_MS = 3_600_000;

const OTHER_UPLOAD = 'the Idempotency-Key was used for another upload within the last 24 hours';

const FORGOTTEN = 'The mapping could not be kept for the next upload.';

type BulkServices = Services & { dialectThreads: DialectThreads };

export function bulkRoutes(shared: Services): Route[] {
  const services: BulkServices = {
    ...shared,
    dialectThreads: new DialectThreads(shared.work.dialects),
  };
  return [
    route({
      method: 'POST',
      path: '/maps/{map_id}/markers/bulk',
      operationId: 'importMarkers',
      summary: 'Import many markers',
      description:
        'CSV (text/csv or a multipart file) is answered 202 with a job; JSON with at most 500 markers is answered 200 when it is done. ' +
        'An upload answered 202 is on the disk. With an `Idempotency-Key` header the same upload can be sent again for 24 hours: it gets ' +
        'the first answer, and is not charged again; another upload with the same key is BAD_REQUEST. ' +
        'All shapes may be sent with `Content-Encoding: gzip`. With `dry_run` nothing is imported and the answer is what an import would do.',
      tag: 'Markers',
      access: 'write',
      params: MapParams,
      own: ownedMap(services),
      query: BulkQuery,
      deadlineMs: UPLOAD_DEADLINE_MS,
      // It waits for its client, and a small batch for its job.
      turns: null,
      bodyDoc: {
        'text/csv': Type.String({ description: 'The first row is the header.' }),
        'application/json': Type.Object({ markers: Type.Array(Type.Object({})) }),
        'multipart/form-data': Type.Object({
          file: Type.String({ format: 'binary' }),
          meta: Type.Optional(BulkMeta),
        }),
      },
      responses: {
        200: {
          description: 'A small JSON batch, done; or a dry run',
          schema: Type.Union([BulkSummary, DryRun]),
        },
        202: { description: 'Queued', schema: BulkJob },
      },
      handle: ({ principal, resource, query, request }) =>
        importUpload(services, principal, resource.id, readBulkQuery(query), request),
    }),
  ];
}

async function importUpload(
  services: BulkServices,
  principal: Principal,
  mapId: number,
  query: BulkMeta,
  request: HttpRequest,
): Promise<Reply> {
  const jobId = newJobId();
  // Before there is a file: what it refuses leaves none.
  const idempotencyKey = idempotencyKeyOf(request);
  const { accountId } = principal;
  const leave = await services.work.uploads.enter({ accountId, signal: request.signal });
  try {
    const file = await services.spool.receive(jobId);
    try {
      const arriving = { id: jobId, mapId, idempotencyKey, file, onReceived: leave };
      return await acceptUpload(services, principal, arriving, query, request);
    } finally {
      await file.release();
    }
  } finally {
    leave();
  }
}

interface Arriving {
  /** Of the job that it becomes. */
  readonly id: string;
  readonly mapId: number;
  readonly idempotencyKey: string | null;
  readonly file: IncomingUpload;
  readonly onReceived: () => void;
}

async function acceptUpload(
  services: BulkServices,
  principal: Principal,
  { id, mapId, idempotencyKey: key, file, onReceived }: Arriving,
  query: BulkMeta,
  request: HttpRequest,
): Promise<Reply> {
  const { sql, threads, workers, geodata, quotaUse, publicUrl, work, inference, spool } = services;
  const fingerprint = key === null ? null : createHash('sha256');
  const { accountId } = principal;
  let upload: ReceivedUpload;
  let meta: BulkMeta;
  let task: ImportTask;
  try {
    const received = await receiveUpload(services, principal, request, query, file, fingerprint);
    onReceived();
    upload = received.upload;
    meta = { ...query, ...received.meta };
    fingerprint?.update(JSON.stringify([mapId, upload.format, meta]));
    const memory = await recall(sql, accountId, upload, meta);
    const small = upload.rows <= SYNC_ROWS;
    const planned = await planImport(upload, meta, {
      path: file.path,
      // Of a CSV file only the first rows are looked at.
      threads: threads.for({ accountId, prompt: small || upload.format === 'csv' }),
      workers,
      memory,
      catalog: meta.demographics || meta.choropleth ? await readCatalog(sql) : [],
      ...inference,
    });
    task = planned.task;
    upload.notes.push(...planned.notes);
    if (meta.dry_run) {
      await assertWritable(sql, principal, mapId);
      const { signal } = request;
      const input = { upload, task, mapId, path: file.path };
      const lookUps = await lookUpsOf(task, services, () => keepsAddresses(sql, accountId));
      const own = threads.for({ accountId, prompt: small });
      const json = await work.dryRuns.run({ accountId, signal }, () =>
        dryRun(input, { sql, threads: own, workers, geodata, lookUps }, signal),
      );
      await file.discard();
      return { status: 200, json };
    }
    // Before the job: what is answered 202 is durable.
    await file.commit();
  } catch (error) {
    await file.discard();
    throw error;
  }
  const sync = upload.format === 'json' && upload.rows <= SYNC_ROWS;
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
    const told = sqlState(error) === 'CL400' ? badRequest(OTHER_UPLOAD) : refusalOf(error);
    // Of any other error it is not known whether the job was committed: without one, the file is swept later.
    if (told instanceof AppError) await file.discard();
    throw told;
  });
  if (job.id !== id) {
    services.finishedJobs.announce(id);
    await file.discard();
    return repeatAnswer(services, job, sync);
  }
  services.jobQueued();
  // The import is accepted: what goes wrong here is told and changes nothing.
  if (meta.remember && upload.format === 'csv')
    await remember(sql, principal, task).catch(() => job.notes.push(FORGOTTEN));
  if (!(await finished)) return { status: 202, json: await viewBulkJob(sql, job, publicUrl()) };
  return summarise(services, id);
}

/** The answer to a request that was made before with the same Idempotency-Key. */
async function repeatAnswer(services: Services, job: ShownJob, sync: boolean): Promise<Reply> {
  if (!sync) return { status: 202, json: await viewBulkJob(services.sql, job, services.publicUrl()) };
  const finished = services.finishedJobs.wait(job.id, SYNC_WAIT_MS);
  const current = await findJob(services.sql, job.id);
  if (current?.completedAt) services.finishedJobs.announce(job.id);
  await finished;
  return summarise(services, job.id);
}

/** @throws AppError BAD_REQUEST */
function idempotencyKeyOf({ header }: HttpRequest): string | null {
  const key = header('idempotency-key');
  if (key === '') return null;
  if (!/^[!-~]{1,255}$/.test(key)) {
    throw badRequest('Idempotency-Key must have 1 to 255 visible ASCII characters');
  }
  return key;
}

/** Of a batch that was accepted: it is answered as what it is, though its map be another account's by now. */
async function summarise({ sql, publicUrl }: Services, jobId: string): Promise<Reply> {
  const job = await findJob(sql, jobId);
  if (!job) throw new Error(`job ${jobId} is gone`);
  const view = await viewBulkJob(sql, job, publicUrl());
  if (view.status === 'failed') throw new Error(`job ${jobId} failed: ${view.error}`);
  if (view.status !== 'completed') return { status: 202, json: view };
  const { added, updated, unchanged, skipped, errors } = view;
  return { status: 200, json: { added, updated, unchanged, skipped, errors } };
}
