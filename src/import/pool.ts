import { setTimeout as delay } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { badRequest } from '../errors.js';
import { THREAD_ARGUMENTS } from '../thread-arguments.js';
import type { Block } from './block-builder.js';
import type { BlockResult, BlockWrite } from './block-writer.js';
import type { ExaminedBlock } from './examine-block.js';
import type { InferenceAnswer, InferRequest } from './inferrer.js';
import type { PrepareContext, TimedBlock } from './prepare-block.js';
import type { RejectRequest } from './rejects.js';
import type { SampleTable } from './sample-rows.js';
import type { ImportPlan } from './task.js';

type SamplePlan = Pick<ImportPlan, 'encoding' | 'delimiter'>;

export interface ImportPoolOptions {
  databaseUrl: string;
  /** Threads that parse; two more write, which is mostly waiting. */
  workers: number;
  /** Default: workers/import.js. Tests give one that misbehaves. */
  filename?: string;
  taskDeadlineMs?: number;
}

/** A task that takes longer is stuck: its thread is ended and replaced. Above the time-out of a writer's statement. */
const TASK_DEADLINE_MS = 60_000;

/** How often the warm-up looks whether the threads are free. */
const WARM_UP_LOOK_MS = 100;

interface WarmUpSlice {
  threadId: number;
  isWarm: boolean;
}

/**
 * A thread that needs more is ended with its task; buffers do not count. Blocks leave little behind, so that a
 * small young generation costs nothing measurable and saves 30 MB a thread.
 */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

/** The threads of `workers/import.ts`. Callers bound how many tasks wait: the pool's own limit ignores tasks with a signal. */
export class ImportPool {
  readonly #piscina: Piscina;

  readonly #taskDeadlineMs: number;
  readonly #closing = new AbortController();
  /** Of others than the warm-up. */
  #tasks = 0;
  #wakeWarmUp = (): void => {};

  constructor({ databaseUrl, workers, filename, taskDeadlineMs = TASK_DEADLINE_MS }: ImportPoolOptions) {
    this.#taskDeadlineMs = taskDeadlineMs;
    this.#piscina = new Piscina({
      filename: filename ?? new URL('../../workers/import.js', import.meta.url).href,
      minThreads: workers,
      maxThreads: workers + 2,
      idleTimeout: 30_000,
      resourceLimits: THREAD_LIMITS,
      execArgv: [...THREAD_ARGUMENTS],
      workerData: { databaseUrl },
    });
    this.#piscina.on('workerCreate', () => this.#wakeWarmUp());
  }

  prepare(path: string, block: Block, context: PrepareContext): Promise<TimedBlock> {
    return this.#run('prepare', { path, block, context });
  }

  /** @param of what the map holds, and how many records are shown as they would become markers */
  examine(
    path: string,
    block: Block,
    context: PrepareContext,
    of: { isEmpty: boolean; sampleRecords: number },
  ): Promise<ExaminedBlock> {
    return this.#run('examine', { path, block, context, of });
  }

  /** @param block the first, or null when the upload has no rows */
  inferColumns(
    path: string,
    block: Block | null,
    plan: SamplePlan,
    request: InferRequest,
  ): Promise<InferenceAnswer> {
    return this.#run('infer', { path, block, plan, request });
  }

  inferTable(request: InferRequest, rows: string[][]): Promise<InferenceAnswer> {
    return this.#run('inferTable', { request, rows });
  }

  /** The first rows of a CSV upload, cells cut. */
  sampleRows(path: string, block: Block | null, plan: SamplePlan, columns: number): Promise<string[][]> {
    return this.#run('sampleRows', { path, block, plan, columns });
  }

  /** The custom fields of the first markers of a JSON upload. */
  sampleCustomFields(path: string, block: Block, maxColumns: number): Promise<SampleTable> {
    return this.#run('sampleFields', { path, block, maxColumns });
  }

  /** Takes the prepared arrays away: they are transferred, not copied. */
  write(job: BlockWrite): Promise<BlockResult> {
    const { lines, records, fileLines, keys, styleOf, areas } = job.prepared;
    const arrays = [lines, records, fileLines, keys, styleOf, areas];
    return this.#run('write', job, arrays.map((array) => array.buffer) as ArrayBuffer[]);
  }

  /** @throws AppError BAD_REQUEST */
  async checkJson(path: string, block: Block): Promise<void> {
    const defect = await this.#run<string | null>('checkJson', { path, block });
    if (defect !== null) throw badRequest(defect);
  }

  rejects(path: string, block: Block, request: RejectRequest): Promise<string> {
    return this.#run('rejects', { path, block, request });
  }

  /** Rows of an export as CSV (`format-rows.ts`). Takes `rows` away. */
  async formatRows(rows: Buffer, customFields: readonly string[]): Promise<Buffer> {
    const task = { rows, customFields };
    const csv = await this.#run<Uint8Array<ArrayBuffer>>('formatRows', task, [rows.buffer as ArrayBuffer]);
    return Buffer.from(csv.buffer);
  }

  /**
   * Lets each thread, and each that replaces one, compile what an import runs through and connect to the database: in short
   * slices (`warm-up.ts`), while there are no other tasks. A task that arrives meanwhile waits for one slice at most.
   * @param onWarm called when all threads that there are now are warm
   * @returns when the pool is closed, or threads failed at it
   */
  async keepWarm(onWarm: () => void = () => {}): Promise<void> {
    const { signal } = this.#closing;
    const warm = new Set<number>();
    try {
      for (;;) {
        signal.throwIfAborted();
        while (this.#tasks > 0) await delay(WARM_UP_LOOK_MS, undefined, { signal, ref: false });
        const { threads } = this.#piscina;
        if (threads.some(({ threadId }) => !warm.has(threadId))) {
          // As many at once as there are threads: each gets one.
          const slices = await Promise.all(threads.map(() => this.#start<WarmUpSlice>('warmUp', {})));
          for (const { threadId, isWarm } of slices) if (isWarm) warm.add(threadId);
        } else {
          onWarm();
          await new Promise<void>((resolve) => {
            this.#wakeWarmUp = resolve;
          });
        }
      }
    } catch {
      // Imports go without: what is wrong with a thread, they will tell.
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#wakeWarmUp();
    await this.#piscina.destroy();
  }

  async #run<T>(name: string, task: unknown, transferList: ArrayBuffer[] = []): Promise<T> {
    this.#tasks++;
    try {
      return await this.#start<T>(name, task, transferList);
    } finally {
      this.#tasks--;
    }
  }

  #start<T>(name: string, task: unknown, transferList: ArrayBuffer[] = []): Promise<T> {
    return this.#piscina.run(task, { name, transferList, signal: AbortSignal.timeout(this.#taskDeadlineMs) });
  }
}
