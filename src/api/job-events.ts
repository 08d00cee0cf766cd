import { Alarm } from '../background/jobs/alarm.js';
import type { Logger } from '../base/log.js';
import type { ImageJob } from '../schema/image.js';
import type { BulkJob } from '../schema/job.js';
import type { JobState } from '../schema/job-events.js';

/** A job as its listeners see it. */
export interface SeenJob {
  readonly state: JobState;
  /** Account that owns its map now; null: the map is deleted. */
  readonly ownerId: number | null;
}

/** Time between two looks at all jobs that somebody listens to; the end of a job is told at once. */
const LOOK_MS = 1000;
/** uWebSockets.js ends a connection on which nothing was written for 8 to 12 s. */
export const HEARTBEAT_MS = 5000;
/** Time after which a client comes back when its connection ended. */
const RETRY_MS = 2000;
const ENDED = new Set(['completed', 'failed', 'cancelled']);

export const isEnded = ({ status }: JobState): boolean => ENDED.has(status);

/** The same in every process: a client may go on with another one. */
export const eventIdOf = ({ status, processed }: JobState): string => `${status}-${processed}`;

/** Members of a job that its events have. */
export const stateOf = (job: BulkJob | ImageJob): JobState => {
  const { job_id, kind, status, status_url, error } = job;
  const common = { job_id, kind, status, status_url, error };
  if (job.kind === 'image') return { ...common, ...WITHOUT_ROWS };
  const { total, processed, progress, rows_per_second, eta_seconds } = job;
  const { added, updated, unchanged, skipped, deleted, error_count } = job;
  const rows = { total, processed, progress, rows_per_second, eta_seconds };
  return { ...common, ...rows, added, updated, unchanged, skipped, deleted, error_count };
};
const WITHOUT_ROWS = { total: 0, processed: 0, progress: 0, rows_per_second: null, eta_seconds: null };

/**
 * Tells listeners of jobs in any process what becomes of them: one statement a second for all, however many
 * listen.
 */
export class JobEvents {
  readonly #read: (jobIds: readonly string[]) => Promise<Map<string, SeenJob>>;
  readonly #log: Logger;
  readonly #watches = new Map<string, Set<JobWatch>>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #looksAgain = false;
  #isFailing = false;
  #isStopped = false;

  constructor(read: (jobIds: readonly string[]) => Promise<Map<string, SeenJob>>, log: Logger) {
    this.#read = read;
    this.#log = log;
  }

  get listeners(): number {
    let listeners = 0;
    for (const watches of this.#watches.values()) listeners += watches.size;
    return listeners;
  }

  /** @param state of the job now, which is the first news */
  watch(state: JobState, accountId: number): JobWatch {
    const { job_id: jobId } = state;
    const watches = this.#watches.get(jobId) ?? new Set();
    const watch = new JobWatch(accountId, state, () => {
      watches.delete(watch);
      if (watches.size === 0) this.#watches.delete(jobId);
    });
    if (this.#isStopped) {
      watch.close();
      return watch;
    }
    this.#watches.set(jobId, watches.add(watch));
    this.#timer ??= setTimeout(this.#look, LOOK_MS);
    return watch;
  }

  /** A job has ended; '': notifications may be lost. */
  announce(jobId: string): void {
    if (this.#watches.size > 0 && (jobId === '' || this.#watches.has(jobId))) void this.#look();
  }

  readonly #look = async (): Promise<void> => {
    if (this.#isLooking) {
      this.#looksAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#isLooking = true;
    try {
      do {
        this.#looksAgain = false;
        const jobIds = [...this.#watches.keys()];
        const seen = jobIds.length === 0 ? new Map<string, SeenJob>() : await this.#read(jobIds);
        for (const jobId of jobIds)
          for (const watch of [...(this.#watches.get(jobId) ?? [])]) watch.see(seen.get(jobId));
        this.#isFailing = false;
      } while (this.#looksAgain);
    } catch (error) {
      if (!this.#isFailing)
        this.#log.warn(
          { err: error },
          'could not read the jobs that clients listen to: their events come late',
        );
      this.#isFailing = true;
    }
    this.#isLooking = false;
    this.#timer = this.#watches.size === 0 || this.#isStopped ? undefined : setTimeout(this.#look, LOOK_MS);
  };

  /** Ends all streams, whose clients come back to another process. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const watches of [...this.#watches.values()]) for (const watch of [...watches]) watch.close();
  }
}

/** One listener. It sees the latest state, not each: a slow reader misses some and holds no memory. */
export class JobWatch {
  readonly #accountId: number;
  readonly #forget: () => void;
  #state: JobState;
  #isClosed = false;
  readonly #alarm = new Alarm();

  constructor(accountId: number, state: JobState, forget: () => void) {
    this.#accountId = accountId;
    this.#state = state;
    this.#forget = forget;
  }

  /** @param seen undefined: the job was removed */
  see(seen: SeenJob | undefined): void {
    if (seen?.ownerId !== this.#accountId) {
      this.close();
    } else if (eventIdOf(seen.state) !== eventIdOf(this.#state)) {
      // No news wakes nobody: the wait for a heartbeat would begin again each second, and none would come.
      this.#state = seen.state;
      this.#alarm.wake();
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#forget();
    this.#alarm.wake();
  }

  /** The stream of server-sent events. @param lastId of the last event that the client has; '': none */
  async *stream(lastId: string, heartbeatMs = HEARTBEAT_MS): AsyncGenerator<Buffer> {
    let sentId = lastId;
    try {
      yield Buffer.from(`retry: ${RETRY_MS}\n\n`);
      while (true) {
        const state = this.#state;
        const id = eventIdOf(state);
        if (id !== sentId) {
          sentId = id;
          const name = isEnded(state) ? 'finished' : 'progress';
          const data = JSON.stringify(state);
          yield Buffer.from(`event: ${name}\nid: ${id}\ndata: ${data}\n\n`);
        }
        if (isEnded(state) || this.#isClosed) return;
        if (this.#state === state) await this.#alarm.sleep(heartbeatMs);
        if (this.#state === state && !this.#isClosed) yield Buffer.from(': alive\n\n');
      }
    } finally {
      this.close();
    }
  }
}
