import { rm } from 'node:fs/promises';
import type { Sql } from '../../store/client.js';
import type { JobRow } from '../../store/jobs.js';
import { spoolPath } from '../upload/spool.js';
import { defineFields } from './define-fields.js';

/**
 * Brings an import that has ended into order: the custom fields of what it committed are defined, its upload is removed.
 * Can be repeated; while the upload is there, it has not been done (sweep.ts).
 */
export async function settleImport(sql: Sql, job: JobRow, spoolDirectory: string): Promise<void> {
  await defineFields(sql, job);
  await rm(spoolPath(spoolDirectory, job.id), { force: true });
}
