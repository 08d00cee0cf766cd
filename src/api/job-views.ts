import type { ImageAddresses } from '../images/address.js';
import type { ImageJob } from '../schema/image.js';
import type { BulkJob } from '../schema/job.js';
import type { ShownJob } from '../store/jobs.js';
import { viewBulkJobs } from './job-view.js';
import type { Services } from './services.js';

/** Views of jobs of any kind, in the order of the jobs. */
export type JobViews = (jobs: readonly ShownJob[]) => Promise<(BulkJob | ImageJob)[]>;

export const viewJobsOf =
  (
    {
      sql,
      publicUrl,
      undoDays,
      imageAddresses,
    }: Pick<Services, 'sql' | 'publicUrl' | 'undoDays' | 'imageAddresses'>,
    inlineErrors: number,
  ): JobViews =>
  async (jobs) => {
    const imports = jobs.filter(({ image }) => image === null);
    const bulk =
      imports.length === 0 ? [] : await viewBulkJobs(sql, imports, { publicUrl, undoDays }, inlineErrors);
    const views = new Map(bulk.map((view) => [view.job_id, view]));
    return jobs.map((job) => views.get(job.id) ?? viewImageJob(job, publicUrl(), imageAddresses));
  };

const WAITS_FOR_MACHINE =
  'The job waits for a process that draws pictures and has the same BLOB_URL as the process that took the request.';

/** View with a fresh address of the file. */
export function viewImageJob(job: ShownJob, publicUrl: string, addresses: ImageAddresses): ImageJob {
  const { options, file } = job.image!;
  return {
    job_id: job.id,
    kind: 'image',
    status: job.status as ImageJob['status'],
    status_url: `${publicUrl}/jobs/${job.id}`,
    map_id: job.mapId,
    format: options.format,
    options,
    error: job.error,
    notes: [...job.notes, ...(job.waitsFor === 'machine' ? [WAITS_FOR_MACHINE] : [])],
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    completed_at: job.completedAt?.toISOString() ?? null,
    image_url:
      job.status === 'completed' && file !== null
        ? publicUrl + addresses.issue(job.id, job.image!.accountId)
        : null,
  };
}
