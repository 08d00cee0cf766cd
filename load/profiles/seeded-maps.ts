import { dataOf, uploadFile, waitForJob } from '../../src/client/index.js';
import { CommandError } from '../../src/commands/result.js';
import { peopleRows } from '../people-rows.js';
import { seededBytes } from '../seeded-csv.js';
import type { Account } from '../server.js';
import { asking } from './allowance.js';

/**
 * Maps with markers, made for a run through the API; the same for the same seed except their ids. Threads get
 * a copy.
 */
export interface Seeded {
  maps: { id: number; markerIds: number[] }[];
  /** A map of a few hundred markers for exports; 0 where there are none with markers. */
  smallMapId: number;
  /** Empty maps to import into. */
  laneMapIds: number[];
}

export interface SeedPlan {
  seed: number;
  /** Number of maps with markers, besides the small one. */
  maps: number;
  markersAMap: number;
  lanes: number;
}

const SMALL_MAP_MARKERS = 200;
/** Every nth row has a category or remarks of its own, the only text in Chinese. */
const RARITY = 100;
export const RARE_CATEGORY = '中文書店';

/** Daily quotas that a plan costs a key. */
export function costOf({ maps, lanes }: SeedPlan): { maps: number; bulk: number } {
  const filled = maps === 0 ? 0 : maps + 1;
  return { maps: filled + lanes, bulk: filled };
}

/**
 * Makes the maps of a plan.
 * @param title title of the maps, to which numbers are added
 * @param made gets the id of each as soon as there is one, so that they can be removed at any point
 */
export async function makeMaps(
  service: Account,
  { seed, maps, markersAMap, lanes }: SeedPlan,
  title: string,
  made: number[],
): Promise<Seeded> {
  const emptyMap = async (name: string): Promise<number> => {
    const { id } = await asking(service, (api) => dataOf(api.POST('/maps', { body: { name } })));
    made.push(id);
    return id;
  };
  const filledMap = async (name: string, number: number, rows = markersAMap): Promise<number> => {
    const mapId = await emptyMap(name);
    const change = { every: RARITY, to: RARE_CATEGORY };
    const kind = peopleRows({ firstNumber: number * markersAMap, change });
    const body = Buffer.concat([...seededBytes(rows, seed + number, kind)]);
    const upload = { mapId, body, contentType: 'text/csv' };
    const { job_id } = await asking(service, (api) => uploadFile(api, upload));
    const job = await asking(service, (api) => waitForJob(api, job_id));
    const added = 'added' in job ? job.added : 0;
    if (added !== rows)
      throw new CommandError(
        `seeding: ${added} of ${rows} rows were added, the job ${job.status}: ${job.error ?? ''}`,
      );
    return mapId;
  };
  const seeded: Seeded = { maps: [], laneMapIds: [], smallMapId: 0 };
  for (let i = 0; i < maps; i++) {
    const id = await filledMap(`${title} ${i + 1}`, i);
    seeded.maps.push({ id, markerIds: await firstIds(service, id) });
  }
  if (maps > 0) seeded.smallMapId = await filledMap(`${title}, small`, maps, SMALL_MAP_MARKERS);
  for (let i = 0; i < lanes; i++) seeded.laneMapIds.push(await emptyMap(`${title}, imports ${i + 1}`));
  return seeded;
}

/** Ids of markers for single reads. */
async function firstIds(service: Account, map_id: number): Promise<number[]> {
  const params = { path: { map_id }, query: { page_size: 1_000 } };
  const page = await asking(service, (api) => dataOf(api.GET('/maps/{map_id}/markers', { params })));
  return page.data.map(({ id }) => id);
}

/** Markers go first: a deleted map is kept, with its contents, for as long as the service's settings say. */
export async function removeMaps(service: Account, ids: readonly number[]): Promise<void> {
  for (const map_id of ids) {
    const params = { path: { map_id } };
    const body = { all: true, confirm: true } as const;
    await asking(service, (api) => api.DELETE('/maps/{map_id}/markers/bulk', { params, body }));
    await asking(service, (api) => api.DELETE('/maps/{map_id}', { params }));
  }
}
