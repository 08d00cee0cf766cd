import { rm } from 'node:fs/promises';
import type { Logger } from '../base/log.js';
import type { MetricReader } from '../base/metrics/metric-reader.js';
import { turnReadings } from '../base/metrics/use-readings.js';
import { entryOf } from '../base/threads/entry.js';
import { FairQueue } from '../base/threads/fair-queue.js';
import { traceOf } from '../base/tracing/carried.js';
import { logFields } from '../base/tracing/trace.js';
import type { SatelliteSettings } from '../services/imagery/open-satellite.js';
import type { Drawn, RenderAnswer, RenderFailure } from './render-messages.js';
import { CpuTimeUsedUp, ProcessDied, RenderProcess } from './render-process.js';
import { ImageFailed, type ImageOrder, type ImageRenderer, type RenderedPicture } from './renderer.js';

/** Processor time that one picture may take, of all threads of its process. */
const MOST_CPU_MS = 30_000;
/**
 * Time limit of a picture from the start of its drawing, without the wait for a process. Beside imports it
 * may have a tenth of a core.
 */
const DEADLINE_MS = 5 * 60_000;
/** A process without a picture for this long ends, and frees its memory. */
const IDLE_MS = 5 * 60_000;
/** The renderer of SVG leaves some 10 MB behind with each picture. */
const MAX_PICTURES = 50;
const MAX_RSS_BYTES = 600 * 1024 * 1024;
/** Processes that may die of one picture: a second death shows that the picture is at fault. */
const MAX_DEATHS = 2;
/** Largest number of import threads with one picture at a time; with more threads there is room for two. */
const WORKERS_OF_ONE = 4;

/** Number of processes that draw, by the number of import threads. */
export const renderProcesses = (workers: number): number => (workers > WORKERS_OF_ONE ? 2 : 1);

export interface RenderersOptions {
  readonly databaseUrl: string;
  readonly satellite: SatelliteSettings;
  /** Same as `ImageRenderer.version`. */
  readonly version: () => string;
  readonly log: Logger;
  /** Pictures at a time. */
  readonly processes: number;
  /** Default: workers/render.js. Tests give one that misbehaves. */
  readonly entry?: URL;
  readonly mostCpuMs?: number;
  readonly deadlineMs?: number;
  readonly idleMs?: number;
  readonly maxPictures?: number;
  readonly maxRssBytes?: number;
}

/**
 * Draws maps in processes that can be killed, so that native code that aborts, loops or leaks harms only its
 * own picture. The processes stay warm between pictures, and are replaced before they have leaked much. The
 * caller bounds how many pictures wait.
 */
export class Renderers implements ImageRenderer {
  readonly #options: Required<RenderersOptions>;
  readonly #turns: FairQueue;
  /** Processes that are alive, each with the timer that ends it when idle; null: it draws. */
  readonly #processes = new Map<RenderProcess, NodeJS.Timeout | null>();
  #isClosed = false;

  constructor(options: RenderersOptions) {
    this.#options = {
      entry: entryOf('render'),
      mostCpuMs: MOST_CPU_MS,
      deadlineMs: DEADLINE_MS,
      idleMs: IDLE_MS,
      maxPictures: MAX_PICTURES,
      maxRssBytes: MAX_RSS_BYTES,
      ...options,
    };
    this.#turns = new FairQueue({
      what: 'pictures',
      limit: options.processes,
      limitOfAccount: options.processes,
      maxHoldMs: 2 * this.#options.deadlineMs,
    });
  }

  /** Ids of the processes that are alive. */
  get pids(): number[] {
    return [...this.#processes.keys()].map(({ pid }) => pid);
  }

  get metrics(): MetricReader[] {
    return turnReadings({ pictures: () => this.#turns.use });
  }

  version(): string {
    return this.#options.version();
  }

  /** Makes a process ready for the first picture. */
  warmUp(): void {
    if (this.#processes.size === 0 && !this.#isClosed) this.#rest(this.#start());
  }

  async render(job: ImageOrder, toFile: string, signal: AbortSignal): Promise<RenderedPicture> {
    const draw = async () => {
      try {
        return await this.#draw(job, toFile, signal);
      } catch (error) {
        await rm(toFile, { force: true }).catch(() => {});
        throw error;
      }
    };
    return this.#turns.run({ signal }, draw);
  }

  /** Ends all processes; pictures under way fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(Array.from(this.#processes.keys(), (process) => process.kill(closed())));
  }

  async #draw(job: ImageOrder, toFile: string, signal: AbortSignal): Promise<RenderedPicture> {
    const { deadlineMs, mostCpuMs } = this.#options;
    const log = this.#options.log.child(logFields(traceOf(signal)));
    const endsAtMs = performance.now() + deadlineMs;
    for (let deaths = 0; ; ) {
      signal.throwIfAborted();
      if (this.#isClosed) throw closed();
      const process = this.#take();
      try {
        const answer = await this.#ask(process, job, toFile, signal, endsAtMs);
        if ('failed' in answer) throw errorOf(answer.failed);
        tellDrawn(log, process, job, answer.drawn);
        const { bytes, isIncomplete = false } = answer.drawn;
        return { bytes, cpuMs: answer.cpuMs, isIncomplete };
      } catch (error) {
        if (error instanceof CpuTimeUsedUp)
          throw new ImageFailed(
            `the picture took over ${mostCpuMs / 1000} s of processor time, the most that one may take: draw fewer or smaller areas`,
            mostCpuMs,
          );
        if (!(error instanceof ProcessDied)) throw error;
        deaths++;
        log.error(
          { err: error, pid: process.pid, mapId: job.mapId, deaths },
          'lost a process while it drew a picture',
        );
        if (deaths === MAX_DEATHS)
          throw new ImageFailed(
            `the picture could not be drawn: ${MAX_DEATHS} processes ended while they drew it`,
          );
      } finally {
        this.#putBack(process);
      }
    }
  }

  async #ask(
    process: RenderProcess,
    job: ImageOrder,
    toFile: string,
    signal: AbortSignal,
    endsAtMs: number,
  ): Promise<RenderAnswer> {
    const { databaseUrl, satellite, deadlineMs, mostCpuMs } = this.#options;
    const leftMs = Math.max(1, Math.ceil(endsAtMs - performance.now()));
    const tooLong = (): void =>
      void process.kill(
        new Error(
          `the picture was not drawn within ${deadlineMs / 1000} s, as the service is busy; ask again later`,
        ),
      );
    const abort = (): void => void process.kill(signal.reason);
    const timer = setTimeout(tooLong, leftMs);
    signal.addEventListener('abort', abort);
    try {
      return await process.draw({
        databaseUrl,
        satellite,
        job,
        trace: traceOf(signal),
        toFile,
        deadlineMs: leftMs,
        mostCpuMs,
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  }

  /** The idle process that was started last, so that the others can end; without any, a new one. */
  #take(): RenderProcess {
    for (const [process, rest] of [...this.#processes].reverse()) {
      if (rest === null || process.isEnded) continue;
      clearTimeout(rest);
      this.#processes.set(process, null);
      return process;
    }
    return this.#start();
  }

  #start(): RenderProcess {
    const { entry, log } = this.#options;
    const process = new RenderProcess(entry, log);
    this.#processes.set(process, null);
    void process.ended.then(() => {
      clearTimeout(this.#processes.get(process) ?? undefined);
      this.#processes.delete(process);
    });
    return process;
  }

  #putBack(process: RenderProcess): void {
    const { maxPictures, maxRssBytes } = this.#options;
    const isUsedUp = process.asked >= maxPictures || process.rssBytes > maxRssBytes;
    if (isUsedUp) void process.kill(closed());
    if (!process.isEnded) this.#rest(process);
    // The next picture may come at once, and a process takes as long to start as to draw a picture.
    else if (!this.#isClosed) this.#rest(this.#start());
  }

  #rest(process: RenderProcess): void {
    const timer = setTimeout(() => void process.kill(closed()), this.#options.idleMs);
    this.#processes.set(process, timer.unref());
  }
}

function tellDrawn(
  log: Logger,
  { pid, rssBytes }: RenderProcess,
  { mapId, options }: ImageOrder,
  { bytes, markers, ms }: Drawn,
): void {
  const rssMb = Math.round(rssBytes / 1024 ** 2);
  log.info({ mapId, ...options, markers, bytes, pid, rssMb, ms }, 'drew a picture');
}

const closed = (): Error => new Error('the service stops');

function errorOf({ message, stack, code, isFinal }: RenderFailure): Error {
  const error = isFinal ? new ImageFailed(message) : new Error(message);
  error.stack = stack;
  return Object.assign(error, code !== '' && { code });
}
