import type { Trace } from './trace.js';

/**
 * Traces of requests and jobs by their AbortSignal, which is passed everywhere, also to clients of other
 * services. Entries end with their signal. AsyncLocalStorage would slow down all promises of the process for
 * the few requests that are traced.
 */
const traces = new WeakMap<AbortSignal, Trace>();

export function carryTrace(signal: AbortSignal, trace: Trace | null): void {
  if (trace !== null) traces.set(signal, trace);
}

export const traceOf = (signal: AbortSignal): Trace | null => traces.get(signal) ?? null;
