import { Worker } from 'node:worker_threads';
import { allGiveWay } from '../base/threads/priority.js';
import { cpuMeter } from './cpu-meter.js';
import type { Drawn, RenderAnswer, RenderFailure, RenderRequest } from './render-messages.js';
import { ImageFailed } from './renderer.js';

/**
 * Message to the watching thread: milliseconds of computing that the current picture may take; null: no
 * picture is under way.
 */
export type CpuBound = number | null;

/** Characters of a message and of a stack: hostile content may be quoted in them. */
const MAX_MESSAGE = 500;
const MAX_STACK = 4000;

/** Memory of the watching thread, which holds no data. */
const WATCH_LIMITS = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };

/** A process without a request for this long has been started for later. */
const WARM_UP_AFTER_MS = 100;

/**
 * The life of a process that draws: one request after the other, until the process that started it ends it,
 * or ends.
 * @param warmUp called once, where the process has been started before there is something to draw
 */
export function serveRenders(
  draw: (request: RenderRequest) => Promise<Drawn>,
  warmUp: () => unknown = () => {},
): void {
  allGiveWay();
  // A terminal or a unit sends these signals to all its processes. The parent finishes its work first, and
  // then ends this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  // The main thread may be in a loop when the parent dies, and miss the `disconnect` event; this thread sees
  // it.
  const watch = new Worker(new URL('../../workers/watch-parent.js', import.meta.url), {
    resourceLimits: WATCH_LIMITS,
    workerData: { parent: process.ppid },
  });
  watch.unref();
  const early = setTimeout(warmUp, WARM_UP_AFTER_MS);
  process.on('message', async (request: RenderRequest) => {
    clearTimeout(early);
    const cpuMs = cpuMeter();
    watch.postMessage(request.mostCpuMs satisfies CpuBound);
    const result = await draw(request).then(
      (drawn) => ({ drawn }),
      (error: unknown) => ({ failed: failureOf(error) }),
    );
    watch.postMessage(null satisfies CpuBound);
    const answer: RenderAnswer = {
      ...result,
      number: request.number,
      rssBytes: process.memoryUsage.rss(),
      cpuMs: cpuMs(),
    };
    process.send?.(answer);
  });
}

function failureOf(error: unknown): RenderFailure {
  const { message, stack, code } = (error instanceof Error ? error : new Error(String(error))) as Error & {
    code?: unknown;
  };
  return {
    message: message.slice(0, MAX_MESSAGE),
    stack: stack?.slice(0, MAX_STACK) ?? '',
    code: typeof code === 'string' ? code : '',
    isFinal: error instanceof ImageFailed,
  };
}
