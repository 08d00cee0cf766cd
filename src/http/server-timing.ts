/** Time of a request by stage, in milliseconds. */
export interface Spent {
  /** Looking up key and rate limit; 0 when both were cached. */
  readonly authMs: number;
  /** Waiting for the client to send its body. */
  readonly bodyMs: number;
  /** Waiting for turns. */
  readonly turnMs: number;
  /** From the head of the request to its answer. */
  readonly totalMs: number;
}

/** Shorter times are left out, so that most answers from memory have no header and pay nothing for it. */
const LEAST_MS = 0.05;
/** Ready-made texts for totals below a second, as most requests need nothing else. */
const TOTALS = Array.from({ length: 10_000 }, (_, tenths) => `total;dur=${tenths / 10}`);

/**
 * The value of `Server-Timing` (https://www.w3.org/TR/server-timing/), for readers of answers in a browser's
 * tools or curl. Resolution is a tenth of a millisecond; '' when all times are too short.
 *
 * Only successful answers to a valid key have the header. On a refusal it would reveal, more exactly than a
 * clock across the network, whether a key was looked up, and whether a map exists.
 */
export function serverTiming({ authMs, bodyMs, turnMs, totalMs }: Spent): string {
  if (totalMs < LEAST_MS) return '';
  const total = TOTALS[Math.round(totalMs * 10)] ?? `total;dur=${tenthsOf(totalMs)}`;
  if (authMs + bodyMs + turnMs < LEAST_MS) return total;
  return member('auth', authMs) + member('body', bodyMs) + member('turn', turnMs) + total;
}

const member = (name: string, ms: number): string => (ms < LEAST_MS ? '' : `${name};dur=${tenthsOf(ms)}, `);
const tenthsOf = (ms: number): number => Math.round(ms * 10) / 10;
