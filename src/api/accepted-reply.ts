import type { Reply } from '../http/message.js';

/** Most jobs are done by then. */
const RETRY_AFTER_SECONDS = 1;

export const acceptedReply = (job: { readonly status_url: string }): Reply => ({
  status: 202,
  headers: { location: job.status_url, 'retry-after': String(RETRY_AFTER_SECONDS) },
  json: job,
});
