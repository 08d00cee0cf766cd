/** Current load of a pool of threads. */
export interface ThreadUse {
  /** Most threads. */
  limit: number;
  busy: number;
  /** Tasks that wait for a thread. */
  waiting: number;
  /** Time that the next task has waited; 0 when none waits. */
  oldestWaitingSeconds: number;
}
