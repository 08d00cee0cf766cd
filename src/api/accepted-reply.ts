import type { Reply } from '../http/message.js';

/** How soon a client should look at a new job: most are done by then. */
const RETRY_AFTER_SECONDS = 1;

/** A job that was accepted: where it is, and when to look. */
export const acceptedReply = (job: { readonly status_url: string }): Reply => ({
  status: 202,
  headers: { location: job.status_url, 'retry-after': String(RETRY_AFTER_SECONDS) },
  json: job,
});
