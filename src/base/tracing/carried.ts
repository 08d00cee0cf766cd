import type { Trace } from './trace.js';

/**
 * The traces of requests and jobs, by the signals that go with them everywhere, also to what asks other services. A signal that is given
 * up takes its entry with it. Not AsyncLocalStorage: it would slow all promises of the process down for the few requests that are traced.
 */
const traces = new WeakMap<AbortSignal, Trace>();

export function carryTrace(signal: AbortSignal, trace: Trace | null): void {
  if (trace !== null) traces.set(signal, trace);
}

export const traceOf = (signal: AbortSignal): Trace | null => traces.get(signal) ?? null;
