import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { BroadcastChannel, Worker, WorkerOptions } from 'node:worker_threads';
import { collected, type HeapOfThread } from './tell-heap.js';

/*
 * The service, which collects its garbage on SIGUSR2 and tells in its log what is left: in the main thread,
 * and in all others together.
 */

// Threads that wait for their next task in a lock hear nothing.
process.env.PISCINA_DISABLE_ATOMICS = '1';
const threads = createRequire(import.meta.url)('node:worker_threads') as {
  Worker: typeof Worker;
  BroadcastChannel: typeof BroadcastChannel;
};
const agent = new URL('tell-heap.js', import.meta.url).href;
const running = new Set<number>();
threads.Worker = class extends threads.Worker {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    super(file, { ...options, execArgv: [...(options.execArgv ?? process.execArgv), '--import', agent] });
    const id = this.threadId;
    this.once('exit', () => {
      running.delete(id);
      tellWhenAll();
    });
  }
};
syncBuiltinESMExports();

const ask = new threads.BroadcastChannel('collect');
const answers = new threads.BroadcastChannel('collected');
ask.unref();
answers.unref();
let awaited: Map<number, number | null> | null = null;

function tellWhenAll(): void {
  if (awaited === null) return;
  for (const id of awaited.keys()) if (!running.has(id)) awaited.delete(id);
  const told = [...awaited.values()];
  if (told.includes(null)) return;
  awaited = null;
  const threadBytes = told.reduce<number>((sum, bytes) => sum + bytes!, 0);
  const { rss } = process.memoryUsage();
  process.stderr.write(
    `${JSON.stringify({ level: 30, msg: 'collected', usedBytes: collected(), threadBytes, threads: told.length, rss })}\n`,
  );
}
answers.onmessage = ({ data }: { data: unknown }) => {
  const { threadId, usedBytes } = data as HeapOfThread;
  running.add(threadId);
  if (awaited?.has(threadId)) awaited.set(threadId, usedBytes);
  tellWhenAll();
};
process.on('SIGUSR2', () => {
  awaited = new Map([...running].map((id) => [id, null]));
  ask.postMessage(null);
  tellWhenAll();
});

await import('../../src/main.js');
