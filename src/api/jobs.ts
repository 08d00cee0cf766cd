import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Type } from 'typebox';
import { notFound } from '../errors.js';
import { type Principal, type Route, route } from '../http/route.js';
import { rejectsPath } from '../import/spool.js';
import { BulkJob, JobParams } from '../schema/job.js';
import { findOwnedJob, type JobRow } from '../store/jobs.js';
import { viewBulkJob } from './job-view.js';
import type { Services } from './services.js';

export function jobRoutes({ sql, publicUrl, spoolDirectory }: Services): Route[] {
  const own = async ({ accountId }: Principal, { job_id }: { job_id: string }): Promise<JobRow> => {
    const job = await findOwnedJob(sql, accountId, job_id);
    if (!job) throw notFound();
    return job;
  };
  return [
    route({
      method: 'GET',
      path: '/jobs/{job_id}',
      operationId: 'getJob',
      summary: 'State and counts of a job',
      tag: 'Jobs',
      access: 'read',
      params: JobParams,
      own,
      responses: { 200: { description: 'The job', schema: BulkJob } },
      handle: async ({ resource }) => ({ status: 200, json: await viewBulkJob(sql, resource, publicUrl()) }),
    }),
    route({
      method: 'GET',
      path: '/jobs/{job_id}/errors.csv',
      operationId: 'getJobErrors',
      summary: 'All rejected rows of an import',
      description:
        "CSV in the upload's own columns and order, plus `error`; NOT_FOUND until the job is completed, and when no row was rejected.",
      tag: 'Jobs',
      access: 'read',
      params: JobParams,
      own,
      responses: {
        200: { description: 'The rejected rows', contentType: 'text/csv', schema: Type.String() },
      },
      handle: async ({ resource }) => {
        const path = rejectsPath(spoolDirectory, resource.id);
        const file = await stat(path).catch(() => null);
        if (resource.status !== 'completed' || file === null) throw notFound();
        return {
          status: 200,
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="${resource.id}-errors.csv"`,
          },
          bytes: createReadStream(path) as AsyncIterable<Buffer>,
        };
      },
    }),
  ];
}
