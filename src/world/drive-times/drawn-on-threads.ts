import { FairQueue } from '../../base/threads/fair-queue.js';
import type { DrivePlace } from '../../geo/drive-time/drive-place.js';
import { ESTIMATE_VERSION } from '../../geo/drive-time/estimate.js';
import { SHAPE_VERSION } from '../../geo/isochrone/isochrone.js';
import type { RoadNetworks } from '../../geo/isochrone/networks.js';
import type { AreaAnswer, AreaSource, DrawContext } from './area-source.js';

/** Places for a thread to draw; without networks it estimates circles. */
export interface DrawTask {
  readonly networks: RoadNetworks | null;
  readonly places: readonly DrivePlace[];
}

declare module '../../base/threads/thread-pool.js' {
  interface ThreadTasks {
    isochrones(task: DrawTask): AreaAnswer[];
  }
}

/**
 * Places per task, so that a task takes 0.1 to 0.3 s and others get in between: 16 areas of up to 15 minutes;
 * fewer of longer drives, whose area grows with the square of the time.
 */
const PLACES = 16;
const USUAL_MINUTES = 15;

const costOf = ({ minutes }: DrivePlace): number => Math.max(1, (minutes / USUAL_MINUTES) ** 2);

function portionsByCost(places: readonly DrivePlace[]): DrivePlace[][] {
  const portions: DrivePlace[][] = [];
  let room = 0;
  for (const place of places) {
    room -= costOf(place);
    if (room < 0) {
      portions.push([]);
      room = PLACES - costOf(place);
    }
    portions.at(-1)!.push(place);
  }
  return portions;
}

/** One long area takes up to a minute of a thread, during which other imports would wait. */
const isLong = (places: readonly DrivePlace[]): boolean =>
  places.some(({ minutes }) => minutes > LONG_MINUTES);
const LONG_MINUTES = 120;
const LONG_AT_A_TIME = 1;
/** Shared by all imports of a process. */
const longDrives = new FairQueue({ what: 'long drives', limit: LONG_AT_A_TIME, maxHoldMs: 3 * 60_000 });

const onThreads = (name: string, version: string, networks: RoadNetworks | null): AreaSource => ({
  name,
  version,
  portionsOf: portionsByCost,
  // While the areas of one portion are written, the next ones are drawn.
  portionsAtATime: ({ workers }) => workers + 1,
  async draw(places, { threads, accountId, signal, onAnswer }: DrawContext): Promise<AreaAnswer[]> {
    signal.throwIfAborted();
    const task: DrawTask = { networks, places };
    const draw = () => threads.run('isochrones', task);
    const drawn = await (isLong(places) ? longDrives.run({ accountId, signal }, draw) : draw());
    for (const _ of drawn) onAnswer();
    return drawn;
  },
});

export const ROADS_SOURCE = 'roads';

/** Areas on the road networks that are loaded now. */
export const roadsSource = (networks: RoadNetworks): AreaSource =>
  onThreads(ROADS_SOURCE, `${networks.version} ${SHAPE_VERSION}`, networks);

/** Estimated circles, where there is nothing better. */
export const estimateSource = (): AreaSource => onThreads('estimate', ESTIMATE_VERSION, null);
