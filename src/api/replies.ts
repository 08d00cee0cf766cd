import type { Reply } from '../http/message.js';

export const okReply = (json: unknown): Reply => ({ status: 200, json });

/** @param location address of what was created */
export const createdReply = (location: string, json: unknown): Reply => ({
  status: 201,
  headers: { location },
  json,
});

/** Most jobs are done by then. */
const RETRY_AFTER_SECONDS = 1;

export const acceptedReply = (job: { readonly status_url: string }): Reply => ({
  status: 202,
  headers: { location: job.status_url, 'retry-after': String(RETRY_AFTER_SECONDS) },
  json: job,
});
