import { resolve } from 'node:path';

/** For people whose value was refused. */
export const BLOB_URL_FORM =
  'file: and a directory, absolute (file:///var/lib/cartload/blobs) or below DATA_DIR (file:blobs); s3: comes with a later release';

/**
 * Where blobs lie: an absolute path.
 * @param text `file:/a/b` and `file:///a/b` are absolute, `file:a/b` is below `dataDir`; percent-encoded like any URL
 * @returns null: not of this form
 */
export function readBlobUrl(text: string, dataDir: string): string | null {
  const path = /^file:(?:\/\/(?=\/))?([^?#]+)$/i.exec(text)?.[1];
  if (path === undefined || path.startsWith('//')) return null;
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') || decoded.trim() === '' ? null : resolve(dataDir, decoded);
  } catch {
    return null;
  }
}
