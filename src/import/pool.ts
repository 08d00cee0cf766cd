import { badRequest } from '../errors.js';
import type { ThreadPool } from '../threads/thread-pool.js';
import type { Block } from './block.js';
import type { InferenceAnswer, InferRequest } from './columns/inference.js';
import type { SampleTable } from './columns/sample-rows.js';
import type { ExaminedBlock } from './dry-run/examine-block.js';
import type { PrepareContext, TimedBlock } from './prepare/prepare-block.js';
import type { RejectRequest } from './report/rejects.js';
import type { BlockResult, BlockWrite } from './run/block-writer.js';
import type { ImportPlan } from './task.js';

type SamplePlan = Pick<ImportPlan, 'encoding' | 'delimiter'>;

/** What an import asks of the threads. */
export class ImportPool {
  readonly #threads: ThreadPool;

  constructor(threads: ThreadPool) {
    this.#threads = threads;
  }

  prepare(path: string, block: Block, context: PrepareContext): Promise<TimedBlock> {
    return this.#threads.run('prepare', { path, block, context });
  }

  /** @param of what the map holds, and how many records are shown as they would become markers */
  examine(
    path: string,
    block: Block,
    context: PrepareContext,
    of: { isEmpty: boolean; sampleRecords: number },
  ): Promise<ExaminedBlock> {
    return this.#threads.run('examine', { path, block, context, of });
  }

  /** @param block the first, or null when the upload has no rows */
  inferColumns(
    path: string,
    block: Block | null,
    plan: SamplePlan,
    request: InferRequest,
  ): Promise<InferenceAnswer> {
    return this.#threads.run('infer', { path, block, plan, request });
  }

  inferTable(request: InferRequest, rows: string[][]): Promise<InferenceAnswer> {
    return this.#threads.run('inferTable', { request, rows });
  }

  /** The first rows of a CSV upload, cells cut. */
  sampleRows(path: string, block: Block | null, plan: SamplePlan, columns: number): Promise<string[][]> {
    return this.#threads.run('sampleRows', { path, block, plan, columns });
  }

  /** The custom fields of the first markers of a JSON upload. */
  sampleCustomFields(path: string, block: Block, maxColumns: number): Promise<SampleTable> {
    return this.#threads.run('sampleFields', { path, block, maxColumns });
  }

  /** Takes the prepared arrays away: they are transferred, not copied. */
  write(job: BlockWrite): Promise<BlockResult> {
    const { lines, records, fileLines, keys, styleOf, areas } = job.prepared;
    const arrays = [lines, records, fileLines, keys, styleOf, areas];
    return this.#threads.run('write', job, arrays.map((array) => array.buffer) as ArrayBuffer[]);
  }

  /** @throws AppError BAD_REQUEST */
  async checkJson(path: string, block: Block): Promise<void> {
    const defect = await this.#threads.run<string | null>('checkJson', { path, block });
    if (defect !== null) throw badRequest(defect);
  }

  rejects(path: string, block: Block, request: RejectRequest): Promise<string> {
    return this.#threads.run('rejects', { path, block, request });
  }
}
