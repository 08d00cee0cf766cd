import type { BlobStore } from './blob-store.js';
import type { BlobAddress } from './blob-url.js';
import { FileBlobStore } from './file-store.js';
import type { OwnedPlace } from './owner.js';

/** @throws what keeps it from being used */
export async function openBlobStore(address: BlobAddress): Promise<BlobStore & OwnedPlace> {
  if (address.kind === 'file') return FileBlobStore.open(address.directory);
  // The client of S3 takes a quarter of a second to load.
  const { S3BlobStore } = await import('./s3-store.js');
  return S3BlobStore.open(address);
}
