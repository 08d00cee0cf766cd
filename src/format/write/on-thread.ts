import type { Threads } from '../../base/threads/thread-pool.js';
import type { Geodata } from '../../geo/geodata.js';
import type { AreaOf } from './area-geometry.js';
import type { FormattedFeatures } from './format-features.js';
import type { MeasuredArea } from './measure-area.js';

declare module '../../base/threads/thread-pool.js' {
  interface ThreadTasks {
    formatRows(of: { rows: Uint8Array; customFields: readonly string[] }): Uint8Array;
    formatFeatures(of: ExportedRows): FeatureBytes;
    formatArea(of: { geodata: Geodata; marker: AreaOf }): MeasuredArea | null;
  }
}

/** Rows of an export as CSV (`format-rows.ts`). Takes `rows` away. */
export async function formatOnThread(
  threads: Threads,
  rows: Buffer,
  customFields: readonly string[],
): Promise<Buffer> {
  const csv = await threads.run('formatRows', { rows, customFields }, rows);
  return Buffer.from(csv.buffer);
}

/** Rows of an export, and from which byte on. */
export interface ExportedRows {
  readonly rows: Uint8Array<ArrayBuffer>;
  readonly from: number;
  /** null: without areas. */
  readonly geodata: Geodata | null;
  readonly areaCharacters: number;
}

export interface FeatureBytes extends Omit<FormattedFeatures, 'json'> {
  readonly json: Uint8Array<ArrayBuffer>;
  /** The rows that were given. */
  readonly rows: Uint8Array<ArrayBuffer>;
}

/**
 * The next rows of an export as GeoJSON features (`format-features.ts`). Takes `rows` away, and gives them
 * back.
 */
export const formatFeaturesOnThread = (threads: Threads, task: ExportedRows): Promise<FeatureBytes> =>
  threads.run('formatFeatures', task, task.rows);

/** The area of one marker; null when it has none. */
export const formatAreaOnThread = (
  threads: Threads,
  geodata: Geodata,
  marker: AreaOf,
): Promise<MeasuredArea | null> => threads.run('formatArea', { geodata, marker });
