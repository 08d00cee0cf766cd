import { newJobId } from '../access/keys/key.js';
import { IMAGES_A_DAY, withinAllowance } from '../access/limits/allowance.js';
import { AppError, notFound } from '../base/errors.js';
import { traceOf } from '../base/tracing/carried.js';
import type { Trace } from '../base/tracing/trace.js';
import type { BlobStore } from '../blob/blob-store.js';
import { type Principal, type Route, route } from '../http/route.js';
import { ImageJob, type ImageOptions, ImageRequest } from '../schema/image.js';
import { sqlState } from '../store/client.js';
import { forgetImageFile, imageSpool, requestImage } from '../store/image-jobs.js';
import { findJob, type ShownJob } from '../store/jobs.js';
import type { NamedRequest } from '../store/repeated-requests.js';
import { imageFileRoutes } from './image-files.js';
import { viewImageJob } from './job-views.js';
import { OF_MAP } from './owned.js';
import { makeOnce } from './repeatable.js';
import { acceptedReply } from './replies.js';
import type { Services } from './services.js';

/** Unfinished pictures of an account: about a minute's work of a small machine. */
const MOST_OPEN = 50;
/** Time in which one of them ends. */
const RETRY_AFTER_SECONDS = 10;
/** One day less than files are kept, so that an address given now works for its 24 hours. */
const GOOD_DAYS = 6;

export function imageRoutes(services: Services): Route[] {
  const { sql, publicUrl, imageAddresses, imageQueued, imageCounts } = services;
  const answer = (job: ShownJob) => acceptedReply(viewImageJob(job, publicUrl(), imageAddresses));
  return [
    route({
      method: 'POST',
      path: '/maps/{map_id}/images',
      operationId: 'renderImage',
      summary: 'Draw a picture of the map',
      description:
        'A job draws the picture: poll `GET /jobs/{job_id}` and download `image_url` once its status is `completed`. ' +
        'If the same picture exists (same options; markers, legend and name of the map unchanged), the answer is its completed job; ' +
        'if it is waiting to be drawn, the answer is that job. Requests share such a job, and cancelling it cancels it for all of them. ' +
        `Pictures cost no quota of the key. An account may request ${IMAGES_A_DAY} new pictures a UTC day (QUOTA_EXCEEDED beyond) ` +
        `and have ${MOST_OPEN} unfinished at a time (RATE_LIMITED beyond). ` +
        'The service keeps a file for 7 days, unless its map is deleted before.',
      tag: 'Images',
      access: 'write',
      ...OF_MAP,
      body: ImageRequest,
      takesIdempotencyKey: true,
      responses: {
        202: { description: 'The job that draws or has drawn the picture', schema: ImageJob },
      },
      handle: ({ principal, resource, body, request }) =>
        makeOnce(sql, principal, request, ['renderImage', resource.id, optionsOf(body)], {
          make: async (named) => {
            const id = newJobId();
            const order = {
              id,
              mapId: resource.id,
              options: optionsOf(body),
              trace: traceOf(request.signal),
            };
            const job = await orderImage(services, principal, order, named);
            if (job.id === id) imageQueued();
            else imageCounts.shared++;
            return answer(job);
          },
          again: async ({ jobId }) => {
            const job = await findJob(sql, jobId!);
            if (!job) throw notFound();
            return answer(job);
          },
        }),
    }),
    ...imageFileRoutes(services),
  ];
}

/** Known members only: an unknown one would make the request look like another picture. */
const optionsOf = (body: ImageOptions): ImageOptions => {
  const known = Object.keys(ImageRequest.properties) as (keyof ImageOptions)[];
  return Object.fromEntries(known.map((name) => [name, body[name]])) as ImageOptions;
};

async function isThere(blobs: BlobStore, key: string): Promise<boolean> {
  const blob = await blobs.open(key);
  await blob?.close();
  return blob !== null;
}

/** @throws AppError RATE_LIMITED, QUOTA_EXCEEDED */
async function orderImage(
  { sql, blobs, imageRenderer }: Services,
  principal: Principal,
  order: { id: string; mapId: number; options: ImageOptions; trace: Trace | null },
  named: NamedRequest | null,
): Promise<ShownJob> {
  const request = { ...order, style: imageRenderer.version(), spool: imageSpool(blobs.identity) };
  const bounds = { goodDays: GOOD_DAYS, mostOpen: MOST_OPEN, dailyLimit: IMAGES_A_DAY };
  try {
    return await withinAllowance(`${IMAGES_A_DAY} new pictures`, async () => {
      for (;;) {
        const job = await requestImage(sql, principal, request, bounds, named);
        const { file } = job.image!;
        if (file === null || (await isThere(blobs, file))) return job;
        await forgetImageFile(sql, job.id);
      }
    });
  } catch (error) {
    if (sqlState(error) !== 'CL430') throw error;
    const message = `${MOST_OPEN} pictures of the account are unfinished`;
    throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
