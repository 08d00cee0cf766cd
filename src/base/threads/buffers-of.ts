import * as threads from 'node:worker_threads';

/** Node 21 and later refuse to hand over memory that small Buffers share; older ones copy it. */
const { isMarkedAsUntransferable: isKept = () => false } = threads as {
  isMarkedAsUntransferable?: (buffer: ArrayBuffer) => boolean;
};

/**
 * Buffers of all arrays in a value, whatever holds them, that can be handed over: those that are not shared.
 */
export function buffersOf(value: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if (ArrayBuffer.isView(part)) visit(part.buffer);
    else if (part instanceof ArrayBuffer) {
      if (!isKept(part)) found.add(part);
    } else if (part instanceof Map || part instanceof Set) {
      part.forEach(visit);
    } else if (Array.isArray(part)) {
      for (const item of part) visit(item);
    } else {
      for (const item of Object.values(part)) visit(item);
    }
  };
  visit(value);
  return [...found];
}
