import type { MetricFamily } from '../metrics/family.js';

/** Role of one of several processes. */
export interface ProcessRole {
  readonly role: 'http' | 'jobs';
  /** Port that all answering processes share. */
  readonly port: number;
  /** Threads that parse. */
  readonly workers: number;
}

/** Questions that a supervisor asks its processes. */
export type OfChild = {
  /** Starts the service; answered when it is ready. @returns base URL */
  start: (place: ProcessRole) => Promise<string>;
  metrics: (nothing: null) => Promise<MetricFamily[]>;
  /** Answered at once: the main thread comes to its work. */
  beat: (nothing: null) => void;
  /** Stops as at SIGTERM while others go on, so /readyz does not change. Answered at once. */
  retire: (nothing: null) => void;
};

/** Questions that processes ask their supervisor. */
export type OfSupervisor = {
  /**
   * Counts one request of each subject.
   * @returns for each subject the requests in its window, and the milliseconds to the end of the window
   */
  count: (subjects: readonly string[]) => Promise<number[]>;
  /** @returns the metrics of all processes as text */
  scrape: (nothing: null) => Promise<string>;
};
