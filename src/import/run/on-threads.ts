import type { Threads } from '../../base/threads/thread-pool.js';
import type { Block } from '../../format/block.js';
import type { OwnIds } from '../../store/same-place.js';
import { arraysOf, type MetBlock, type PrepareContext, type Unasked } from '../prepare/prepare-block.js';
import type { RejectRequest } from '../report/rejects.js';
import type { BlockWrite } from './copy-rows.js';
import { DatabaseAway } from './patient.js';
import type { WriteResult } from './write-block.js';

/** Which markers rows may meet: all of the map but those of this import, `own`; null: all of them. */
export interface Meeting {
  own: OwnIds | null;
  /** Decides which markers have expired. Default: the moment of the question. */
  nowMs?: number;
}

/**
 * @param context that leaves nothing to be looked up
 * @param meeting null: markers that rows meet are not looked for
 * @throws DatabaseAway when it could not be asked
 */
export const prepareOnThread = (
  threads: Threads,
  path: string,
  block: Block,
  context: PrepareContext,
  meeting: Meeting | null,
): Promise<MetBlock> => prepare(threads, path, block, context, meeting) as Promise<MetBlock>;

/** As `prepareOnThread`; where something is to be looked up for rows first, returns that and no block. */
export const prepareUnlessUnasked = (
  threads: Threads,
  path: string,
  block: Block,
  context: PrepareContext,
  meeting: Meeting | null,
): Promise<MetBlock | Unasked> => prepare(threads, path, block, context, meeting);

async function prepare(
  threads: Threads,
  path: string,
  block: Block,
  context: PrepareContext,
  meeting: Meeting | null,
): Promise<MetBlock | Unasked> {
  const task = { path, block, context, meeting };
  const prepared = await threads.run<MetBlock | Unasked | { unavailable: string }>('prepare', task);
  if ('unavailable' in prepared) throw new DatabaseAway(prepared.unavailable);
  return prepared;
}

/** Writes a block on a thread; takes the prepared arrays away: they are transferred, not copied. */
export const writeOnThread = (threads: Threads, write: BlockWrite): Promise<WriteResult> =>
  threads.run('write', write, arraysOf(write.prepared).map((array) => array.buffer) as ArrayBuffer[]);

/** The rejected or skipped rows of a block as CSV in UTF-8. */
export const renderRejectsOnThread = (
  threads: Threads,
  path: string,
  block: Block,
  request: RejectRequest,
): Promise<Uint8Array> => threads.run('rejects', { path, block, request });
