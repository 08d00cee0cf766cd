import { createHash } from 'node:crypto';
import { withoutErrorColumns } from './error-column.js';

/**
 * Fingerprint by which header memory knows a header row: the names in their order, without case, and with
 * every run of blanks as one. A file of rejected rows has the fingerprint of the upload it came from.
 * @returns SHA-256 in hex
 */
export const headerFingerprint = (headers: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(withoutErrorColumns(headers).map(fold)))
    .digest('hex');

const fold = (header: string): string => header.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
