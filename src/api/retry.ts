import { createHash } from 'node:crypto';
import { newJobId } from '../access/keys/key.js';
import { quote } from '../base/cut.js';
import { badRequest, notFound } from '../base/errors.js';
import { spellingsOf } from '../base/near-name.js';
import { meantBy, misspelt } from '../http/meant-by.js';
import { type Principal, type Route, route } from '../http/route.js';
import { type BulkMeta, NOT_OF_RETRIES, RetryOptions } from '../import/options.js';
import { keptRows } from '../import/report/rejects.js';
import type { ImportTask, KeptRows } from '../import/task.js';
import { receiveKept } from '../import/upload/receive-kept.js';
import { canonicalJson } from '../schema/canonical-json.js';
import { DryRun } from '../schema/dry-run.js';
import { BulkJob, QUEUED_JOB } from '../schema/job.js';
import { findAccount } from '../store/accounts.js';
import { rejectedLines } from '../store/import-blocks.js';
import { findOwnedJob, readTask, type ShownJob } from '../store/jobs.js';
import { type Arriving, acceptUpload, dropFile, inRoom } from './bulk.js';
import { canRetry } from './job-view.js';
import { OF_JOB } from './owned.js';
import { idempotencyKeyOf } from './repeatable.js';
import type { Services } from './services.js';

/** Time to copy and plan the rows of the largest import. */
const DEADLINE_MS = 600_000;

const OPTIONS = Object.keys(RetryOptions.properties);
const rightSpelling = spellingsOf(OPTIONS);

export function retryRoutes(services: Services): Route[] {
  return [
    route({
      method: 'POST',
      path: '/jobs/{job_id}/retry',
      operationId: 'retryJob',
      summary: 'Try the rejected rows of an import again',
      description:
        'Queues an import of the rows behind `errors_url`, all of them, into the same map, with other options or another mapping of columns. It is an import like others: it is charged, can be tried dry (`dry_run`, answered 200), ' +
        'undone, and tried again itself. Options that the body lacks are those of the first import. Columns are read as that read them, but for those that `column_mapping` and `ignore` name. ' +
        'Lines in errors and notes are those of the first file. Rows that an earlier retry has added are on the map, and meet it as `on_duplicate` and `match` say. A retry deletes nothing. ' +
        'Unknown members and parameters are BAD_REQUEST, and so is a retry of a job that is not completed, has no rejected row, or is undone.',
      tag: 'Jobs',
      access: 'write',
      ...OF_JOB,
      body: RetryOptions,
      takesIdempotencyKey: true,
      deadlineMs: DEADLINE_MS,
      // One of retries is taken here, and in it one of uploads, or of dry runs.
      turns: null,
      responses: {
        200: { description: 'A dry run', schema: DryRun },
        202: {
          description: 'The queued job',
          schema: BulkJob,
          example: { ...QUEUED_JOB, retries: 'job_2bK9rT4mWcY8qMxA1lUeSz' },
        },
      },
      handle: ({ principal, resource, body, request, ignored }) => {
        for (const name of ignored) refuseUnknown(name);
        refuseJob(resource);
        const { accountId } = principal;
        return services.work.retries.run({ accountId, signal: request.signal }, () =>
          inRoom(services, accountId, async (room) => {
            // It may have been taken back while the request waited.
            const job = await findOwnedJob(services.sql, accountId, resource.id);
            if (job === null) throw notFound();
            refuseJob(job);
            const arriving = await takeRows(services, principal, job, body as BulkMeta, request, room);
            try {
              return await acceptUpload(services, principal, arriving, {}, request, ignored);
            } finally {
              await arriving.file.release();
            }
          }),
        );
      },
    }),
  ];
}

/** @throws AppError BAD_REQUEST */
function refuseUnknown(name: string): never {
  if (OPTIONS.includes(name))
    throw badRequest(`${quote(name)} stands in the query, where it is not read: put it into the JSON body`);
  const right = rightSpelling(name);
  if (right !== null) throw misspelt(name, right);
  const why = NOT_OF_RETRIES[name as keyof typeof NOT_OF_RETRIES];
  throw badRequest(
    why === undefined
      ? `${quote(name)} is no option of a retry${meantBy(name, OPTIONS)}: nothing was done`
      : `${quote(name)} is no option of a retry: ${why}`,
  );
}

/** @throws AppError BAD_REQUEST where the job has no rejected rows that can be tried again */
function refuseJob(job: ShownJob): void {
  if (canRetry(job)) return;
  const { kind, status, completedAt, image } = job;
  if (kind === 'undo' || image !== null)
    throw badRequest(
      `the job is ${image === null ? 'an undo' : 'a picture'}, and only rejected rows of imports can be tried again`,
    );
  if (completedAt === null)
    throw badRequest('the job has not ended: wait for its end, and then try its rejected rows again');
  if (status !== 'completed')
    throw badRequest(
      `the import ${status === 'failed' ? 'failed' : 'was cancelled'}, and its rejected rows are not kept: upload the file again`,
    );
  throw badRequest('the import is taken back: upload the file again, or take back that undo first');
}

async function takeRows(
  services: Services,
  principal: Principal,
  job: ShownJob,
  body: BulkMeta,
  request: Parameters<typeof acceptUpload>[4],
  room: Arriving['room'],
): Promise<Arriving> {
  const { sql, spool, work, rowLimit } = services;
  const { accountId } = principal;
  const idempotencyKey = idempotencyKeyOf(request);
  const id = newJobId();
  const { shownOptions, ...kept } = await readKept(sql, job);
  const meta = metaOf(shownOptions, body);
  return work.uploads.run({ accountId, signal: request.signal }, async () => {
    const rows = await spool.openRejects(job.id);
    if (rows === null)
      throw badRequest(
        'the import has no rejected rows, or they are not kept any more: upload the mended rows as a file',
      );
    try {
      const [lines, account] = await Promise.all([rejectedLines(sql, job), findAccount(sql, accountId)]);
      const file = await spool.receive(id);
      try {
        await room.expect(rows.bytes);
        const limits = { maxRows: account?.rowLimit ?? rowLimit, room };
        const upload = await receiveKept(rows, kept, lines, file, limits);
        return {
          ...{ id, mapId: job.mapId, file, room, idempotencyKey },
          fingerprint:
            idempotencyKey === null
              ? null
              : createHash('sha256').update(canonicalJson(['retry', job.id, body])),
          received: { upload, meta, isBatch: false },
          retried: { jobId: job.id, mapping: kept.mapping, changes: body },
        };
      } catch (error) {
        await dropFile(file);
        throw error;
      }
    } finally {
      await rows.close();
    }
  });
}

async function readKept(sql: Services['sql'], job: ShownJob): Promise<KeptRows & { shownOptions: BulkMeta }> {
  const { sheet, shownOptions, ...task } = (await readTask(sql, job)) as ImportTask & {
    sheet: string | null;
  };
  const kept = keptRows({ ...task, ...(sheet !== null && { sheet }) });
  return { ...kept, shownOptions: (shownOptions ?? {}) as BulkMeta };
}

/**
 * The options of the import with those that are changed. Classes of a few rows would be others than those of
 * the whole file, so that its own are kept.
 * @throws AppError BAD_REQUEST
 */
function metaOf(shownOptions: BulkMeta, body: BulkMeta): BulkMeta {
  const { remember: _, column_mapping: __, ...first } = shownOptions;
  if (body.auto_map !== undefined && body.auto_map !== (first.auto_map ?? body.auto_map))
    throw badRequest(
      'auto_map cannot be changed: a retry reads columns as the first import did; name what is to be read otherwise in column_mapping',
    );
  const { choropleth } = first;
  const kept = choropleth && {
    choropleth: { ...choropleth, breaks: choropleth.breaks ?? ('keep' as const) },
  };
  // How rows find their markers decides what may become of those that do.
  if (body.match !== undefined) delete first.on_duplicate;
  return { ...first, ...kept, ...body };
}
