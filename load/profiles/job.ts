import type { Answer, Script } from './ask.js';
import type { Here } from './here.js';

/** Interval that a progress bar needs. */
const POLL_EVERY_MS = 100;
/** Longer than the service's own time-out for jobs without progress. */
const DEADLINE_MS = 10 * 60_000;

export interface Job {
  job_id: string;
  status: string;
  error: string | null;
  added?: number;
  image_url?: string | null;
}

const isOpen = ({ status }: Job): boolean => status === 'queued' || status === 'processing';

/**
 * Polls the job that an answer names; refused and lost polls are repeated.
 * @returns the ended job and the time of that answer; null after the deadline
 */
export function* untilEnded(here: Here, begun: Answer): Script<{ job: Job; answeredMs: number } | null> {
  let job = JSON.parse(begun.body) as Job;
  let { answeredMs } = begun;
  while (isOpen(job)) {
    if (answeredMs - begun.dueMs > DEADLINE_MS) {
      here.wrong('poll of a job', `${job.job_id} has not ended after ${DEADLINE_MS / 60_000} minutes`);
      return null;
    }
    const polled = yield { kind: 'poll of a job', path: `/jobs/${job.job_id}`, pauseMs: POLL_EVERY_MS };
    answeredMs = polled.answeredMs;
    if (polled.ok) job = JSON.parse(polled.body) as Job;
  }
  return { job, answeredMs };
}
