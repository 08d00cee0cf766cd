import { createHash, type Hash } from 'node:crypto';
import { MIMEType } from 'node:util';
import { Type } from 'typebox';
import { newJobId } from '../auth/key.js';
import { AppError, badRequest } from '../errors.js';
import type { HttpRequest, Reply } from '../http/message.js';
import { readMultipart } from '../http/multipart.js';
import { type Principal, type Route, route } from '../http/route.js';
import { compileJson } from '../http/validate.js';
import { planImport } from '../import/accept.js';
import { BulkMeta, BulkQuery } from '../import/options.js';
import { type ReceivedUpload, receiveCsv, receiveJson } from '../import/receive.js';
import { DurableFile, spoolPath } from '../import/spool.js';
import type { ImportTask } from '../import/task.js';
import { charging } from '../limits/charge.js';
import { BulkJob, BulkSummary } from '../schema/job.js';
import { MapParams } from '../schema/map.js';
import { findAccount } from '../store/accounts.js';
import { sqlState } from '../store/client.js';
import { createJob, findOwnedJob, type JobRow } from '../store/jobs.js';
import { viewBulkJob } from './job-view.js';
import { ownedMap } from './own.js';
import type { Services } from './services.js';

/** JSON batches up to this size are answered when they are done. */
const SYNC_ROWS = 500;
/** A synchronous batch that waits longer (behind a large import of the same map) is answered 202 after all. */
const SYNC_WAIT_MS = 25_000;
/** Of a whole upload; a peer that sends nothing is cut off much earlier. */
const UPLOAD_DEADLINE_MS = 3_600_000;
const MAX_META_BYTES = 1024 * 1024;

const OTHER_UPLOAD = 'the Idempotency-Key was used for another upload within the last 24 hours';

const checkMeta = compileJson(BulkMeta);

export function bulkRoutes(services: Services): Route[] {
  return [
    route({
      method: 'POST',
      path: '/maps/{map_id}/markers/bulk',
      operationId: 'importMarkers',
      summary: 'Import many markers',
      description:
        'CSV (text/csv or a multipart file) is answered 202 with a job; JSON with at most 500 markers is answered 200 when it is done. ' +
        'An upload answered 202 is on the disk. With an `Idempotency-Key` header the same upload can be sent again for 24 hours: it gets ' +
        'the first answer, and is not charged again; another upload with the same key is BAD_REQUEST.',
      tag: 'Markers',
      access: 'write',
      params: MapParams,
      own: ownedMap(services),
      query: BulkQuery,
      deadlineMs: UPLOAD_DEADLINE_MS,
      bodyDoc: {
        'text/csv': Type.String({ description: 'The first row is the header.' }),
        'application/json': Type.Object({ markers: Type.Array(Type.Object({})) }),
        'multipart/form-data': Type.Object({
          file: Type.String({ format: 'binary' }),
          meta: Type.Optional(BulkMeta),
        }),
      },
      responses: {
        200: { description: 'A small JSON batch, done', schema: BulkSummary },
        202: { description: 'Queued', schema: BulkJob },
      },
      handle: ({ principal, resource, query, request }) =>
        importUpload(services, principal, resource.id, query, request),
    }),
  ];
}

async function importUpload(
  services: Services,
  principal: Principal,
  mapId: number,
  query: BulkMeta,
  request: HttpRequest,
): Promise<Reply> {
  const jobId = newJobId();
  const path = spoolPath(services.spoolDirectory, jobId);
  const release = services.spool.hold(path);
  try {
    return await acceptUpload(services, principal, { id: jobId, mapId, path }, query, request);
  } finally {
    release();
  }
}

async function acceptUpload(
  services: Services,
  principal: Principal,
  { id, mapId, path }: { id: string; mapId: number; path: string },
  query: BulkMeta,
  request: HttpRequest,
): Promise<Reply> {
  const { sql, pool, workers, quotaUse, publicUrl } = services;
  const key = idempotencyKeyOf(request);
  const fingerprint = key === null ? null : createHash('sha256');
  const file = await DurableFile.create(path);
  let upload: ReceivedUpload;
  let task: ImportTask;
  try {
    const received = await receiveUpload(services, principal, request, file, fingerprint);
    await file.commit();
    upload = received.upload;
    const meta = { ...query, ...received.meta };
    fingerprint?.update(JSON.stringify([mapId, upload.format, meta]));
    task = await planImport(upload, meta, { path, pool, workers });
  } catch (error) {
    await file.discard();
    throw error;
  }
  const sync = upload.format === 'json' && upload.rows <= SYNC_ROWS;
  const finished = sync ? services.finishedJobs.wait(id, SYNC_WAIT_MS) : Promise.resolve(false);
  const job = await charging(quotaUse, principal, 'bulk', (charge) =>
    createJob(
      sql,
      { id, mapId, kind: 'bulk_import', task, total: upload.rows, notes: upload.notes },
      charge,
      key === null || fingerprint === null
        ? null
        : { accountId: principal.accountId, key, fingerprint: fingerprint.digest('hex') },
    ),
  ).catch(async (error) => {
    services.finishedJobs.announce(id);
    const told = sqlState(error) === 'CL400' ? badRequest(OTHER_UPLOAD) : error;
    // Of any other error it is not known whether the job was committed: without one, the file is swept later.
    if (told instanceof AppError) await file.discard();
    throw told;
  });
  if (job.id !== id) {
    services.finishedJobs.announce(id);
    await file.discard();
    return repeatAnswer(services, principal, job, sync);
  }
  services.jobQueued();
  if (!(await finished)) return { status: 202, json: await viewBulkJob(sql, job, publicUrl()) };
  return summarise(services, principal, id);
}

/** The answer to a request that was made before with the same Idempotency-Key. */
async function repeatAnswer(
  services: Services,
  principal: Principal,
  job: JobRow,
  sync: boolean,
): Promise<Reply> {
  if (!sync) return { status: 202, json: await viewBulkJob(services.sql, job, services.publicUrl()) };
  const finished = services.finishedJobs.wait(job.id, SYNC_WAIT_MS);
  const current = await findOwnedJob(services.sql, principal.accountId, job.id);
  if (current?.completedAt) services.finishedJobs.announce(job.id);
  await finished;
  return summarise(services, principal, job.id);
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

async function summarise(
  { sql, publicUrl }: Services,
  { accountId }: Principal,
  jobId: string,
): Promise<Reply> {
  const job = await findOwnedJob(sql, accountId, jobId);
  if (!job) throw new Error(`job ${jobId} is gone`);
  const view = await viewBulkJob(sql, job, publicUrl());
  if (view.status === 'failed') throw new Error(`job ${jobId} failed: ${view.error}`);
  if (view.status !== 'completed') return { status: 202, json: view };
  const { added, updated, skipped, errors } = view;
  return { status: 200, json: { added, updated, skipped, errors } };
}

/** Reads the body in whichever of the three shapes it has. */
async function receiveUpload(
  services: Services,
  principal: Principal,
  { header, body }: HttpRequest,
  file: DurableFile,
  fingerprint: Hash | null,
): Promise<{ upload: ReceivedUpload; meta: BulkMeta }> {
  const account = await findAccount(services.sql, principal.accountId);
  const limits = {
    maxBytes: services.maxUploadBytes,
    maxRows: account?.rowLimit ?? services.rowLimit,
    ...(fingerprint && { fingerprint }),
  };
  if (body.declaredBytes !== null && body.declaredBytes > limits.maxBytes) {
    throw badRequest(`the upload is larger than the limit of ${limits.maxBytes} bytes`);
  }
  const type = parseContentType(header('content-type'));
  switch (type?.essence) {
    case 'text/csv':
      return { upload: await receiveCsv(body.stream(), file, limits, type.params.get('charset')), meta: {} };
    case 'application/json':
      return { upload: await receiveJson(body.stream(), file, limits), meta: {} };
    case 'multipart/form-data': {
      let upload: ReceivedUpload | null = null;
      let meta: BulkMeta = {};
      await readMultipart(header('content-type'), body, {
        maxFieldBytes: MAX_META_BYTES,
        onField: (name, value) => {
          if (name === 'meta') meta = checkMeta(Buffer.from(value), 'meta');
        },
        onFile: async (name, part) => {
          if (name !== 'file')
            throw badRequest(`the part ${JSON.stringify(name)} is not expected; send "file" and "meta"`);
          if (upload) throw badRequest('there is more than one part "file"');
          const charset = parseContentType(part.contentType)?.params.get('charset') ?? null;
          upload = await receiveCsv(part.stream, file, limits, charset);
        },
      });
      if (!upload) throw badRequest('the part "file" is missing');
      return { upload, meta };
    }
    default:
      throw badRequest('the content type must be text/csv, application/json or multipart/form-data');
  }
}

function parseContentType(value: string): MIMEType | null {
  try {
    return new MIMEType(value);
  } catch {
    return null;
  }
}
