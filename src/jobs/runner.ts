import type { Logger } from '../log.js';
import type { Sql } from '../store/client.js';
import { type ClaimedJob, claimJob, extendLease, finishJob, releaseJob } from '../store/jobs.js';

/** Does the work of one kind of job; `signal` is aborted when the lease is lost or the process stops. */
export type JobHandler = (job: ClaimedJob, signal: AbortSignal) => Promise<void>;

export interface RunnerOptions {
  sql: Sql;
  /** Kind -> handler. */
  handlers: Readonly<Record<string, JobHandler>>;
  log: Logger;
  /** Jobs at a time. */
  maxJobs?: number;
  leaseMs?: number;
  pollMs?: number;
}

/** A job whose handler throws is tried again this often before it is `failed`. */
const MAX_ATTEMPTS = 3;

/**
 * Claims jobs and runs them. Heartbeats come from this (the main) thread, never from the busy ones, so a long block does
 * not cost the lease.
 */
export class JobRunner {
  readonly #options: Required<RunnerOptions>;
  readonly #running = new Map<Promise<void>, AbortController>();
  readonly #stop = new AbortController();
  #wake: () => void = () => {};
  #loop: Promise<void> = Promise.resolve();

  constructor(options: RunnerOptions) {
    this.#options = { maxJobs: 2, leaseMs: 15_000, pollMs: 1000, ...options };
  }

  start(): void {
    this.#loop = this.#claimLoop();
  }

  /** Looks for work now instead of at the next poll. */
  wake(): void {
    this.#wake();
  }

  /** Claims no more, aborts what runs and gives it back. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake();
    for (const controller of this.#running.values()) controller.abort();
    await this.#loop;
    await Promise.allSettled(this.#running.keys());
  }

  async #claimLoop(): Promise<void> {
    const { sql, handlers, leaseMs, maxJobs, log } = this.#options;
    while (!this.#stop.signal.aborted) {
      const sleep = this.#sleep();
      let job: ClaimedJob | null = null;
      if (this.#running.size < maxJobs) {
        try {
          job = await claimJob(sql, Object.keys(handlers), leaseMs);
        } catch (error) {
          log.error({ err: error }, 'no job could be claimed');
        }
      }
      if (job) this.#launch(job);
      else await sleep;
    }
  }

  /** Started before the claim, so that a wake during it is not lost. */
  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#options.pollMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #launch(job: ClaimedJob): void {
    const controller = new AbortController();
    if (this.#stop.signal.aborted) controller.abort();
    const run = this.#run(job, controller).finally(() => {
      this.#running.delete(run);
      this.#wake();
    });
    this.#running.set(run, controller);
  }

  async #run(job: ClaimedJob, controller: AbortController): Promise<void> {
    const { sql, handlers, leaseMs, log } = this.#options;
    const heartbeat = setInterval(() => {
      extendLease(sql, job.id, job.lease, leaseMs).then(
        (held) => held || controller.abort(),
        (error) => log.warn({ err: error, job: job.id }, 'a lease could not be extended'),
      );
    }, leaseMs / 5);
    try {
      await handlers[job.kind]!(job, controller.signal);
      clearInterval(heartbeat);
      await finishJob(sql, job.id, job.lease, { status: 'completed', error: null, notes: [] });
      log.info({ job: job.id, kind: job.kind, ms: Date.now() - job.startedAt!.getTime() }, 'job completed');
    } catch (error) {
      clearInterval(heartbeat);
      await this.#giveBack(job, controller.signal.aborted, error).catch((failure) =>
        log.error({ err: failure, job: job.id }, 'a job could not be given back; its lease will run out'),
      );
    }
  }

  async #giveBack(job: ClaimedJob, aborted: boolean, error: unknown): Promise<void> {
    const { sql, log } = this.#options;
    if (aborted) return releaseJob(sql, job.id, job.lease);
    log.error({ err: error, job: job.id, attempt: job.attempts }, 'a job failed');
    if (job.attempts < MAX_ATTEMPTS) return releaseJob(sql, job.id, job.lease);
    const reason = error instanceof Error ? error.message : String(error);
    await finishJob(sql, job.id, job.lease, { status: 'failed', error: reason, notes: [] });
  }
}
