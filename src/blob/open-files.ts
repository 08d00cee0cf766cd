import { turnReadings } from '../base/metrics/use-readings.js';
import type { Parts } from '../base/parts.js';
import { BlobRegister } from '../store/blobs.js';
import type { Sql } from '../store/client.js';
import type { Installation } from '../store/installation.js';
import type { BlobStore } from './blob-store.js';
import { type BlobAddress, nameOf } from './blob-url.js';
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
  await claimPlace(store, installation, `BLOB_URL=${nameOf(blobs)}`);
  if (store.turns)
    parts.add('connections', {
      name: 'blob store',
      metrics: turnReadings({ blobParts: () => store.turns! }),
    });
  const register = new BlobRegister(sql, store.identity);
  return { blobs: new RegisteredBlobStore(store, register), register };
}
