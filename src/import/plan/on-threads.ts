import { badRequest } from '../../base/errors.js';
import type { Threads } from '../../base/threads/thread-pool.js';
import type { Block } from '../../format/block.js';
import type { Geodata } from '../../geo/geodata.js';
import type { InferenceAnswer, InferRequest } from '../../recognise/inference.js';
import type { SampleFields } from '../columns/sample-rows.js';
import type { ImportPlan } from '../task.js';
import type { SettledTable, UnsettledTable } from '../upload/settle-table.js';
import type { LikelySystem, LikelyTask } from './likely-systems.js';

/** An upload in the spool: its path, and its first block; null when it has no rows. */
export interface SpooledSample {
  path: string;
  block: Block | null;
  plan: Pick<ImportPlan, 'encoding' | 'delimiter'>;
}

export interface CheckedJson {
  readonly defect: string | null;
  /** Names of members that the import does not read. */
  readonly unread: readonly string[];
}

declare module '../../base/threads/thread-pool.js' {
  interface ThreadTasks {
    infer(of: SpooledSample & { request: InferRequest; geodata: Geodata }): InferenceAnswer;
    inferTable(of: { request: InferRequest; rows: string[][]; geodata: Geodata }): InferenceAnswer;
    settleTable(table: UnsettledTable): SettledTable;
    likelySystems(task: LikelyTask): LikelySystem[];
    sampleRows(of: SpooledSample & { columns: number }): string[][];
    sampleFields(of: { path: string; block: Block; maxColumns: number }): SampleFields;
    checkJson(of: { path: string; block: Block }): CheckedJson;
  }
}

export const inferColumns = (
  threads: Threads,
  sample: SpooledSample,
  request: InferRequest,
  geodata: Geodata,
): Promise<InferenceAnswer> => threads.run('infer', { ...sample, request, geodata });

export const inferTable = (
  threads: Threads,
  request: InferRequest,
  rows: string[][],
  geodata: Geodata,
): Promise<InferenceAnswer> => threads.run('inferTable', { request, rows, geodata });

export const settleTable = (threads: Threads, table: UnsettledTable): Promise<SettledTable> =>
  threads.run('settleTable', table);

/** The first rows of a CSV upload, cells cut. */
export const sampleRows = (threads: Threads, sample: SpooledSample, columns: number): Promise<string[][]> =>
  threads.run('sampleRows', { ...sample, columns });

export const askLikelySystems = (threads: Threads, task: LikelyTask): Promise<readonly LikelySystem[]> =>
  threads.run('likelySystems', task);

/** The custom fields of the first markers of a JSON upload. */
export const sampleCustomFields = (
  threads: Threads,
  path: string,
  block: Block,
  maxColumns: number,
): Promise<SampleFields> => threads.run('sampleFields', { path, block, maxColumns });

/** @returns names of members that the import does not read. @throws AppError BAD_REQUEST */
export async function checkJson(threads: Threads, path: string, block: Block): Promise<readonly string[]> {
  const { defect, unread } = await threads.run('checkJson', { path, block });
  if (defect !== null) throw badRequest(defect);
  return unread;
}
