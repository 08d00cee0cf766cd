// Room background: work without a waiting client: the job queue, mail, retention, updates of the search
// index.

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
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
import { isTransient } from '../../store/transient.js';
import { Alarm } from './alarm.js';
import { failureReason } from './reason.js';

/** Thrown by a handler when the job cannot run for now; it is tried again later, without a limit. */
export class JobPostponed extends Error {}

/**
 * Thrown by a handler when the owner removed the job's purpose, such as its map. The job fails with this
 * message, which is no error of the service.
 */
export class JobObsolete extends Error {}

/**
 * Thrown by a handler when another process has the job or it was cancelled, so nothing more may be written.
 */
export class LeaseLost extends Error {
  constructor(jobId: string) {
    super(`the lease on ${jobId} is lost`);
  }
}

export interface JobHandler {
  /**
   * Does the work; `signal` is aborted when the lease is lost, the job is cancelled or the process stops.
   * @param leaveSlot must be called when the job mostly waits for other services: it frees its slot for
   * another job
   * @returns notes for the job, once it is completed; undefined: none
   */
  run(job: ClaimedJob, signal: AbortSignal, leaveSlot?: () => void): Promise<readonly string[] | undefined>;
  /**
   * Ends a job whose work is done; absent: with its notes.
   * @returns false when the lease is lost
   * @throws JobObsolete when it has failed after all
   */
  finish?(job: ClaimedJob, notes: readonly string[]): Promise<boolean>;
  /** Cleans up after a job that has ended in any way. Can be repeated. */
  settle(job: JobRow): Promise<void>;
  /** True when another try cannot succeed. */
  isFinal(error: unknown): boolean;
}

export interface RunnerOptions {
  sql: Sql;
  /** Handlers by kind of job. */
  handlers: Readonly<Record<string, JobHandler>>;
  log: Logger;
  /**
   * Identity of the spool directory whose uploads this process can read; null: it only runs jobs without an
   * upload.
   */
  spool?: string | null;
  /** Jobs at a time; as many again with few rows, whose client may be waiting. */
  maxJobs?: number;
  /** Most jobs that may leave their slot; further jobs keep theirs. */
  maxWaiting?: number;
  /** Jobs of an account at a time, over all processes; as many again with few rows. */
  perAccount?: number;
  leaseMs?: number;
  /** Average interval; it is jittered, so that processes that started together do not poll together. */
  pollMs?: number;
  /** Called when a job of this process has ended, before the notification by the database arrives. */
  onEnd?: (jobId: string) => void;
}

/** One more than an account may run, so that another account finds a slot. */
const MAX_JOBS = JOBS_PER_ACCOUNT + 1;
/** Imports that wait for look-ups, of six accounts; each holds some MB of blocks. */
const MAX_WAITING = 12;

/**
 * Time until another process takes over the job of a process that died. Heartbeats come five times as often,
 * from the main thread, which is never busy for a whole second.
 */
const LEASE_MS = 8_000;
/** A job whose handler throws in this many claims in a row, without a commit in between, has failed. */
const MAX_FAILED_CLAIMS = 3;
/** Pause before the next claim, four times as long each time: a full disk may get room. */
const FIRST_REST_MS = 250;
/**
 * A job whose process ended in this many claims has failed, as the job itself may take the process down. The
 * number is large because processes end for other reasons, too, and an accepted job must not fail for those:
 * with the rests it is reached after two hours.
 */
const MAX_CLAIMS = 40;
/**
 * A job whose process ended in more claims rests before it is run, twice as long each time: the service works
 * for others meanwhile.
 */
const CALM_CLAIMS = 10;
const LONGEST_REST_MS = 300_000;

/** @param claims since the last one that committed a block */
export const restBeforeRunMs = (claims: number): number =>
  claims <= CALM_CLAIMS ? 0 : Math.min(LONGEST_REST_MS, 1000 * 2 ** (claims - CALM_CLAIMS - 1));

/** Work of this process, now and since its start. */
export interface RunnerCounts {
  running: number;
  /** Running jobs with few rows, which `running` leaves out. */
  runningQuick: number;
  ended: { completed: number; failed: number };
  /**
   * `stopped`: process stopping, lease lost or job cancelled; `failed`: to be tried again; `postponed`: has
   * to wait.
   */
  givenBack: { stopped: number; failed: number; postponed: number };
  /** Leases that ran out or went to another process while this one worked. */
  leasesLost: number;
}

/**
 * Claims jobs and runs them. Heartbeats come from the main thread, not from the busy ones, so a long block
 * does not cost the lease.
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
      onEnd: () => {},
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

  /** Claims now instead of at the next poll. */
  wake(): void {
    this.#alarm.wake();
  }

  /**
   * Handles the notification of a new job.
   * @param spool identity of its upload's spool; '' for any, or after a reconnection, when notifications may
   * be lost
   */
  queued(spool: string): void {
    if (spool === '' || spool === this.#options.spool) this.wake();
  }

  /** Stops the work on a job that was cancelled; '' matches none. */
  ended(jobId: string): void {
    for (const run of this.#running.values()) if (run.jobId === jobId) run.controller.abort();
  }

  /** Stops claiming, aborts the running jobs and gives them back. */
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
          log.error({ err: error }, 'could not claim a job: trying again at the next poll');
        }
      }
      if (job) this.#launch(job);
      else await sleep;
    }
  }

  /** Jobs of an account that may be claimed: 0 where no slot is free. */
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
      const restMs = restBeforeRunMs(job.claims);
      if (restMs > 0) {
        log.warn({ claim: job.claims, restMs }, 'a job rests: the service ended each time it worked on it');
        await delay(restMs, undefined, { signal: controller.signal });
      }
      const notes = await handlers[job.kind]!.run(job, controller.signal, leaveSlot);
      stopHeartbeat();
      if (await this.#finish(job, 'completed', null, notes))
        log.info({ kind: job.kind, ms: Date.now() - job.startedAt!.getTime() }, 'completed a job');
    } catch (error) {
      stopHeartbeat();
      await this.#giveBack(job, controller.signal.aborted, error).catch((failure) =>
        log.error({ err: failure }, 'could not give a job back: it waits until its lease runs out'),
      );
    }
  }

  /** Logger whose lines name the job and its trace. */
  #logOf({ id, trace }: ClaimedJob): Logger {
    return this.#options.log.child({ job: id, ...logFields(trace) });
  }

  /** Extends the lease; aborts the work when the lease is lost, or ran out while the database was away. */
  #startHeartbeat(job: ClaimedJob, controller: AbortController): () => void {
    const { sql, leaseMs } = this.#options;
    const log = this.#logOf(job);
    let heldUntilMs = Date.now() + leaseMs;
    const lose = (): void => {
      // A cancelled job has no lease, either; it was aborted before.
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
        (error) => log.warn({ err: error }, 'could not extend a lease: trying again before it runs out'),
      );
    }, leaseMs / 5);
    return () => clearInterval(timer);
  }

  /** @returns false when the lease was lost: the job and its files belong to the next holder */
  async #finish(
    job: ClaimedJob,
    status: 'completed' | 'failed',
    error: string | null,
    notes: readonly string[] = [],
  ): Promise<boolean> {
    const { sql, handlers, onEnd } = this.#options;
    const log = this.#logOf(job);
    const { finish } = handlers[job.kind]!;
    const isFinished =
      status === 'completed' && finish
        ? await finish(job, notes)
        : await finishJob(sql, job.id, job.lease, { status, error, notes });
    if (!isFinished) {
      this.#leasesLost++;
      log.warn('lost the lease at the end of a job: another process finishes it');
      return false;
    }
    this.#ended[status]++;
    onEnd(job.id);
    await handlers[job.kind]!.settle({ ...job, status, error }).catch((failure) =>
      log.warn({ err: failure }, 'could not clean up after a job: trying again later'),
    );
    return true;
  }

  async #giveBack(job: ClaimedJob, aborted: boolean, error: unknown): Promise<void> {
    const { sql, handlers } = this.#options;
    const log = this.#logOf(job);
    if (aborted || isTransient(error)) {
      this.#givenBack.stopped++;
      return releaseJob(sql, job.id, job.lease);
    }
    if (error instanceof LeaseLost) {
      this.#leasesLost++;
      log.warn('lost the lease in the middle of a job: another process continues it');
      return;
    }
    if (error instanceof JobPostponed) {
      this.#givenBack.postponed++;
      const retryInSeconds = await postponeJob(sql, job.id, job.lease);
      if (retryInSeconds !== null)
        log.warn({ err: error, retryInSeconds }, 'postponed a job: trying again later');
      return;
    }
    if (error instanceof JobObsolete) {
      log.info({ reason: error.message }, 'ended a job whose purpose is gone');
      await this.#finish(job, 'failed', error.message);
      return;
    }
    log.error({ err: error, claim: job.claims }, 'could not finish a job');
    if (job.claims < MAX_FAILED_CLAIMS && !handlers[job.kind]!.isFinal(error)) {
      this.#givenBack.failed++;
      return releaseJob(sql, job.id, job.lease, FIRST_REST_MS * 4 ** (job.claims - 1));
    }
    await this.#finish(job, 'failed', failureReason(error));
  }
}
