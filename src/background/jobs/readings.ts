import { BRIEFLY, CachedRead } from '../../base/metrics/cached-read.js';
import { counter, gauge, type MetricReader, worst } from '../../base/metrics/metric-reader.js';
import type { Sql } from '../../store/client.js';
import { type QueueState, readQueueState } from '../../store/queue-state.js';
import type { RunnerCounts } from './runner.js';

/** Readings of the database: jobs, mails, and the last back-up. */
export function queueReadings(sql: Sql): MetricReader[] {
  const queues = new CachedRead(() => readQueueState(sql), BRIEFLY);
  const of = (pick: (state: QueueState) => Awaited<ReturnType<MetricReader['read']>>) => async () => {
    const state = await queues.get();
    return state && pick(state);
  };
  return [
    worst('min', 'database_up', 'Whether the database answered within a second', async () =>
      Number((await queues.get()) !== null),
    ),
    worst(
      'max',
      'jobs',
      'Unfinished jobs in the database, counted up to 10,000',
      of(({ queued, processing }) => ({ queued, processing })),
      'status',
    ),
    worst(
      'max',
      'job_oldest_seconds',
      'Age of the oldest job of a status',
      of(({ oldestQueued, oldestProcessing }) => ({
        queued: oldestQueued ?? 0,
        processing: oldestProcessing ?? 0,
      })),
      'status',
    ),
    worst(
      'max',
      'jobs_overdue',
      'Jobs whose lease ran out over 30 s ago',
      of(({ overdue }) => overdue),
    ),
    worst(
      'max',
      'mails_waiting',
      'Invitations to be sent, counted up to 10,000',
      of(({ mails }) => mails),
    ),
    worst(
      'max',
      'mail_oldest_seconds',
      'Time since the oldest invitation was due',
      of(({ oldestMail }) => oldestMail ?? 0),
    ),
    worst(
      'min',
      'backup_age_seconds',
      'Time since the moment of the last back-up by cartload backup',
      of(({ backupAge }) => backupAge),
    ),
  ];
}

/** @param noun singular, in names: 'job' gives cartload_jobs_running */
export function runnerReadings(
  noun: string,
  runner: { readonly counts: RunnerCounts },
  running: 'running' | 'runningQuick',
): MetricReader[] {
  return [
    gauge(`${noun}s_running`, 'Jobs that this process is running', () => runner.counts[running]),
    counter(
      `${noun}s_ended_total`,
      'Jobs that this process finished',
      () => ({ ...runner.counts.ended }),
      'status',
    ),
    counter(
      `${noun}s_given_back_total`,
      'Jobs that this process gave back',
      () => ({ ...runner.counts.givenBack }),
      'reason',
    ),
    counter(
      `${noun}_leases_lost_total`,
      'Leases that ran out while this process worked',
      () => runner.counts.leasesLost,
    ),
  ];
}
