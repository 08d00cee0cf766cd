import type { Threads } from '../../threads/thread-pool.js';
import type { Block } from '../block.js';
import type { PrepareContext } from '../prepare/prepare-block.js';
import type { ExaminedBlock } from './examine-block.js';

/** @param of whether the map has no markers, and how many records are shown as they would become markers */
export const examineOnThread = (
  threads: Threads,
  path: string,
  block: Block,
  context: PrepareContext,
  of: { isEmpty: boolean; sampleRecords: number },
): Promise<ExaminedBlock> => threads.run('examine', { path, block, context, of });
