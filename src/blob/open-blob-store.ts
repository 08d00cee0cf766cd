import type { BlobStore } from './blob-store.js';
import type { BlobAddress } from './blob-url.js';
import { FileBlobStore } from './file-store.js';
import type { OwnedPlace } from './owner.js';

/** @throws Error where the store is unusable */
export async function openBlobStore(address: BlobAddress): Promise<BlobStore & OwnedPlace> {
  if (address.kind === 'file') return FileBlobStore.open(address.directory);
  // The S3 client takes a quarter of a second to load.
  const { S3BlobStore } = await import('./s3-store.js');
  return S3BlobStore.open(address);
}
