import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel, threadId } from 'node:worker_threads';

/* Collects the garbage of a thread when it has started and when asked, and tells what is left. */

export interface HeapOfThread {
  readonly threadId: number;
  readonly usedBytes: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that this thread holds after a collection. */
export function collected(): number {
  collect();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  // Memory that threads share or handed over is among the array buffers alone, other memory of the addons
  // among the external alone.
  return heapUsed + Math.max(external, arrayBuffers);
}

const asked = new BroadcastChannel('collect');
const answers = new BroadcastChannel('collected');
asked.unref();
answers.unref();
const tell = (): void => answers.postMessage({ threadId, usedBytes: collected() } satisfies HeapOfThread);
if (threadId !== 0) {
  asked.onmessage = tell;
  tell();
}
