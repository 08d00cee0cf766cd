import { randomUUID } from 'node:crypto';
import type { Logger } from '../../base/log.js';
import { carryTrace } from '../../base/tracing/carried.js';
import { logFields } from '../../base/tracing/trace.js';
import type { Sql } from '../../store/client.js';
import {
  type ClaimBounds,
  type ClaimedJob,
  claimJob,
  extendLease,
  finishJob,
  JOBS_PER_ACCOUNT,
  type JobRow,
  postponeJob,
  releaseJob,
} from '../../store/jobs.js';
import { isPassing } from '../../store/passing.js';
import { Alarm } from './alarm.js';
import { reasonOf } from './reason.js';

/** Thrown by a handler: the job cannot be worked on for now, and is tried again later, as often as it takes. */
export class NotNow extends Error {}

/** Thrown by a handler: what the job is for was taken away by whose job it is. It fails with this message, and nobody has to look into it. */
export class Pointless extends Error {}

/** Thrown by a handler when another process has the job now, or it was cancelled: nothing more is to be written. */
export class LeaseLost extends Error {
  constructor(jobId: string) {
    super(`the lease on ${jobId} is lost`);
  }
}

export interface JobHandler {
  /**
   * Does the work; `signal` is aborted when the lease is lost, the job is cancelled or the process stops.
   * @param leaveSlot to be called when the job waits for others more than it works: its slot is another job's from then on
   */
  run(job: ClaimedJob, signal: AbortSignal, leaveSlot?: () => void): Promise<void>;
  /** Brings a job that has ended, whatever its end, into order. Can be repeated. */
  settle(job: JobRow): Promise<void>;
  /** Whether trying again is of no use. */
  isFinal(error: unknown): boolean;
}

export interface RunnerOptions {
  sql: Sql;
  /** Kind -> handler. */
  handlers: Readonly<Record<string, JobHandler>>;
  log: Logger;
  /** Identity of the spool directory whose uploads this process can read; null: it gets jobs without an upload only. */
  spool?: string | null;
  /** Jobs at a time; and beside them as many with few rows, for whose answer somebody waits. */
  maxJobs?: number;
  /** Jobs without a slot, which wait for others; where there are as many, further ones keep theirs. */
  maxWaiting?: number;
  /** Jobs of an account at a time, over all processes; and beside them as many with few rows. */
  perAccount?: number;
  leaseMs?: number;
  /** On average: processes that were started together do not ask together for ever. */
  pollMs?: number;
}

/** One more than an account may have running, so that another account finds a slot. */
const MAX_JOBS = JOBS_PER_ACCOUNT + 1;
/** Of imports that look something up each has some MB of blocks ready. Those of six accounts have no slot. */
const MAX_WAITING = 12;

/**
 * How long the work of a process that died waits for another. The main thread, where heartbeats (one in a fifth of it) come
 * from, is never busy for as much as a second.
 */
const LEASE_MS = 8_000;
/** A job whose handler throws in that many claims running, with nothing committed between, is `failed`. */
const MAX_FAILED_CLAIMS = 3;
/** Between two of them, four times as long each time: a disk may have room again. */
const FIRST_REST_MS = 250;
/**
 * The same for claims whose process ended: a job that takes its process down each time must not do so for ever. Many, as
 * other things end processes, too, and what was answered 202 is not to be given up for them.
 */
const MAX_CLAIMS = 200;

/** What this process did since its start, and does. */
export interface RunnerCounts {
  running: number;
  /** Of jobs with few rows, which are not among `running`. */
  runningQuick: number;
  ended: { completed: number; failed: number };
  /** `stopped`: the process ends, the lease was lost or the job cancelled; `failed`: to be tried again; `postponed`: it has to wait. */
  givenBack: { stopped: number; failed: number; postponed: number };
  /** Ran out, or were another's, while this process worked. */
  leasesLost: number;
}

/**
 * Claims jobs and runs them. Heartbeats come from this (the main) thread, never from the busy ones, so a long block does
 * not cost the lease.
 */
export class JobRunner {
  readonly #options: Required<RunnerOptions>;
  readonly #running = new Map<
    Promise<void>,
    { jobId: string; quick: boolean; waits: boolean; controller: AbortController }
  >();
  readonly #claimant = randomUUID();
  readonly #stop = new AbortController();
  readonly #alarm = new Alarm();
  #loop: Promise<void> = Promise.resolve();
  readonly #ended = { completed: 0, failed: 0 };
  readonly #givenBack = { stopped: 0, failed: 0, postponed: 0 };
  #leasesLost = 0;

  constructor(options: RunnerOptions) {
    this.#options = {
      spool: null,
      maxJobs: MAX_JOBS,
      maxWaiting: MAX_WAITING,
      perAccount: JOBS_PER_ACCOUNT,
      leaseMs: LEASE_MS,
      pollMs: 1000,
      ...options,
    };
  }

  get counts(): RunnerCounts {
    const runningQuick = [...this.#running.values()].filter(({ quick }) => quick).length;
    return {
      running: this.#running.size - runningQuick,
      runningQuick,
      ended: this.#ended,
      givenBack: this.#givenBack,
      leasesLost: this.#leasesLost,
    };
  }

  start(): void {
    this.#loop = this.#claimLoop();
  }

  /** Looks for work now instead of at the next poll. */
  wake(): void {
    this.#alarm.wake();
  }

  /** Hears of a new job. @param spool where its upload lies; '' anywhere, or after a reconnection, when news may have been lost */
  queued(spool: string): void {
    if (spool === '' || spool === this.#options.spool) this.wake();
  }

  /** Ends the work on a job that has ended, by cancellation; '' looks at none. */
  ended(jobId: string): void {
    for (const run of this.#running.values()) if (run.jobId === jobId) run.controller.abort();
  }

  /** Claims no more, aborts what runs and gives it back. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#alarm.wake();
    for (const { controller } of this.#running.values()) controller.abort();
    await this.#loop;
    await Promise.allSettled(this.#running.keys());
  }

  async #claimLoop(): Promise<void> {
    const { sql, handlers, spool, leaseMs, pollMs, log } = this.#options;
    while (!this.#stop.signal.aborted) {
      const sleep = this.#alarm.sleep(pollMs * (0.5 + Math.random()));
      const bounds = this.#wanted();
      let job: ClaimedJob | null = null;
      if (bounds.long > 0 || bounds.quick > 0) {
        try {
          job = await claimJob(sql, Object.keys(handlers), leaseMs, this.#claimant, spool, bounds);
        } catch (error) {
          log.error({ err: error }, 'no job could be claimed');
        }
      }
      if (job) this.#launch(job);
      else await sleep;
    }
  }

  /** Of the jobs that there are slots for. */
  #wanted(): ClaimBounds {
    const { maxJobs, perAccount } = this.#options;
    let quick = 0;
    let long = 0;
    for (const run of this.#running.values()) {
      if (run.waits) continue;
      if (run.quick) quick++;
      else long++;
    }
    return { quick: quick < maxJobs ? perAccount : 0, long: long < maxJobs ? perAccount : 0 };
  }

  #leaveSlot(of: { waits: boolean }): void {
    const waiting = [...this.#running.values()].filter(({ waits }) => waits).length;
    if (of.waits || waiting >= this.#options.maxWaiting) return;
    of.waits = true;
    this.#alarm.wake();
  }

  #launch(job: ClaimedJob): void {
    const controller = new AbortController();
    carryTrace(controller.signal, job.trace);
    if (this.#stop.signal.aborted) controller.abort();
    const entry = { jobId: job.id, quick: job.quick, waits: false, controller };
    const run = this.#run(job, controller, () => this.#leaveSlot(entry)).finally(() => {
      this.#running.delete(run);
      this.#alarm.wake();
    });
    this.#running.set(run, entry);
  }

  async #run(job: ClaimedJob, controller: AbortController, leaveSlot: () => void): Promise<void> {
    const { handlers } = this.#options;
    const log = this.#logOf(job);
    const stopHeartbeat = this.#startHeartbeat(job, controller);
    try {
      if (job.claims > MAX_CLAIMS)
        throw new Error(`the service ended ${MAX_CLAIMS} times while it worked on it`);
      await handlers[job.kind]!.run(job, controller.signal, leaveSlot);
      stopHeartbeat();
      if (await this.#finish(job, 'completed', null))
        log.info({ kind: job.kind, ms: Date.now() - job.startedAt!.getTime() }, 'job completed');
    } catch (error) {
      stopHeartbeat();
      await this.#giveBack(job, controller.signal.aborted, error).catch((failure) =>
        log.error({ err: failure }, 'a job could not be given back; its lease will run out'),
      );
    }
  }

  /** Whose lines tell which job they are of, and within which trace. */
  #logOf({ id, trace }: ClaimedJob): Logger {
    return this.#options.log.child({ job: id, ...logFields(trace) });
  }

  /** Extends the lease; aborts the work when it is lost, or ran out because the database was away. */
  #startHeartbeat(job: ClaimedJob, controller: AbortController): () => void {
    const { sql, leaseMs } = this.#options;
    const log = this.#logOf(job);
    let heldUntilMs = Date.now() + leaseMs;
    const lose = (): void => {
      // A cancelled job has no lease either, and is aborted before.
      if (!controller.signal.aborted) this.#leasesLost++;
      controller.abort();
    };
    const timer = setInterval(() => {
      const askedAtMs = Date.now();
      if (askedAtMs > heldUntilMs) lose();
      extendLease(sql, job.id, job.lease, leaseMs).then(
        (held) => {
          if (held) heldUntilMs = askedAtMs + leaseMs;
          else lose();
        },
        (error) => log.warn({ err: error }, 'a lease could not be extended'),
      );
    }, leaseMs / 5);
    return () => clearInterval(timer);
  }

  /** @returns false when the lease was lost: the job is its next holder's, with everything that it needs */
  async #finish(job: ClaimedJob, status: 'completed' | 'failed', error: string | null): Promise<boolean> {
    const { sql, handlers } = this.#options;
    const log = this.#logOf(job);
    if (!(await finishJob(sql, job.id, job.lease, { status, error, notes: [] }))) {
      this.#leasesLost++;
      log.warn('a lease was lost at the end of a job, which is left to others');
      return false;
    }
    this.#ended[status]++;
    await handlers[job.kind]!.settle({ ...job, status, error }).catch((failure) =>
      log.warn({ err: failure }, 'a job that has ended could not be settled yet'),
    );
    return true;
  }

  async #giveBack(job: ClaimedJob, aborted: boolean, error: unknown): Promise<void> {
    const { sql, handlers } = this.#options;
    const log = this.#logOf(job);
    if (aborted || isPassing(error)) {
      this.#givenBack.stopped++;
      return releaseJob(sql, job.id, job.lease);
    }
    if (error instanceof LeaseLost) {
      this.#leasesLost++;
      log.warn('a lease was lost in the middle of a job, which is left to others');
      return;
    }
    if (error instanceof NotNow) {
      this.#givenBack.postponed++;
      const retryInSeconds = await postponeJob(sql, job.id, job.lease);
      if (retryInSeconds !== null) log.warn({ err: error, retryInSeconds }, 'a job has to wait');
      return;
    }
    if (error instanceof Pointless) {
      log.info({ reason: error.message }, 'a job has become pointless');
      await this.#finish(job, 'failed', error.message);
      return;
    }
    log.error({ err: error, claim: job.claims }, 'a job failed');
    if (job.claims < MAX_FAILED_CLAIMS && !handlers[job.kind]!.isFinal(error)) {
      this.#givenBack.failed++;
      return releaseJob(sql, job.id, job.lease, FIRST_REST_MS * 4 ** (job.claims - 1));
    }
    await this.#finish(job, 'failed', reasonOf(error));
  }
}
