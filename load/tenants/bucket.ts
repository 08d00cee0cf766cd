import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A bucket on a thread of its own, so that its work is not felt as the service's. */
export async function startBucket(): Promise<{ env: Record<string, string>; close(): Promise<unknown> }> {
  const worker = new Worker(new URL('./bucket-thread.js', import.meta.url));
  const [env] = (await once(worker, 'message')) as [Record<string, string>];
  return { env, close: () => worker.terminate() };
}
