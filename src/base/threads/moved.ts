import { Piscina } from 'piscina';

/** A task's answer whose arrays are moved instead of copied. */
export function moved(value: unknown, arrays: readonly { buffer: ArrayBufferLike }[]): unknown {
  const transferable = {
    get [Piscina.transferableSymbol]() {
      return arrays.map((array) => array.buffer);
    },
    get [Piscina.valueSymbol]() {
      return value;
    },
  };
  // The package declares these two symbols twice, once as its interface's own.
  return Piscina.move(transferable as unknown as Parameters<typeof Piscina.move>[0]);
}
