import type { Threads } from '../../base/threads/thread-pool.js';
import type { Block } from '../../format/block.js';
import type { Geocoding } from '../../services/geocoding/geocoding.js';
import type { DriveTimeAreas } from '../../world/drive-times/drive-times.js';
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

/** Sources that an import would ask; a dry run takes only the answers that are known already. */
export interface LookedAt {
  /** null: no service is asked. */
  geocoding: Geocoding | null;
  /** null: none are drawn. */
  driveTimes: DriveTimeAreas | null;
}

/** Examines a block, and counts the addresses that an import would ask a service for and the areas that it would draw. */
export async function examineOnThread(
  threads: Threads,
  path: string,
  block: Block,
  context: PrepareContext,
  of: Wanted,
  { geocoding, driveTimes }: LookedAt,
): Promise<{ examined: ExaminedBlock; unasked: number; undrawn: number }> {
  let known: PrepareContext = {
    ...context,
    ...(geocoding && { servicePlaces: 'ask' as const }),
    ...(driveTimes && { driveTimes: 'ask' as const }),
  };
  let unasked = 0;
  let undrawn = 0;
  for (;;) {
    const examined = await examine(threads, path, block, known, of);
    if ('lines' in examined) return { examined, unasked, undrawn };
    if (examined.unasked.size > 0) {
      const { places, unanswered } = await geocoding!.known(examined.unasked);
      unasked = unanswered;
      known = { ...known, servicePlaces: places };
    } else {
      const areas = await driveTimes!.known(examined.undriven);
      undrawn = areas.open.size;
      known = { ...known, driveTimes: areas };
    }
  }
}
