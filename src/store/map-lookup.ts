import type pg from 'pg';
import { openThreadPool } from './thread-pool.js';

/** What the duplicate rule looks at, by column. */
export interface PlaceColumns {
  names: string[];
  lats: string[];
  lngs: string[];
  cells: string[];
}

/** Asks a map which rows of a block it has already, as `merge_staged` would find them, without writing anything. */
export class MapLookup {
  readonly #pool: pg.Pool;

  constructor(databaseUrl: string) {
    this.#pool = openThreadPool(databaseUrl, 1);
  }

  /** @returns 1 for each row that the map has */
  async find(mapId: number, { names, lats, lngs, cells }: PlaceColumns): Promise<Uint8Array> {
    const found = new Uint8Array(names.length);
    if (names.length === 0) return found;
    // LIMIT 1 keeps the planner from hashing the whole map: a row costs one look into the index (map_id, cell).
    const { rows } = await this.#pool.query<{ at: string }>(
      `SELECT r.at FROM unnest($2::text[], $3::float8[], $4::float8[], $5::bigint[]) WITH ORDINALITY r (name, lat, lng, cell, at)
       CROSS JOIN LATERAL (
         SELECT FROM markers m WHERE m.map_id = $1 AND m.cell = r.cell
           AND same_place(m.name, m.lat, m.lng, r.name, r.lat, r.lng) LIMIT 1) m`,
      [mapId, names, lats, lngs, cells],
    );
    for (const { at } of rows) found[Number(at) - 1] = 1;
    return found;
  }
}
