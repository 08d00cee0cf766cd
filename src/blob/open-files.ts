import { CachedRead } from '../base/metrics/cached-read.js';
import { type MetricReader, worst } from '../base/metrics/metric-reader.js';
import { turnReadings } from '../base/metrics/use-readings.js';
import type { Parts } from '../base/parts.js';
import { BlobRegister } from '../store/blobs.js';
import type { Sql } from '../store/client.js';
import type { Installation } from '../store/installation.js';
import type { BlobStore } from './blob-store.js';
import { type BlobAddress, blobLocation } from './blob-url.js';
import { openBlobStore } from './open-blob-store.js';
import { claimPlace, ownedDirectory } from './owner.js';
import { RegisteredBlobStore } from './registered-store.js';

export interface Files {
  readonly blobs: BlobStore;
  readonly register: BlobRegister;
}

/** Opens the places for files and claims them for this installation. @throws Error that says what to do */
export async function openFiles(
  parts: Parts,
  { dataDir, blobs }: { dataDir: string; blobs: BlobAddress },
  { sql, installation }: { sql: Sql; installation: Installation },
): Promise<Files> {
  await claimPlace(ownedDirectory(dataDir), installation, `DATA_DIR=${dataDir}`);
  const store = await openBlobStore(blobs);
  await claimPlace(store, installation, `BLOB_URL=${blobLocation(blobs)}`);
  const bucket = blobs.kind === 's3' ? store : null;
  parts.add('connections', {
    name: 'blob store',
    metrics: [...(store.turns ? turnReadings({ blobParts: () => store.turns! }) : []), upReading(bucket)],
  });
  const register = new BlobRegister(sql, store.identity);
  return { blobs: new RegisteredBlobStore(store, register), register };
}

/** A bucket bills each request. */
const LOOK_EVERY = { keepMs: 15_000, deadlineMs: 1000 };
/** Key of no blob: the answer that there is none shows a store that is up. */
const NO_BLOB = 'probe/none';

/** @param store null: no bucket; the metric then has no sample */
export function upReading(store: Pick<BlobStore, 'open'> | null, lookEvery = LOOK_EVERY): MetricReader {
  const isUp = new CachedRead(async () => {
    await (await store!.open(NO_BLOB))?.close();
    return true;
  }, lookEvery);
  return worst(
    'min',
    'blob_store_up',
    'Whether the bucket answered within a second; absent without a bucket',
    async () => store && Number((await isUp.get()) === true),
  );
}
