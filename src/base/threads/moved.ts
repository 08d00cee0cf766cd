import { Piscina } from 'piscina';
import { buffersOf } from './buffers-of.js';

/** A task's answer whose buffers are handed over instead of copied. */
export function moved<T>(value: T): T {
  const transferable = {
    get [Piscina.transferableSymbol]() {
      return buffersOf(value);
    },
    get [Piscina.valueSymbol]() {
      return value;
    },
  };
  // The package declares these two symbols twice, once as its interface's own.
  return Piscina.move(transferable as unknown as Parameters<typeof Piscina.move>[0]) as T;
}
