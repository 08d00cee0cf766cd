import type { MetricFamily } from '../metrics/family.js';

/** What a process is to be, of several. */
export interface Place {
  readonly role: 'http' | 'jobs';
  /** Shared by all that answer. */
  readonly port: number;
  /** Threads that parse. */
  readonly workers: number;
}

/** What a process answers its supervisor. */
export type OfChild = {
  /** Starts; answered when it is ready. @returns base_url */
  start: (place: Place) => Promise<string>;
  metrics: (nothing: null) => Promise<MetricFamily[]>;
  /** Ends as at SIGTERM, while others go on: /readyz tells nothing of it. Answered at once. */
  retire: (nothing: null) => void;
};

/** What a supervisor answers its processes. */
export type OfSupervisor = {
  /** Counts one request of each subject. @returns for each the requests of its window, and the milliseconds to the window's end */
  count: (subjects: readonly string[]) => Promise<number[]>;
  /** @returns the metrics of all, as text */
  scrape: (nothing: null) => Promise<string>;
};
