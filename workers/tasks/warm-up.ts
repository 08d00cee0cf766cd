import { setTimeout as delay } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import type { WarmUpSlice } from '../../src/base/threads/thread-pool.js';
import type { Geodata } from '../../src/geo/geodata.js';
import { NO_ROADS, type RoadNetworks } from '../../src/geo/isochrone/networks.js';
import { WARM_UP_AREAS, warmUpArea } from '../../src/geo/isochrone/warm-up.js';
import { transactions } from './connections.js';

/** Longest wait for the database in the warm-up; the first block connects otherwise. */
const CONNECT_MS = 200;
let slices = 0;
let warmUpAreas = 0;

/** Runs a slice of the warm-up; the first connects to the database. */
export async function warmUp({
  geodata,
  networks = NO_ROADS,
}: {
  geodata?: Geodata;
  networks?: RoadNetworks;
}): Promise<WarmUpSlice> {
  const { warmUpSlice, WARM_UP_SLICES } = await import('../../src/import/prepare/warm-up.js');
  if (slices === 0) await Promise.race([transactions.connect().catch(() => {}), delay(CONNECT_MS)]);
  else if (slices <= WARM_UP_SLICES) warmUpSlice(slices, geodata);
  else if (networks.graphs.length > 0 && warmUpAreas < WARM_UP_AREAS) warmUpArea(networks, warmUpAreas++);
  slices++;
  return {
    threadId,
    isWarm: slices > WARM_UP_SLICES && (networks.graphs.length === 0 || warmUpAreas === WARM_UP_AREAS),
  };
}
