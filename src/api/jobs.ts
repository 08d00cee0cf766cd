import { Type } from 'typebox';
import { newJobId } from '../access/keys/key.js';
import { CLONED_BYTES_A_DAY, COPIES, withinAllowance } from '../access/limits/allowance.js';
import { AppError, badRequest, notFound } from '../base/errors.js';
import type { Reply } from '../http/message.js';
import { type Route, route } from '../http/route.js';
import { CHANGES_HEADER, changeLines } from '../import/report/change-lines.js';
import type { RowsFile } from '../import/spool/spool.js';
import { ImageJob } from '../schema/image.js';
import { BulkJob, COMPLETED_JOB, JobsQuery, QUEUED_JOB, RUNNING_JOB } from '../schema/job.js';
import { PAGE_ENDS, pageOf } from '../schema/page.js';
import { changesOf } from '../store/import-changes.js';
import { cancelJob, findOwnedJob, listJobs, type ShownJob } from '../store/jobs.js';
import { createUndo, type UndoOutcome } from '../store/undo.js';
import { answerInTurn } from './hold-open.js';
import { eventIdOf, isEnded, stateOf } from './job-events.js';
import { pieceOfJobs, type ViewedJob } from './job-pages.js';
import { INLINE_ERRORS, viewBulkJob } from './job-view.js';
import { viewJobsOf } from './job-views.js';
import { OF_JOB } from './owned.js';
import { pageReply } from './page.js';
import { acceptedReply, okReply } from './replies.js';
import type { Services } from './services.js';

/** Errors of each job in a list. */
const LISTED_ERRORS = 10;

const Job = Type.Union([BulkJob, ImageJob], { $id: 'Job' });

export function jobRoutes(services: Services): Route[] {
  const { sql, pageTokens, spoolSweeper } = services;
  const viewJob = async (job: ShownJob) => (await viewJobsOf(services, INLINE_ERRORS)([job]))[0];
  return [
    route({
      method: 'GET',
      path: '/jobs',
      operationId: 'listJobs',
      summary: "Jobs of the account's maps, the newest first",
      description: `Each job shows its first ${LISTED_ERRORS} errors; getJob shows more. The service removes jobs and their errors 30 days (by default) after they end.`,
      tag: 'Jobs',
      access: 'read',
      query: JobsQuery,
      responses: { 200: { description: `A page of jobs. ${PAGE_ENDS}`, schema: pageOf(Job, 'JobPage') } },
      handle: async ({ principal: { accountId }, query }) => {
        const { map_id, status } = query;
        const scope = { accountId, list: 'listJobs', filters: { map_id, status } };
        return pageReply<ViewedJob>(pageTokens, scope, query, {
          keyOf: ({ job }) => [job.createdAtMicros, job.id],
          jsonOf: ({ json }) => json,
          read: async (after, limit) => {
            const jobs = await listJobs(sql, accountId, {
              mapId: map_id ?? null,
              status: status ?? null,
              before: after && { createdAtMicros: Number(after[0]), id: String(after[1]) },
              limit,
            });
            return pieceOfJobs(sql, jobs, viewJobsOf(services, LISTED_ERRORS));
          },
        });
      },
    }),
    route({
      method: 'GET',
      path: '/jobs/{job_id}',
      operationId: 'getJob',
      summary: 'State and counts of a job',
      tag: 'Jobs',
      access: 'read',
      ...OF_JOB,
      responses: {
        200: {
          description: 'The job; `kind` tells an import from a picture',
          schema: Job,
          examples: {
            waiting: { summary: 'An import that waits', value: QUEUED_JOB },
            running: { summary: 'An import that runs', value: RUNNING_JOB },
            completed: { summary: 'An import that is done, with a rejected row', value: COMPLETED_JOB },
          },
        },
      },
      handle: async ({ resource }) => okReply(await viewJob(resource)),
    }),
    route({
      method: 'GET',
      path: '/jobs/{job_id}/events',
      operationId: 'listenToJob',
      summary: 'Events of a job as they come, to its end',
      description:
        'Server-sent events: `progress` when the job has come further, at most one a second, and `finished` when it has ended, which ends the stream. Their data ' +
        'is a JobState. The first event tells the state of now, unless `Last-Event-ID` names it; after that of `finished` the answer is 204, so that browsers stop asking. ' +
        'A comment comes every five seconds. A client that reads slowly gets the latest state, not each. A stream ends after an hour, when the service stops, ' +
        'and when the map changes hands: ask again with `Last-Event-ID`. It is cut within seconds when the key is revoked, the session ends, or the share is withdrawn. An account may listen 32 times at once in a process, RATE_LIMITED beyond.',
      tag: 'Jobs',
      access: 'read',
      ...OF_JOB,
      // The turn lasts as long as the client listens.
      turns: null,
      responses: {
        200: { description: 'The events', contentTypes: ['text/event-stream'], schema: Type.String() },
        204: { description: 'The job has ended, and the client knows it' },
      },
      handle: async ({ principal: { accountId }, resource, request }) => {
        const lastId = request.header('last-event-id');
        const state = stateOf((await viewJobsOf(services, 0)([resource]))[0]!);
        if (isEnded(state) && lastId === eventIdOf(state)) return { status: 204 };
        return answerInTurn(
          services.work.listeners,
          { accountId, signal: request.signal },
          {
            open: async () => services.jobEvents.watch(state, accountId),
            close: (watch) => watch.close(),
            answer: (watch, end) => ({
              status: 200,
              headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
              bytes: end.after(watch.stream(lastId)),
            }),
          },
        );
      },
    }),
    route({
      method: 'DELETE',
      path: '/jobs/{job_id}',
      operationId: 'cancelJob',
      summary: 'Cancel a job; rows that it has committed stay',
      description: 'A job that has ended is left as it is.',
      tag: 'Jobs',
      access: 'write',
      ...OF_JOB,
      responses: { 200: { description: 'The job as it is now', schema: Job } },
      handle: async ({ principal, resource }) => {
        const job = await cancelJob(sql, principal, resource);
        if (!job) throw notFound();
        if (job.status === 'cancelled' && job.kind === 'bulk_import') await spoolSweeper.settle(job);
        return okReply(await viewJob(job));
      },
    }),
    undoRoute(services),
    rowsRoute(services, {
      kind: 'errors',
      operationId: 'getJobErrors',
      summary: 'All rejected rows of an import',
      none: 'it rejected no row',
    }),
    rowsRoute(services, {
      kind: 'skipped',
      operationId: 'getJobSkipped',
      summary: 'All rows that an import skipped',
      none: 'it skipped no row',
    }),
    changesRoute(services),
  ];
}

const NOT_UNDOABLE: Readonly<Record<Exclude<UndoOutcome, 'queued' | 'old'>, string>> = {
  kind: 'the job is a picture, and only imports can be taken back',
  running: 'the job has not ended: wait for its end, or cancel it, and then take back what it did',
  undone: 'the job is taken back already; take back that undo to have its changes again',
  nothing: 'the job changed nothing that could be taken back',
};

function undoRoute(services: Services): Route {
  const { sql, undoDays } = services;
  return route({
    method: 'POST',
    path: '/jobs/{job_id}/undo',
    operationId: 'undoJob',
    summary: 'Take back what an import did',
    description:
      'Queues a job of kind `undo`: markers that the import added are deleted, those that it updated have their old values again, and those that it deleted come back with their ids. ' +
      'A marker that somebody has changed since is left as it is; the undo counts it as `skipped` and lists it at `changes_url`. Categories and fields that the import made stay. ' +
      'An import can be taken back once, for 7 days (by default) after its end, and so can its undo. BAD_REQUEST otherwise. What an undo kept counts among the 4 GiB that an account may copy a UTC day when that undo is taken back: QUOTA_EXCEEDED beyond. An import that was cancelled or failed is taken back as far as it came.',
    tag: 'Jobs',
    access: 'write',
    ...OF_JOB,
    responses: { 202: { description: 'The undo, as a job', schema: BulkJob } },
    handle: async ({ principal, resource }) => {
      const id = newJobId();
      const outcome = await withinAllowance(COPIES, () =>
        createUndo(sql, principal, resource, id, undoDays, CLONED_BYTES_A_DAY),
      );
      if (outcome === 'old')
        throw badRequest(
          `the job ended over ${undoDays} days ago, and can be taken back no more (UNDO_DAYS of the service)`,
        );
      if (outcome !== 'queued') throw badRequest(NOT_UNDOABLE[outcome]);
      services.jobQueued();
      const job = await findOwnedJob(sql, principal.accountId, id);
      if (!job) throw notFound();
      return acceptedReply(await viewBulkJob(sql, job, services));
    },
  });
}

const NO_CHANGES =
  'Not found: the job has a list of changes once it has ended, and where it added, updated or deleted markers';

function changesRoute({
  sql,
  work,
  ...links
}: Pick<Services, 'sql' | 'publicUrl' | 'undoDays' | 'work'>): Route {
  return route({
    method: 'GET',
    path: '/jobs/{job_id}/changes.csv',
    operationId: 'getJobChanges',
    summary: 'What an import changed in the map',
    description:
      'CSV in UTF-8: `marker_id`, `code`, `name`, `change` (`updated`, `deleted`, `added`), `member`, `old`, `new`, with a line for each member of a marker that was updated. Updated markers come in the order of the upload, then those that were deleted, and those that were added and are still there, with the name and code that they have now. NOT_FOUND until the job has ended, and when it changed nothing.',
    tag: 'Jobs',
    access: 'read',
    ...OF_JOB,
    // The turn of a download lasts as long as the client reads.
    turns: null,
    responses: csvFile('The changes'),
    handle: ({ principal: { accountId }, resource, request }) =>
      answerInTurn(
        work.downloads,
        { accountId, signal: request.signal },
        {
          open: async () => {
            const job = resource.image === null ? await viewBulkJob(sql, resource, links) : null;
            if (!job?.changes_url) throw new AppError('NOT_FOUND', NO_CHANGES);
          },
          close: () => {},
          answer: (_, end) => csvReply(`${resource.id}-changes`, end.after(changesAsCsv(sql, resource))),
        },
      ),
  });
}

const csvFile = (description: string) => ({
  200: { description, contentTypes: ['text/csv'], schema: Type.String(), headers: ['Content-Disposition'] },
});

const csvReply = (name: string, bytes: AsyncIterable<Buffer>): Reply => ({
  status: 200,
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
  },
  bytes,
});

async function* changesAsCsv(sql: Services['sql'], job: ShownJob): AsyncGenerator<Buffer> {
  yield Buffer.from(CHANGES_HEADER);
  for await (const page of changesOf(sql, job)) yield Buffer.from(page.map(changeLines).join(''));
}

function rowsRoute(
  { spool, work }: Pick<Services, 'spool' | 'work'>,
  {
    kind,
    operationId,
    summary,
    none,
  }: { kind: RowsFile; operationId: string; summary: string; none: string },
): Route {
  return route({
    method: 'GET',
    path: `/jobs/{job_id}/${kind}.csv`,
    operationId,
    summary,
    description: `CSV in UTF-8 with the columns of the upload in their order, and a last column \`error\`. It has the separator of the upload (comma, semicolon, tab or pipe), and a byte order mark where the upload was a workbook, had semicolons, such a mark, or another charset, so that Excel opens it as it opened that. NOT_FOUND until the job is completed, and when ${none}.`,
    tag: 'Jobs',
    access: 'read',
    ...OF_JOB,
    // The turn of a download lasts as long as the client reads.
    turns: null,
    responses: csvFile('The rows'),
    handle: ({ principal: { accountId }, resource, request }) =>
      answerInTurn(
        work.downloads,
        { accountId, signal: request.signal },
        {
          open: async () => {
            const rows = resource.status === 'completed' ? await spool.openRejects(resource.id, kind) : null;
            if (rows === null)
              throw new AppError(
                'NOT_FOUND',
                `Not found: the job is ${resource.status}, and has this file once it is completed, unless ${none}`,
              );
            return rows;
          },
          close: (rows) => void rows.close().catch(() => {}),
          answer: (rows, end) => csvReply(`${resource.id}-${kind}`, end.after(rows.read(0, rows.bytes))),
        },
      ),
  });
}
