import { Worker } from 'node:worker_threads';
import { allGiveWay } from '../base/threads/priority.js';
import { cpuMeter } from './cpu-meter.js';
import type { Drawn, RenderAnswer, RenderFailure, RenderRequest } from './render-messages.js';
import { ImageFailed } from './renderer.js';

/** What the watching thread is told: milliseconds of computing that the picture at hand may take; null: there is none at hand. */
export type CpuBound = number | null;

/** Characters of a message and of a stack: hostile content may be quoted in them. */
const MAX_MESSAGE = 500;
const MAX_STACK = 4000;

/** Of the thread that watches: it holds nothing. */
const WATCH_LIMITS = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };

/** Without a request for so long a process has been started for later. */
const WARM_UP_AFTER_MS = 100;

/**
 * The life of a process that draws: one request after the other, until the process that started it ends it, or ends.
 * @param warmUp called once, where the process has been started before there is something to draw
 */
export function serveRenders(
  draw: (request: RenderRequest) => Promise<Drawn>,
  warmUp: () => unknown = () => {},
): void {
  allGiveWay();
  // Sent to all processes of a terminal or a unit: the one that started this one finishes first what it wants to.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  // What draws may be in a loop when the other process dies, and never hear of it.
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
