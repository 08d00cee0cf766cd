import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../../src/commands/result.js';
import { peopleRows } from '../people-rows.js';
import { seededBytes } from '../seeded-csv.js';
import { ask, askJson, type Service } from './api.js';

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

export interface SeededMap {
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
const PAGE = 1_000;
const POLL_EVERY_MS = 250;
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
  readonly #service: Service;
  readonly #made: number[] = [];

  constructor(service: Service) {
    this.#service = service;
  }

  /** @param title title of the maps, to which numbers are added */
  async make(plan: SeedPlan, title: string): Promise<Seeded> {
    const { maps, markersAMap, lanes, small, seed } = plan;
    const filled: SeededMap[] = [];
    for (let i = 0; i < maps; i++) {
      const id = await this.#filledMap(`${title} ${i + 1}`, seed + i, i * markersAMap, markersAMap);
      filled.push({ id, markerIds: await this.#firstIds(id) });
    }
    const laneMapIds: number[] = [];
    for (let i = 0; i < lanes; i++) laneMapIds.push(await this.#emptyMap(`${title}, imports ${i + 1}`));
    const smallMapId = small
      ? await this.#filledMap(`${title}, small`, seed + maps, maps * markersAMap, SMALL_MAP_MARKERS)
      : 0;
    return { maps: filled, laneMapIds, smallMapId };
  }

  /**
   * Markers go first: a deleted map is kept, with its contents, for as long as the service's settings say.
   */
  async remove(): Promise<void> {
    for (let id = this.#made.pop(); id !== undefined; id = this.#made.pop()) {
      await ask(this.#service, `/maps/${id}/markers/bulk`, {
        method: 'DELETE',
        body: { all: true, confirm: true },
      });
      await ask(this.#service, `/maps/${id}`, { method: 'DELETE' });
    }
  }

  async #emptyMap(name: string): Promise<number> {
    const { id } = await askJson<{ id: number }>(this.#service, '/maps', { method: 'POST', body: { name } });
    this.#made.push(id);
    return id;
  }

  async #filledMap(name: string, seed: number, firstNumber: number, rows: number): Promise<number> {
    const id = await this.#emptyMap(name);
    const kind = peopleRows({ firstNumber, change: { every: RARITY, to: RARE_CATEGORY } });
    const body = Buffer.concat([...seededBytes(rows, seed, kind)]);
    interface Job {
      job_id: string;
      status: string;
      added: number;
      error: string | null;
    }
    let job = await askJson<Job>(this.#service, `/maps/${id}/markers/bulk`, { method: 'POST', body });
    while (job.status === 'queued' || job.status === 'processing') {
      await delay(POLL_EVERY_MS);
      job = await askJson<Job>(this.#service, `/jobs/${job.job_id}`);
    }
    if (job.added !== rows)
      throw new CommandError(
        `seeding: ${job.added} of ${rows} rows were added, the job ${job.status}: ${job.error ?? ''}`,
      );
    return id;
  }

  async #firstIds(mapId: number): Promise<number[]> {
    interface Page {
      data: { id: number }[];
      page_info: { next_page_token: string | null };
    }
    const ids: number[] = [];
    for (let token: string | null = ''; token !== null && ids.length < IDS_A_MAP; ) {
      const query: string = token === '' ? '' : `&page_token=${encodeURIComponent(token)}`;
      const page: Page = await askJson(this.#service, `/maps/${mapId}/markers?page_size=${PAGE}${query}`);
      for (const { id } of page.data) ids.push(id);
      token = page.page_info.next_page_token;
    }
    return ids;
  }
}
