import { statfs } from 'node:fs/promises';
import type { GeocodingCounts } from '../geocoding/geocoding.js';
import type { ImageCounts } from '../images/counts.js';
import type { ImportCounts } from '../import/run/counts.js';
import type { SpoolUse } from '../import/run/sweep.js';
import type { RunnerCounts } from '../jobs/runner.js';
import type { IndexState } from '../nearby/index-cache.js';
import type { ConnectionUse, Sql } from '../store/client.js';
import { readQueueState } from '../store/queue-state.js';
import type { TurnUse } from '../threads/held-turns.js';
import type { ThreadUse } from '../threads/thread-use.js';
import type { Reading, Values } from './reading.js';
import { Remembered } from './remembered.js';

/** Getters of the parts, handed over by app.ts. */
export interface Parts {
  /** Asked for what stands in the database. */
  readonly sql: Sql;
  readonly dataDir: string;
  readonly connections: Readonly<Record<string, () => ConnectionUse>>;
  /** By kind of work. */
  readonly turns: Readonly<Record<string, () => TurnUse>>;
  readonly threads: Readonly<Record<string, () => ThreadUse>>;
  readonly jobs: () => RunnerCounts;
  readonly imports: () => ImportCounts;
  readonly imageJobs: () => RunnerCounts;
  readonly images: () => ImageCounts;
  /** null: no geocoding service is asked. */
  readonly geocoding: () => GeocodingCounts | null;
  /** null: there is no Redis. */
  readonly redisIsUp: () => boolean | null;
  readonly nearby: () => IndexState;
  readonly searchIndexWaiting: () => number;
  readonly spool: () => SpoolUse;
  readonly requestsInFlight: () => number;
  readonly answers: () => { readonly bytes: number; readonly cut: Readonly<Record<string, number>> };
}

/** One look of several scrapes that come at about the same time; what takes longer is not told. */
const BRIEFLY = { keepMs: 5000, deadlineMs: 1000 };

export function readingsOf(parts: Parts): Reading[] {
  const queues = new Remembered(() => readQueueState(parts.sql), BRIEFLY);
  const disk = new Remembered(() => statfs(parts.dataDir), BRIEFLY);
  const gauge = (name: string, help: string, read: Reading['read'], label?: string): Reading => ({
    name: `cartload_${name}`,
    help,
    type: 'gauge',
    read,
    ...(label && { label }),
  });
  // Of the database, the disk or a service: the same for every process, but for when it looked.
  const worst = (ofAll: 'max' | 'min', ...of: Parameters<typeof gauge>): Reading => ({
    ...gauge(...of),
    ofAll,
  });
  const counter = (name: string, help: string, read: Reading['read'], label?: string): Reading => ({
    ...gauge(name, help, read, label),
    type: 'counter',
  });
  const connections = (pick: (use: ConnectionUse) => number) => () =>
    mapped(parts.connections, (use) => pick(use()));
  const turns = (pick: (use: TurnUse) => number) => () => mapped(parts.turns, (use) => pick(use()));
  const threads = (pick: (use: ThreadUse) => number) => () => mapped(parts.threads, (use) => pick(use()));
  const { jobs, imports, imageJobs, images, nearby, spool } = parts;

  return [
    gauge('http_requests_in_flight', 'Requests that are not answered to the end', parts.requestsInFlight),
    gauge(
      'http_answer_bytes',
      'Bytes of answers in memory that clients have yet to read',
      () => parts.answers().bytes,
    ),
    counter(
      'http_answers_cut_total',
      'Answers whose connections were cut, as their clients read too slowly or had too many',
      () => ({ ...parts.answers().cut }),
      'reason',
    ),

    worst('min', 'database_up', 'Whether the database answered within a second', async () =>
      (await queues.get()) ? 1 : 0,
    ),
    gauge(
      'database_connections_limit',
      'Connections at most',
      connections((use) => use.limit),
      'pool',
    ),
    gauge(
      'database_statements_running',
      'Statements that have a connection',
      connections((use) => use.busy),
      'pool',
    ),
    gauge(
      'database_statements_waiting',
      'Statements behind others',
      connections((use) => use.waiting),
      'pool',
    ),
    counter(
      'database_statements_total',
      'Statements that ended',
      connections((use) => use.statements),
      'pool',
    ),
    counter(
      'database_statement_seconds_total',
      'Time of statements, their wait for a connection included',
      connections((use) => use.seconds),
      'pool',
    ),

    gauge(
      'turns_limit',
      'Work that may run at a time',
      turns(({ limit }) => limit),
      'kind',
    ),
    gauge(
      'turns_running',
      'Work under way',
      turns(({ running }) => running),
      'kind',
    ),
    gauge(
      'turns_waiting',
      'Work that waits for its turn',
      turns(({ waiting }) => waiting),
      'kind',
    ),
    counter(
      'turns_refused_total',
      'Work that got no turn',
      turns(({ refused }) => refused),
      'kind',
    ),
    worst(
      'max',
      'turns_oldest_seconds',
      'How long the oldest turn has been held',
      turns(({ oldestSeconds }) => oldestSeconds),
      'kind',
    ),
    worst(
      'max',
      'turns_deadline_seconds',
      'How long a turn may be held',
      turns(({ deadlineSeconds }) => deadlineSeconds),
      'kind',
    ),
    counter(
      'turns_overdue_total',
      'Turns that were taken back at their deadline',
      turns(({ overdue }) => overdue),
      'kind',
    ),

    gauge(
      'threads',
      'Threads at most',
      threads((use) => use.limit),
      'pool',
    ),
    gauge(
      'threads_busy',
      'Threads with a task',
      threads((use) => use.busy),
      'pool',
    ),
    gauge(
      'thread_tasks_waiting',
      'Tasks without a thread',
      threads((use) => use.waiting),
      'pool',
    ),
    worst(
      'max',
      'thread_oldest_waiting_seconds',
      'How long the next task has waited',
      threads((use) => use.oldestWaitingSeconds),
      'pool',
    ),

    worst(
      'max',
      'jobs',
      'Jobs in the database that have not ended, up to 10,000',
      async () => {
        const state = await queues.get();
        return state && { queued: state.queued, processing: state.processing };
      },
      'status',
    ),
    worst(
      'max',
      'job_oldest_seconds',
      'Since the oldest job of a status was made',
      async () => {
        const state = await queues.get();
        return state && { queued: state.oldestQueued ?? 0, processing: state.oldestProcessing ?? 0 };
      },
      'status',
    ),
    worst(
      'max',
      'jobs_overdue',
      'Jobs whose holder is gone for over 30 s',
      async () => (await queues.get())?.overdue ?? null,
    ),
    gauge('jobs_running', 'Jobs that this process works on', () => jobs().running),
    counter('jobs_ended_total', 'Jobs that this process ended', () => ({ ...jobs().ended }), 'status'),
    counter(
      'jobs_given_back_total',
      'Jobs that this process gave back',
      () => ({ ...jobs().givenBack }),
      'reason',
    ),
    counter(
      'job_leases_lost_total',
      'Leases that ran out while this process worked',
      () => jobs().leasesLost,
    ),

    counter(
      'import_rows_total',
      'Rows of blocks that this process wrote',
      () => ({ ...imports().rows }),
      'outcome',
    ),
    counter('import_blocks_total', 'Blocks that this process wrote', () => imports().blocks),
    counter('import_block_retries_total', 'Blocks that were tried again', () => imports().retries),
    counter('import_blocks_fenced_total', 'Blocks refused as the lease was lost', () => imports().fenced),

    gauge('image_jobs_running', 'Pictures that this process draws', () => imageJobs().runningQuick),
    counter(
      'image_jobs_ended_total',
      'Pictures that this process ended',
      () => ({ ...imageJobs().ended }),
      'status',
    ),
    counter(
      'image_jobs_given_back_total',
      'Pictures that this process gave back',
      () => ({ ...imageJobs().givenBack }),
      'reason',
    ),
    counter(
      'image_job_leases_lost_total',
      'Leases on pictures that ran out while this process worked',
      () => imageJobs().leasesLost,
    ),
    counter(
      'image_requests_shared_total',
      'Requests answered with a picture that was there, or under way',
      () => images().shared,
    ),
    counter('image_bytes_total', 'Of pictures that this process drew', () => images().bytes),
    counter('image_seconds_total', 'In which this process drew pictures', () => images().seconds),

    worst(
      'max',
      'mails_waiting',
      'Invitations that are not sent, up to 10,000',
      async () => (await queues.get())?.mails ?? null,
    ),
    worst('max', 'mail_oldest_seconds', 'Since the oldest invitation was due', async () => {
      const state = await queues.get();
      return state && (state.oldestMail ?? 0);
    }),

    counter(
      'geocoder_requests_total',
      'Requests to the geocoding service; of empty ones it knows no place',
      () => parts.geocoding()?.requests ?? null,
      'result',
    ),
    counter(
      'geocoder_retries_total',
      'Requests to the geocoding service that were made again',
      () => parts.geocoding()?.retries ?? null,
    ),
    gauge(
      'geocoder_requests_running',
      'Requests to the geocoding service under way',
      () => parts.geocoding()?.running ?? null,
    ),
    gauge(
      'geocoder_requests_waiting',
      'Requests that wait for their turn at the geocoding service',
      () => parts.geocoding()?.waiting ?? null,
    ),
    counter(
      'geocoder_cache_lookups_total',
      'Addresses that were looked for among the answers that are kept',
      () => parts.geocoding()?.cache ?? null,
      'result',
    ),
    worst('min', 'geocoder_up', 'Whether the geocoding service is asked; 0 while it only fails', () => {
      const counts = parts.geocoding();
      return counts && Number(counts.breaker === 'closed');
    }),
    counter(
      'geocoder_outages_total',
      'How often the geocoding service failed so often that it was not asked for a while',
      () => parts.geocoding()?.breakerOpened ?? null,
    ),

    worst('min', 'redis_up', 'Whether Redis answers; without REDIS_URL not told', () =>
      numberOf(parts.redisIsUp()),
    ),

    gauge('nearby_index_bytes', 'Memory of the indexes of nearby search', () => nearby().bytes),
    gauge('nearby_index_limit_bytes', 'Of these at most', () => nearby().maxBytes),
    gauge('nearby_indexes', 'Indexes, of a map or of a group of small ones', () => nearby().indexes),
    counter(
      'nearby_index_lookups_total',
      'Maps that searches asked for',
      () => ({ hit: nearby().hits, miss: nearby().misses }),
      'result',
    ),
    gauge('search_index_maps_waiting', 'Maps whose texts are to be indexed', parts.searchIndexWaiting),

    worst('max', 'spool_bytes', 'Uploads in the spool, some seconds ago', () => spool().uploadBytes),
    worst(
      'max',
      'spool_files',
      'Files in the spool, some seconds ago',
      () => ({ uploads: spool().uploads, rejected_rows: spool().rejectFiles }),
      'kind',
    ),
    worst('min', 'disk_free_bytes', 'Of the file system of DATA_DIR, for this user', async () => {
      const state = await disk.get();
      return state && state.bavail * state.bsize;
    }),
    worst('max', 'disk_size_bytes', 'Of the file system of DATA_DIR', async () => {
      const state = await disk.get();
      return state && state.blocks * state.bsize;
    }),
  ];
}

const numberOf = (flag: boolean | null): Values => (flag === null ? null : Number(flag));

function mapped<T>(record: Readonly<Record<string, T>>, pick: (value: T) => number): Record<string, number> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, pick(value)]));
}
