import type { Geocoding, LookedUp } from '../../geocoding/geocoding.js';
import type { Threads } from '../../threads/thread-pool.js';
import type { Block } from '../block.js';
import type { PrepareContext, Unasked } from '../prepare/prepare-block.js';
import type { ExaminedBlock } from './examine-block.js';

type Wanted = { isEmpty: boolean; sampleRecords: number };

/** @param of whether the map has no markers, and how many records are shown as they would become markers */
const examine = (
  threads: Threads,
  path: string,
  block: Block,
  context: PrepareContext,
  of: Wanted,
): Promise<ExaminedBlock | Unasked> => threads.run('examine', { path, block, context, of });

/**
 * @param geocoding what it has answered before counts, it is not asked; null: there is none
 * @returns with the number of addresses that an import would ask it for
 */
export async function examineOnThread(
  threads: Threads,
  path: string,
  block: Block,
  context: PrepareContext,
  of: Wanted,
  geocoding: Geocoding | null,
): Promise<{ examined: ExaminedBlock; unasked: number }> {
  const servicePlaces = geocoding === null ? {} : { servicePlaces: 'ask' as const };
  const first = await examine(threads, path, block, { ...context, ...servicePlaces }, of);
  if ('lines' in first) return { examined: first, unasked: 0 };
  const { places, unanswered }: LookedUp = await geocoding!.known(first.unasked);
  const second = await examine(threads, path, block, { ...context, servicePlaces: places }, of);
  return { examined: second as ExaminedBlock, unasked: unanswered };
}
