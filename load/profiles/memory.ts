import type { Service } from './api.js';

/** Memory of the serving process in MB. */
export interface Memory {
  rssMb: number;
  heapMb: number;
  /** Buffers, and memory that native code reports. */
  externalMb: number;
}

const WITHIN_MS = 10_000;

/** Reads GET /metrics. @returns null where the service does not show them to us */
export async function readMemory({ baseUrl }: Service): Promise<Memory | null> {
  try {
    const address = new URL(baseUrl.replace(/\/v1$/, '/metrics'));
    const response = await fetch(address, { signal: AbortSignal.timeout(WITHIN_MS) });
    const text = await response.text();
    const mb = (name: string): number =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 1024 ** 2;
    const memory = {
      rssMb: mb('process_resident_memory_bytes'),
      heapMb: mb('nodejs_heap_size_used_bytes'),
      externalMb: mb('nodejs_external_memory_bytes'),
    };
    return Number.isNaN(memory.rssMb) ? null : memory;
  } catch {
    return null;
  }
}
