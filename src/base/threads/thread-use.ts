/** What a pool of threads does now. */
export interface ThreadUse {
  /** Threads at most. */
  limit: number;
  busy: number;
  /** Tasks without a thread. */
  waiting: number;
  /** How long the next of them has waited; 0: none waits. */
  oldestWaitingSeconds: number;
}
