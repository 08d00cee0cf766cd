import type { Threads } from '../../base/threads/thread-pool.js';
import type { Block } from '../../format/block.js';
import type { Match } from '../../schema/match.js';
import type { OwnIds } from '../../store/same-place.js';
import type { MapKeys } from '../duplicates/map-keys.js';
import { type BlockMemory, SharedMemory } from '../prepare/block-memory.js';
import type { LookUpsToMake, MetBlock, PrepareContext } from '../prepare/prepare-block.js';
import { type SentContext, sentContext } from '../prepare/sent-context.js';
import type { RejectRequest } from '../report/rejects.js';
import type { BlockWrite } from './copy-rows.js';
import { DatabaseAway } from './patient.js';
import type { WriteResult } from './write-block.js';

/** Memory of the blocks of all imports of this process. */
const shared = new SharedMemory();

/** Which markers rows may meet: all of the map but those of this import, `own`; null: all of them. */
export interface Meeting {
  own: OwnIds | null;
  /** Decides which markers have expired. Default: the moment of the question. */
  nowMs?: number;
  /**
   * Keys of the markers, among which rows find theirs; absent: each is looked up. Of an import by code they
   * are those of markers with codes, and the others are looked up where `match` is there.
   */
  keys?: MapKeys;
  match?: Match;
}

interface BlockToPrepare {
  path: string;
  block: Block;
  context: SentContext;
  meeting: Meeting | null;
  memory: BlockMemory | null;
}

declare module '../../base/threads/thread-pool.js' {
  interface ThreadTasks {
    prepare(task: BlockToPrepare): MetBlock | LookUpsToMake | { unavailable: string };
    write(block: BlockWrite): WriteResult;
    rejects(of: { path: string; block: Block; request: RejectRequest }): Uint8Array;
  }
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

/**
 * Does what `prepareOnThread` does; where something is to be looked up for rows first, returns that and no
 * block.
 */
export const prepareUnlessLookUps = (
  threads: Threads,
  path: string,
  block: Block,
  context: PrepareContext,
  meeting: Meeting | null,
): Promise<MetBlock | LookUpsToMake> => prepare(threads, path, block, context, meeting);

async function prepare(
  threads: Threads,
  path: string,
  block: Block,
  context: PrepareContext,
  meeting: Meeting | null,
): Promise<MetBlock | LookUpsToMake> {
  const memory = shared.take(block);
  const task = { path, block, context: sentContext(context), meeting, memory };
  const prepared = await threads.run('prepare', task);
  if ('lines' in prepared) return { ...prepared, memory };
  shared.give(memory);
  if ('unavailable' in prepared) throw new DatabaseAway(prepared.unavailable);
  return prepared;
}

/**
 * Writes a block on a thread; takes its arrays away: they are transferred, not copied, or serve another
 * block.
 */
export async function writeOnThread(threads: Threads, write: BlockWrite): Promise<WriteResult> {
  const result = await threads.run('write', write, write.prepared);
  // A connection that was lost may still hold its memory.
  if (result.outcome === 'done') shared.give(write.prepared.memory ?? null);
  return result;
}

/** The rejected or skipped rows of a block as CSV in UTF-8. */
export const renderRejectsOnThread = (
  threads: Threads,
  path: string,
  block: Block,
  request: RejectRequest,
): Promise<Uint8Array> => threads.run('rejects', { path, block, request });
