/**
 * Waiting times of requests before their work began, by their AbortSignal: for the log of slow requests.
 * Entries end with their signal.
 */
const waits = new WeakMap<AbortSignal, Record<string, number>>();

/** @param what kind of work, such as `clones`; waits for one kind add up */
export function noteWait(signal: AbortSignal, what: string, ms: number): void {
  const known = waits.get(signal) ?? {};
  known[what] = Math.round((known[what] ?? 0) + ms);
  waits.set(signal, known);
}

/** Milliseconds by kind of work; undefined when there was no wait. */
export const waitsOf = (signal: AbortSignal): Readonly<Record<string, number>> | undefined =>
  waits.get(signal);
