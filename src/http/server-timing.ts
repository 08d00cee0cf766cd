/** Where the time of a request went, in milliseconds. */
export interface Spent {
  /** Until key and rate limit were looked up; 0 where both were known here. */
  readonly authMs: number;
  /** For the client to send its body. */
  readonly bodyMs: number;
  /** For a turn at what others need room for, too. */
  readonly turnMs: number;
  /** From the head of the request to its answer. */
  readonly totalMs: number;
}

/** Less is not told. Of most answers out of memory nothing is then, and it costs them nothing. */
const LEAST_MS = 0.05;
/** Of requests that take less than a second: most have nothing else to tell, and a text that is there already costs them little. */
const TOTALS = Array.from({ length: 10_000 }, (_, tenths) => `total;dur=${tenths / 10}`);

/**
 * The value of `Server-Timing` (https://www.w3.org/TR/server-timing/), for who looks at answers with a browser's tools or with curl. In tenths
 * of a millisecond; '' when there is nothing to tell.
 *
 * It is for answers that succeed, to a valid key. Of a refusal it would tell, more exactly than any clock at the other end of a network, whether
 * a key was looked up, and whether a map is somebody else's or nobody's.
 */
export function serverTiming({ authMs, bodyMs, turnMs, totalMs }: Spent): string {
  if (totalMs < LEAST_MS) return '';
  const total = TOTALS[Math.round(totalMs * 10)] ?? `total;dur=${tenthsOf(totalMs)}`;
  if (authMs + bodyMs + turnMs < LEAST_MS) return total;
  return member('auth', authMs) + member('body', bodyMs) + member('turn', turnMs) + total;
}

const member = (name: string, ms: number): string => (ms < LEAST_MS ? '' : `${name};dur=${tenthsOf(ms)}, `);
const tenthsOf = (ms: number): number => Math.round(ms * 10) / 10;
