import { runnerReadings } from '../../background/jobs/readings.js';
import { JobRunner } from '../../background/jobs/runner.js';
import { SpoolPresence } from '../../background/jobs/spool-presence.js';
import { gauge, type MetricReader, worst } from '../../base/metrics/metric-reader.js';
import type { Parts } from '../../base/parts.js';
import type { ThreadPool } from '../../base/threads/thread-pool.js';
import type { Pools } from '../../store/pools.js';
import { KeyRoom } from '../plan/key-room.js';
import type { Spool } from '../spool/spool.js';
import type { UploadRoom } from '../spool/upload-room.js';
import { importReadings, zeroImportCounts } from './counts.js';
import { importHandler } from './handler.js';
import { openSpool, type SpoolOptions, type Sweeper } from './open-spool.js';
import type { ImportServices } from './services.js';
import type { SpoolUse } from './sweep.js';
import { undoHandler } from './undo.js';

export interface ImportSettings {
  readonly dataDir: string;
  /** Imports that the process runs at a time. */
  readonly jobs: number;
  readonly jobsPerAccount: number;
  /** Threads that parse. */
  readonly workers: number;
  /** Largest upload, unpacked. */
  readonly maxUploadBytes: number;
  /** Free bytes that uploads leave on the disk; null: by the size of the disk. */
  readonly diskReserveBytes: number | null;
}

export interface ImportsOptions
  extends Pick<SpoolOptions, 'blobs' | 'register' | 'log'>,
    Pick<ImportServices, 'geodata' | 'geocoding' | 'driveTimes'> {
  readonly settings: ImportSettings;
  readonly pools: Pools;
  readonly threads: ThreadPool;
  /** Tells whether this process runs the imports that are asked for. */
  readonly runsJobs: boolean;
  /** Called when a job has ended. */
  readonly onEnd: (jobId: string) => void;
}

export interface Imports {
  readonly runner: JobRunner;
  /** Services for requests that upload. */
  readonly forRequests: {
    readonly spool: Spool;
    readonly spoolSweeper: Sweeper;
    readonly uploadRoom: UploadRoom;
    readonly keyRoom: KeyRoom;
    readonly jobQueued: () => void;
  };
}

/** Imports: where their uploads lie, the jobs that read them, and what keeps the spool clean. */
export async function openImports(parts: Parts, options: ImportsOptions): Promise<Imports> {
  const { settings, pools, blobs, register, log, runsJobs, onEnd, ...services } = options;
  const { vital, small: sql, background } = pools;
  const { maxUploadBytes, diskReserveBytes: reserveBytes } = settings;
  const { spool, sweeper, room } = await openSpool({
    sql: background,
    log,
    dataDir: settings.dataDir,
    blobs,
    register,
    imports: runsJobs,
    room: { maxUploadBytes, reserveBytes },
  });
  parts.run('work', 'upload files', sweeper);
  const counts = zeroImportCounts();
  const keyRoom = new KeyRoom();
  const runner = new JobRunner({
    sql: vital,
    log,
    spool: spool.identity,
    maxJobs: settings.jobs,
    perAccount: settings.jobsPerAccount,
    onEnd,
    handlers: {
      bulk_import: importHandler({ ...services, sql, spool, workers: settings.workers, counts, keyRoom }),
      undo: undoHandler(sql),
    },
  });
  if (runsJobs) {
    parts.run('work', 'upload spool', new SpoolPresence({ sql: vital, log, spool: spool.identity }));
    parts.run('work', 'imports', runner);
  }
  parts.add('work', {
    name: 'import counts',
    metrics: [
      ...runnerReadings('job', runner, 'running'),
      ...importReadings(counts),
      ...spoolReadings(() => sweeper.use),
      ...room.metrics,
      gauge('import_keys', 'Markers whose keys imports and dry runs hold', () => keyRoom.held),
    ],
  });
  const jobQueued = () => runner.wake();
  return { runner, forRequests: { spool, spoolSweeper: sweeper, uploadRoom: room, keyRoom, jobQueued } };
}

const spoolReadings = (use: () => SpoolUse): MetricReader[] => [
  worst('max', 'spool_bytes', 'Bytes of uploads in the spool, some seconds ago', () => use().uploadBytes),
  worst(
    'max',
    'spool_files',
    'Files in the spool, some seconds ago',
    () => ({ uploads: use().uploads, rejected_rows: use().rejectFiles }),
    'kind',
  ),
];
