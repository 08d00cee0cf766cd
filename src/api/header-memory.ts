import { headerFingerprint } from '../import/columns/header-fingerprint.js';
import { mappingToRemember } from '../import/columns/remembered-mapping.js';
import type { BulkMeta } from '../import/options.js';
import type { ImportTask } from '../import/task.js';
import type { ReceivedUpload } from '../import/upload/receive.js';
import type { RememberedColumn } from '../schema/header-memory.js';
import type { Writer } from '../store/authorize.js';
import type { Sql } from '../store/client.js';
import { recallMapping, rememberMapping } from '../store/header-memory.js';

/**
 * Mapping that the account confirmed for this header row; null when there is none, or the request declines
 * it.
 */
export function recall(
  sql: Sql,
  accountId: number,
  { format, columns }: ReceivedUpload,
  meta: BulkMeta,
): Promise<RememberedColumn[] | null> | null {
  if (format !== 'csv' || meta.auto_map === false) return null;
  return recallMapping(sql, accountId, headerFingerprint(columns.map(({ name }) => name)));
}

export async function remember(sql: Sql, writer: Writer, { mapping }: ImportTask): Promise<void> {
  const fingerprint = headerFingerprint(mapping.map(({ header }) => header));
  await rememberMapping(sql, writer, fingerprint, mappingToRemember(mapping));
}
