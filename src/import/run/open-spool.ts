import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../base/log.js';
import type { BlobStore } from '../../blob/blob-store.js';
import type { BlobRegister } from '../../store/blobs.js';
import type { Sql } from '../../store/client.js';
import type { JobRow } from '../../store/jobs.js';
import { BlobSpool } from '../spool/blob-spool.js';
import { DirectorySpool } from '../spool/directory-spool.js';
import { LocalFiles } from '../spool/local-files.js';
import type { Spool } from '../spool/spool.js';
import { loadSpoolIdentity } from '../spool/spool-identity.js';
import { type RoomOptions, readDiskOf, UploadRoom } from '../spool/upload-room.js';
import { SpoolSweeper, type SpoolUse } from './sweep.js';
import { BlobSpoolSweeper } from './sweep-blobs.js';

/** Keeps a spool clean. */
export interface Sweeper {
  readonly use: SpoolUse;
  start(): void;
  stop(): Promise<void>;
  /** Brings an import that has ended into order, now or later. Never rejects. */
  settle(job: JobRow): Promise<void>;
}

export interface SpoolOptions {
  sql: Sql;
  log: Logger;
  dataDir: string;
  /** Store of uploads that machines share; null: uploads lie in a directory of this machine. */
  blobs: BlobStore | null;
  register: BlobRegister;
  /** Tells whether this process runs imports. */
  imports: boolean;
  room: Pick<RoomOptions, 'reserveBytes' | 'maxUploadBytes'>;
}

export async function openSpool({
  sql,
  log,
  dataDir,
  blobs,
  register,
  imports,
  room: bounds,
}: SpoolOptions): Promise<{ spool: Spool; sweeper: Sweeper; room: UploadRoom }> {
  const roomIn = (directory: string) => new UploadRoom({ ...bounds, readDisk: () => readDiskOf(directory) });
  if (blobs === null) {
    const directory = await makeDirectory(dataDir, 'spool');
    const sweeper = new SpoolSweeper({ sql, spoolDirectory: directory, log });
    const identity = await loadSpoolIdentity(directory);
    return {
      spool: new DirectorySpool({ directory, identity, hold: (path) => sweeper.hold(path) }),
      sweeper,
      room: roomIn(directory),
    };
  }
  const directory = await makeDirectory(dataDir, 'uploads');
  const spool = new BlobSpool(blobs, new LocalFiles(directory, imports));
  const sweeper = new BlobSpoolSweeper({ sql, blobs, register, spool, log, sweepsStore: imports });
  return { spool, sweeper, room: roomIn(directory) };
}

async function makeDirectory(dataDir: string, name: string): Promise<string> {
  const directory = join(dataDir, name);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return directory;
}
