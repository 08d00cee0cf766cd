/**
 * What requests waited for before their work began, by the signals that go with them everywhere: for the log of slow ones. A signal
 * that is given up takes its entry with it.
 */
const waits = new WeakMap<AbortSignal, Record<string, number>>();

/** @param what `clones`, say; waits for the same add up */
export function noteWait(signal: AbortSignal, what: string, ms: number): void {
  const known = waits.get(signal) ?? {};
  known[what] = Math.round((known[what] ?? 0) + ms);
  waits.set(signal, known);
}

/** Milliseconds by what was waited for; undefined: nothing that was noted. */
export const waitsOf = (signal: AbortSignal): Readonly<Record<string, number>> | undefined =>
  waits.get(signal);
