import type { TurnUse } from '../threads/fair-queue.js';
import type { ThreadUse } from '../threads/thread-use.js';
import { counter, gauge, type MetricReader, worst } from './metric-reader.js';

/** Current load by kind of work or by pool. */
export type Uses<T> = Readonly<Record<string, () => T>>;

export const picked =
  <T>(uses: Uses<T>, pick: (use: T) => number) =>
  () =>
    Object.fromEntries(Object.entries(uses).map(([name, use]) => [name, pick(use())]));

export function turnReadings(kinds: Uses<TurnUse>): MetricReader[] {
  const of = (pick: (use: TurnUse) => number) => [picked(kinds, pick), 'kind'] as const;
  return [
    gauge('turns_limit', 'Turns that may be held at a time', ...of(({ limit }) => limit)),
    gauge('turns_running', 'Turns held now', ...of(({ running }) => running)),
    gauge('turns_waiting', 'Callers that wait for a turn', ...of(({ waiting }) => waiting)),
    counter('turns_refused_total', 'Callers that were refused a turn', ...of(({ refused }) => refused)),
    worst(
      'max',
      'turns_oldest_seconds',
      'Time that the oldest turn has been held',
      ...of(({ oldestSeconds }) => oldestSeconds),
    ),
    worst(
      'max',
      'turns_deadline_seconds',
      'Longest time that a turn may be held',
      ...of(({ deadlineSeconds }) => deadlineSeconds),
    ),
    counter(
      'turns_overdue_total',
      'Turns that were taken back at their deadline',
      ...of(({ overdue }) => overdue),
    ),
  ];
}

export function threadReadings(pools: Uses<ThreadUse>): MetricReader[] {
  const of = (pick: (use: ThreadUse) => number) => [picked(pools, pick), 'pool'] as const;
  return [
    gauge('threads', 'Most threads of the pool', ...of(({ limit }) => limit)),
    gauge('threads_busy', 'Threads with a task', ...of(({ busy }) => busy)),
    gauge('thread_tasks_waiting', 'Tasks that wait for a thread', ...of(({ waiting }) => waiting)),
    worst(
      'max',
      'thread_oldest_waiting_seconds',
      'Time that the next task has waited',
      ...of(({ oldestWaitingSeconds }) => oldestWaitingSeconds),
    ),
  ];
}
