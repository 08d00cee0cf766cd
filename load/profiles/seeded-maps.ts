import { dataOf, uploadFile, waitForJob } from '../../src/client/index.js';
import { CommandError } from '../../src/commands/result.js';
import { peopleRows } from '../people-rows.js';
import { seededBytes } from '../seeded-csv.js';
import type { Account } from '../upload.js';
import { asking } from './api.js';

/**
 * Maps with markers, made for a run through the API; the same for the same seed except their ids. Threads get
 * a copy.
 */
export interface Seeded {
  maps: SeededMap[];
  /** A map of a few hundred markers for exports; 0 where the profile has none. */
  smallMapId: number;
  /** Empty maps to import into. */
  laneMapIds: number[];
}

interface SeededMap {
  id: number;
  /** Ids of its first markers. */
  markerIds: number[];
}

export interface SeedPlan {
  seed: number;
  maps: number;
  markersAMap: number;
  small: boolean;
  lanes: number;
}

const SMALL_MAP_MARKERS = 200;
/** Markers for single reads: enough that no cache of the database is filled by them alone. */
const IDS_A_MAP = 5_000;
/** Every nth row has a category or remarks of its own, the only text in Chinese. */
const RARITY = 100;
export const RARE_CATEGORY = '中文書店';

/** Daily quotas that a plan costs a key. */
export const costOf = ({ maps, small, lanes }: SeedPlan): { maps: number; bulk: number } => {
  const filled = maps + Number(small);
  return { maps: filled + lanes, bulk: filled };
};

/** Maps made so far, so that they can be removed at any point. */
export class SeedMaps {
  readonly #service: Account;
  readonly #made: number[] = [];

  constructor(service: Account) {
    this.#service = service;
  }

  /** @param title title of the maps, to which numbers are added */
  async make(plan: SeedPlan, title: string): Promise<Seeded> {
    const { maps, markersAMap, lanes, small, seed } = plan;
    const seeded: Seeded = { maps: [], laneMapIds: [], smallMapId: 0 };
    for (let i = 0; i < maps; i++) {
      const id = await this.#filledMap(`${title} ${i + 1}`, seed + i, i * markersAMap, markersAMap);
      seeded.maps.push({ id, markerIds: await this.#firstIds(id) });
    }
    for (let i = 0; i < lanes; i++)
      seeded.laneMapIds.push(await this.#emptyMap(`${title}, imports ${i + 1}`));
    if (small) {
      const name = `${title}, small`;
      seeded.smallMapId = await this.#filledMap(name, seed + maps, maps * markersAMap, SMALL_MAP_MARKERS);
    }
    return seeded;
  }

  /**
   * Markers go first: a deleted map is kept, with its contents, for as long as the service's settings say.
   */
  async remove(): Promise<void> {
    for (let map_id = this.#made.pop(); map_id !== undefined; map_id = this.#made.pop()) {
      const params = { path: { map_id } };
      const body = { all: true, confirm: true } as const;
      await asking(this.#service, (api) => api.DELETE('/maps/{map_id}/markers/bulk', { params, body }));
      await asking(this.#service, (api) => api.DELETE('/maps/{map_id}', { params }));
    }
  }

  async #emptyMap(name: string): Promise<number> {
    const { id } = await asking(this.#service, (api) => dataOf(api.POST('/maps', { body: { name } })));
    this.#made.push(id);
    return id;
  }

  async #filledMap(name: string, seed: number, firstNumber: number, rows: number): Promise<number> {
    const mapId = await this.#emptyMap(name);
    const kind = peopleRows({ firstNumber, change: { every: RARITY, to: RARE_CATEGORY } });
    const body = Buffer.concat([...seededBytes(rows, seed, kind)]);
    const { job_id } = await asking(this.#service, (api) =>
      uploadFile(api, { mapId, body, contentType: 'text/csv' }),
    );
    const job = await asking(this.#service, (api) => waitForJob(api, job_id));
    const added = 'added' in job ? job.added : 0;
    if (added !== rows)
      throw new CommandError(
        `seeding: ${added} of ${rows} rows were added, the job ${job.status}: ${job.error ?? ''}`,
      );
    return mapId;
  }

  async #firstIds(map_id: number): Promise<number[]> {
    const ids: number[] = [];
    const query: { page_size: number; page_token?: string } = { page_size: 1_000 };
    for (;;) {
      const params = { path: { map_id }, query };
      const page = await asking(this.#service, (api) =>
        dataOf(api.GET('/maps/{map_id}/markers', { params })),
      );
      ids.push(...page.data.map(({ id }) => id));
      if (page.page_info.next_page_token === null || ids.length >= IDS_A_MAP) return ids;
      query.page_token = page.page_info.next_page_token;
    }
  }
}
