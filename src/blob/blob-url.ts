import { resolve } from 'node:path';
import { readS3Address, type S3Address } from './s3-address.js';

/** Location of the blobs. */
export type BlobAddress = { readonly kind: 'file'; readonly directory: string } | S3Address;

/** Allowed forms, for messages about a refused value. */
export const BLOB_URL_FORM =
  'file: and a directory, absolute (file:///var/lib/cartload/blobs) or below DATA_DIR (file:blobs), or ' +
  's3://bucket[/prefix][?endpoint=https://host&region=name&path_style=true|false], with the credentials in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';

/** Name of a location without endpoint and region. */
export const blobLocation = (address: BlobAddress): string =>
  address.kind === 's3' ? `s3://${address.bucket}/${address.prefix}` : `file:${address.directory}`;

/**
 * @param text `file:/a/b` and `file:///a/b` are absolute, `file:a/b` is below `dataDir`, percent-encoded like
 * any URL; for `s3:` see s3-address.ts
 * @returns null: not of these forms
 */
export function readBlobUrl(text: string, dataDir: string): BlobAddress | null {
  if (/^s3:/i.test(text)) return readS3Address(text);
  const path = /^file:(?:\/\/(?=\/))?([^?#]+)$/i.exec(text)?.[1];
  if (path === undefined || path.startsWith('//')) return null;
  try {
    const decoded = decodeURIComponent(path);
    if (decoded.includes('\0') || decoded.trim() === '') return null;
    return { kind: 'file', directory: resolve(dataDir, decoded) };
  } catch {
    return null;
  }
}
