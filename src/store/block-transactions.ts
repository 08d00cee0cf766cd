import { pipeline } from 'node:stream/promises';
import {
  CHANGED_COLUMNS,
  columnsWith,
  UPDATED_BY_CODE,
  type UpdatedColumn,
  type UpdatedRows,
} from '../schema/marker-columns.js';
import { BRANCH_MEMBERS, MAX_CUSTOM_FIELDS, MAX_CUSTOM_FIELDS_BYTES } from '../schema/marker-terms.js';
import { LOCATION_CODE, type Match } from '../schema/match.js';
import type { Alike, PlaceTexts } from '../schema/place-texts.js';
import type { RowHashes } from '../schema/row-hashes.js';
import { markerCodeSql } from './coded-markers.js';
import type pg from './pg.js';
import { copyFrom } from './pg.js';
import {
  compareKnown,
  compareMarkers,
  findMarkers,
  hasOtherMarkers,
  type OwnIds,
  readMarkerColumns,
} from './same-place.js';
import { BY_INDEX, openThreadPool } from './thread-pool.js';
import { isTransient } from './transient.js';
import { WRITTEN_NOW } from './written.js';

/** Job of a block; `lease` fences its writes. */
export interface BlockOwner {
  jobId: string;
  lease: number;
  mapId: number;
  block: number;
}

/** Ledger row of a block (columns of import_blocks), and the changes of the map's counts. */
export interface BlockRecord {
  moreMarkers: number;
  moreAreas: number;
  columns: Record<string, unknown>;
}

/**
 * `done` also when an earlier try had committed the block; `fenced` when the lease is lost and nothing was
 * written; `unavailable` when the database was unreachable or failed transiently. Values, because errors lose
 * their members on the way from a thread. `isRefused`: the database refused a value of some row.
 */
export type BlockResult =
  | { outcome: 'done' | 'fenced' }
  | { outcome: 'unavailable' | 'failed'; reason: string; isRefused?: boolean };

/**
 * SQLSTATE class of values that a column cannot hold.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const DATA_EXCEPTION = /^22/;
const isDataException = (error: unknown): boolean =>
  DATA_EXCEPTION.test(String((error as { code?: unknown }).code ?? ''));

export function failureOf(error: unknown): BlockResult & { outcome: 'unavailable' | 'failed' } {
  const outcome = isTransient(error) ? 'unavailable' : 'failed';
  const reason = (error as Error).message || String(error);
  return { outcome, reason, ...(isDataException(error) && { isRefused: true }) };
}

/** The block may exist already: unique_violation, or internal_error when Citus forwarded the COPY. */
const REPEATED = new Set(['23505', 'XX000']);
const LEASE_LOST = 'CL001';

/**
 * Writes each block exactly once, in one transaction with its ledger row, whichever side fails.
 */
export class BlockTransactions {
  readonly #pool: pg.Pool;

  constructor(databaseUrl: string, maxConnections: number) {
    this.#pool = openThreadPool(databaseUrl, maxConnections);
  }

  /** Opens a connection before the first block. */
  async connect(): Promise<void> {
    (await this.#pool.connect()).release();
  }

  /** @param work writes everything but the ledger; may be repeated after a failure */
  async run(owner: BlockOwner, work: (writes: BlockWrites) => Promise<BlockRecord>): Promise<BlockResult> {
    try {
      return { outcome: await this.#tryRun(owner, work) };
    } catch (error) {
      return failureOf(error);
    }
  }

  /**
   * Writes and rolls back.
   * @returns the reason why the database refuses a value; null when it accepts all
   * @throws other errors
   */
  async refusalOf(
    { jobId, lease, mapId }: BlockOwner,
    work: (writes: BlockWrites) => Promise<unknown>,
  ): Promise<string | null> {
    const client = await this.#pool.connect();
    let broken = true;
    try {
      await this.#begin(client, jobId, lease);
      const refusal = await work(new BlockWrites(client, mapId)).then(
        () => null,
        (error) => {
          if (isDataException(error)) return (error as Error).message;
          throw error;
        },
      );
      await client.query('ROLLBACK');
      broken = false;
      return refusal;
    } finally {
      client.release(broken);
    }
  }

  /**
   * Sets the connection's name, by which next_job ends a holder without a lease, and takes the transaction's
   * number, by which settle_expired finds uncommitted markers.
   */
  async #begin(client: pg.PoolClient, jobId: string, lease: number): Promise<void> {
    await client.query(
      `BEGIN; SET LOCAL application_name = 'cartload ${jobId} ${lease}'; SELECT pg_current_xact_id(); ${BY_INDEX}`,
    );
  }

  async #tryRun(
    owner: BlockOwner,
    work: (writes: BlockWrites) => Promise<BlockRecord>,
  ): Promise<'done' | 'fenced'> {
    const { jobId, lease } = owner;
    const client = await this.#pool.connect();
    let broken = true;
    try {
      await this.#begin(client, jobId, lease);
      const writes = new BlockWrites(client, owner.mapId);
      const { moreMarkers, moreAreas, columns } = await work(writes);
      await writes.keepChanges(owner);
      await client.query('SELECT record_block($1, $2, $3, $4, $5, $6)', [
        jobId,
        lease,
        moreMarkers,
        moreAreas,
        JSON.stringify({ ...columns, block: owner.block }),
        JSON.stringify(writes.changes),
      ]);
      await client.query('COMMIT');
      broken = false;
      return 'done';
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === LEASE_LOST) return 'fenced';
      // An earlier try may have committed, and its answer got lost.
      if (code !== undefined && REPEATED.has(code) && (await this.#isCommitted(owner))) return 'done';
      throw error;
    } finally {
      // Destroying the connection rolls back in any state.
      client.release(broken);
    }
  }

  /**
   * Also records the map's markers as changed: with Citus the change notes lie on another server and may not
   * have been committed.
   */
  async #isCommitted({ jobId, mapId, block }: BlockOwner): Promise<boolean> {
    const { rows } = await this.#pool.query(
      'SELECT FROM import_blocks WHERE map_id = $1 AND job_id = $2 AND block = $3',
      [mapId, jobId, block],
    );
    if (rows.length === 0) return false;
    await this.#pool.query('SELECT note_markers($1, NULL, false)', [mapId]);
    return true;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** SQL: a column with the merged object, which both statements work out once a row. */
const merged = (column: string): string => `merged_${column}`;
/** SQL: names of the members that the row removes. */
const removedOf = (column: string): string =>
  `ARRAY(SELECT jsonb_array_elements_text(r.removed -> '${column}'))`;
/**
 * SQL: the row's object merged into that of a marker; equal to the marker's text when nothing changes. Both
 * are parsed once: what takes most of the time of a change.
 */
const mergedJson = (marker: string, column: string): string => `
  CASE WHEN r.removed IS NOT NULL AND ${marker}.${column}::jsonb ?| ${removedOf(column)}
       THEN nullif(((${marker}.${column}::jsonb - ${removedOf(column)}) || coalesce(r.${column}::jsonb, '{}'))::text, '{}')
       WHEN r.${column} IS NULL OR r.${column} = ${marker}.${column}::text THEN ${marker}.${column}::text
       WHEN ${marker}.${column} IS NULL THEN r.${column}
       ELSE (SELECT CASE WHEN j.old @> j.new THEN ${marker}.${column}::text ELSE (j.old || j.new)::text END
             FROM (SELECT ${marker}.${column}::jsonb AS old, r.${column}::jsonb AS new OFFSET 0) j) END`;
const KEPT = columnsWith('change', 'kept');
const JSONS: readonly string[] = columnsWith('change', 'merged');
/** SQL: the objects of a marker, merged with the row's, by the names of `merged`. */
const mergedColumns = (marker: string): string =>
  JSONS.map((column) => `${mergedJson(marker, column)} AS ${merged(column)}`).join();
/** SQL: true when the row removes the column. */
const isRemoved = (column: string): string =>
  `(r.${column} IS NULL AND coalesce(r.removed -> 'columns' ? '${column}', false))`;
const next = (column: string): string =>
  `CASE WHEN ${isRemoved(column)} THEN NULL${column === 'country' ? KEEPS_COUNTRY : ''} ELSE coalesce(r.${column}, m.${column}) END`;
/** The marker's own country counts more than the default of the import, unless the row removes it. */
const KEEPS_COUNTRY = ` WHEN r.implies_country AND m.country IS NOT NULL
  AND NOT coalesce(r.removed -> 'columns' ? 'country', false) THEN m.country`;
/** A colour from the legend replaces the marker's colour only together with a new category. */
const COLOR = `CASE WHEN r.color IS NULL OR (r.derives_color AND m.category IS NOT DISTINCT FROM r.category) THEN m.color ELSE r.color END`;
/** The marker's own radius counts more than the default of the import. */
const RADIUS = 'CASE WHEN r.implies_radius AND m.radius IS NOT NULL THEN m.radius ELSE r.radius END';
/** The row has its own place, and an address that differs from the one in the marker's address key. */
const MOVES_ADDRESS = BRANCH_MEMBERS.map(
  (column) => `lower(btrim(m.${column})) IS DISTINCT FROM lower(btrim(${next(column)}))`,
).join(' OR ');

/**
 * SQL: what was changed in the marker `m`, which was `old`: columns of a row of import_changes, and the
 * drive-time area that it had, which an undo needs. As one object of all columns without its nulls, the
 * changes take twice the time; with name and code in one JSON text, keeping them takes half as long again.
 */
function changeOf(old: string, match: Match): string {
  const changes = [...CHANGED_COLUMNS, 'updated_at'].map((column) => {
    const [before, after] = JSONS.includes(column)
      ? [`${old}.${column}::text`, `m.${column}::text`]
      : [`${old}.${column}`, `m.${column}`];
    return `CASE WHEN ${before} IS DISTINCT FROM ${after} THEN '"${column}":' || json_build_array(${old}.${column}, m.${column})::text END`;
  });
  return `m.id AS of_id, m.name AS of_name, ${markerCodeSql('m', match)} AS of_code, concat('{', concat_ws(',', ${changes.join()}), '}') AS changes,
    CASE WHEN ${old}.area IS DISTINCT FROM m.area THEN ${old}.area END AS left_area`;
}
/** SQL: the changes of all, of what returns `changeOf`. */
const CHANGES_OF_ALL = `array_agg(of_id)::text AS changed, array_agg(of_name)::text AS names, array_agg(of_code)::text AS codes,
    array_agg(changes)::text AS changes, (array_agg(left_area) FILTER (WHERE left_area IS NOT NULL))::text AS areas_left`;

/** Changes of markers, a PostgreSQL array for each column; null: there are none. */
interface Changes {
  changed: string | null;
  names: string | null;
  codes: string | null;
  changes: string | null;
  areas_left: string | null;
}

/** Parameters before the columns: the map, what joins texts, and what stands for null. */
const BASE_PARAMETERS = 3;

/**
 * SQL: rows `r`, ordered by id, which is the lock order of markers.
 * @param differing columns of texts joined by $2 ($3: null), in the parameters behind these
 * @param shared columns with one value for all rows, in the parameters behind the former: the planner knows
 * them and leaves out what they decide
 */
function rowsOf(differing: readonly UpdatedColumn[], shared: readonly UpdatedColumn[]): string {
  const arrays = differing.map(
    (column, i) => `string_to_array($${BASE_PARAMETERS + 1 + i}, $2, $3)::${UPDATED_BY_CODE[column]}[]`,
  );
  const values = shared.map(
    (column, i) =>
      `, $${BASE_PARAMETERS + 1 + differing.length + i}::${UPDATED_BY_CODE[column]} AS ${column}`,
  );
  return `
  o AS MATERIALIZED (SELECT * FROM unnest(${arrays.join()}) o (${differing.join()}) ORDER BY id),
  r AS (SELECT o.*${values.join('')} FROM o)`;
}
/** Ways in which rows change markers. */
interface Meeting {
  /** Tells whether the marker is that of its row still. */
  isOfRow: string;
  set: string;
  changes: string;
  /** The code by which changes tell the marker. */
  match: Match;
}

const ADDRESS_KEY = `CASE WHEN m.address_key IS NOT NULL AND r.address_key IS NULL AND (${MOVES_ADDRESS}) THEN NULL ELSE m.address_key END`;
const SET = `updated_at = statement_timestamp(), written = ${WRITTEN_NOW}, color = ${COLOR},
  type = r.type, radius = ${RADIUS}, region_source = r.region_source, area = r.area,
  ${KEPT.map((column) => `${column} = ${next(column)}`).join()},
  ${JSONS.map((column) => `${column} = ${merged(column)}::json`).join()}`;
/** True when the row changes the marker (docs/decisions.md#unchanged-rows). */
const CHANGES = [
  `m.type <> r.type OR m.radius IS DISTINCT FROM ${RADIUS} OR m.region_source IS DISTINCT FROM r.region_source`,
  'm.area IS DISTINCT FROM r.area',
  `m.color IS DISTINCT FROM ${COLOR}`,
  ...KEPT.map((column) => `m.${column} IS DISTINCT FROM ${next(column)}`),
  ...JSONS.map((column) => `m.${column}::text IS DISTINCT FROM ${merged(column)}`),
].join(' OR ');

/**
 * A marker that was moved or renamed since it was found no longer matches the row. It is looked for by its
 * id, not in the index of cells: thousands may have one.
 */
const BY_PLACE: Meeting = {
  isOfRow: 'm.cell IS NOT DISTINCT FROM r.cell AND btrim(m.name) = btrim(r.name)',
  set: `${SET}, address_key = ${ADDRESS_KEY}`,
  changes: CHANGES,
  match: LOCATION_CODE,
};

const MOVES = 'coalesce(m.cell <> r.cell, false)';
const RENAMES = 'coalesce(btrim(m.name) <> btrim(r.name), false)';

/**
 * Rows may name and place the marker anew, which has another code if somebody changed that since it was
 * found.
 */
const byCode = (match: Match): Meeting => ({
  isOfRow: `${markerCodeSql('m', match)} = coalesce(r.code, ${markerCodeSql('r', match, '::json')})`,
  set: `${SET}, name = CASE WHEN ${RENAMES} THEN r.name ELSE m.name END,
  ${['lat', 'lng', 'cell'].map((column) => `${column} = CASE WHEN ${MOVES} THEN r.${column} ELSE m.${column} END`).join()},
  address_key = CASE WHEN r.name IS NOT NULL THEN r.address_key ELSE ${ADDRESS_KEY} END`,
  changes: `${MOVES} OR ${RENAMES} OR ${CHANGES}`,
  match,
});

/** `"":"x"` with a comma or brace. */
const LEAST_BYTES_OF_FIELD = 7;
const membersOf = (object: string): string => `(SELECT count(*) FROM json_object_keys(${object}::json))`;

/**
 * True when the merged marker would exceed its limits, as each upload could add to it. Short texts are not
 * merged for the check; jsonb writes two spaces for a member, which has at least six bytes.
 * @param customFields the merged object
 */
const tooLong = (
  customFields: string,
): string => `(coalesce(2 * (octet_length(m.custom_fields::text) + octet_length(r.custom_fields)) > ${MAX_CUSTOM_FIELDS_BYTES}
  AND octet_length(${customFields}) > greatest(${MAX_CUSTOM_FIELDS_BYTES}, octet_length(m.custom_fields::text)), false)
  OR coalesce(octet_length(m.custom_fields::text) + octet_length(r.custom_fields) > ${LEAST_BYTES_OF_FIELD * MAX_CUSTOM_FIELDS}
  AND ${membersOf(customFields)} > greatest(${MAX_CUSTOM_FIELDS}, ${membersOf('m.custom_fields')}), false))`;

/**
 * Overwrites markers whose type and expiry stay, so that they count as before, and that nobody else changes
 * meanwhile, so that the row of the snapshot, `o`, is the one that is changed; address, custom fields and
 * extras merge by member (docs/decisions.md#json). A concurrent write is neither lost nor undone, as
 * conditions and values are computed on the current marker. The legend's lock is not held here, as its
 * colours were settled before. CASE keeps conditions on the marker together with its row, and the one that
 * takes long by the planner's reckoning, though it is seldom worked out, keeps it from comparing each marker
 * of a map that it takes for small with all rows.
 * @returns ids of changed markers, and what was changed in them
 */
const update = (rows: string, { isOfRow, set, changes, match }: Meeting): string => `
  WITH ${rows}, written AS (
    UPDATE markers m SET ${set} FROM r CROSS JOIN LATERAL (
      SELECT s.*, s.xmin AS version, ${mergedColumns('s')} FROM markers s WHERE s.map_id = $1 AND s.id = r.id LIMIT 1) o
      WHERE m.map_id = $1 AND m.id = r.id AND m.xmin = o.version AND ${isOfRow} AND CASE WHEN m.id = r.id THEN m.type = r.type
      AND m.expires_at IS NOT DISTINCT FROM ${next('expires_at')} AND NOT ${tooLong(`(${mergedJson('m', 'custom_fields')})`)} END AND (${changes}) RETURNING ${changeOf('o', match)})
  SELECT ${CHANGES_OF_ALL} FROM written`;

/** SQL: the times of a column that are not null. */
const expiries = (column: string, condition: string): string =>
  `json_agg(${column}) FILTER (WHERE ${column} IS NOT NULL AND ${condition})`;

/**
 * Handles the markers that `update` leaves: unchanged ones, ones with a new type or expiry, ones that would
 * be too long, and missing ones. Locks them first, to know their old state.
 */
const updateLocked = (rows: string, { isOfRow, set, changes, match }: Meeting): string => `
  WITH ${rows}, locked AS MATERIALIZED (
    SELECT r.*, ${JSONS.map((column) => `m.${merged(column)}`).join()}, m.old, m.old_type, m.old_expires_at, m.new_expires_at,
           m.differs AND NOT m.too_long AS changes, m.differs AND m.too_long AS too_long
    FROM r CROSS JOIN LATERAL (
      SELECT m.*, m.type AS old_type, m.expires_at AS old_expires_at, ${next('expires_at')} AS new_expires_at, (${changes}) AS differs, ${tooLong(merged('custom_fields'))} AS too_long
      FROM (SELECT m AS old, m.*, ${mergedColumns('m')} FROM markers m
            WHERE m.map_id = $1 AND m.id = r.id AND ${isOfRow} FOR NO KEY UPDATE) m) m
  ), written AS (
    UPDATE markers m SET ${set} FROM locked r WHERE r.changes AND m.map_id = $1 AND m.id = r.id
    RETURNING ${changeOf('(r.old)', match)})
  SELECT * FROM (SELECT ${CHANGES_OF_ALL} FROM written) w, (SELECT string_agg(id::text, ',') AS ids, string_agg(CASE WHEN too_long THEN 'too long' WHEN changes THEN 'changed' ELSE 'unchanged' END, ',') AS outcomes,
    coalesce(sum(is_area(type)::integer - is_area(old_type)::integer) FILTER (WHERE changes), 0)::integer AS areas,
    (count(*) FILTER (WHERE changes AND type = 'pin' AND old_type <> 'pin'))::integer AS "becamePins",
    ${expiries('old_expires_at', 'changes')} AS "leftAt", ${expiries('old_expires_at', 'changes AND is_area(old_type)')} AS "areasLeftAt",
    ${expiries('new_expires_at', 'changes')} AS "cameAt",
    ${expiries('new_expires_at', 'changes AND is_area(type)')} AS "areasCameAt"
  FROM locked) l`;

type Expiries = Record<'leftAt' | 'areasLeftAt' | 'cameAt' | 'areasCameAt', string[] | null>;

/** Outcome of overwriting a marker. */
export type Overwritten = 'changed' | 'unchanged' | 'too long';

/** Writes of a block's transaction. */
export class BlockWrites {
  /** Changes of existing markers: `writes` of record_block (sql/functions/imports.sql). */
  readonly changes = {
    changed: [] as number[],
    removed: [] as number[],
    leftAt: [] as string[],
    areasLeftAt: [] as string[],
    cameAt: [] as string[],
    areasCameAt: [] as string[],
  };
  /** Rows of import_changes. */
  readonly #kept: Changes[] = [];

  constructor(
    readonly client: pg.PoolClient,
    readonly mapId: number,
  ) {}

  hasOtherMarkers(own: OwnIds | null): Promise<boolean> {
    return hasOtherMarkers(this.client, this.mapId, own);
  }

  findMarkers(
    places: PlaceTexts,
    nowMs?: number,
    without: Match | null = null,
    alike?: Alike[],
  ): Promise<Float64Array> {
    return findMarkers(this.client, this.mapId, places, nowMs, without, alike);
  }

  compareMarkers(
    places: PlaceTexts,
    rows: RowHashes,
    nowMs?: number,
    alike?: Alike[],
  ): Promise<{ found: Float64Array; agrees: Uint8Array }> {
    return compareMarkers(this.client, this.mapId, places, rows, nowMs, alike);
  }

  compareKnown(ids: Float64Array, rows: RowHashes, nowMs?: number): ReturnType<typeof compareKnown> {
    return compareKnown(this.client, this.mapId, ids, rows, nowMs);
  }

  readColumns<Column extends string>(
    ids: readonly number[],
    columns: readonly Column[],
  ): Promise<Map<number, Record<Column, string | null>>> {
    return readMarkerColumns(this.client, this.mapId, ids, columns);
  }

  /** @param lines COPY text with `columns` in their order */
  async copy(lines: Uint8Array, columns: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    await pipeline([lines], this.client.query(copyFrom(`COPY markers (${columns.join()}) FROM STDIN`)));
  }

  /**
   * Overwrites markers; null keeps the old value, except for type, radius and area; a default radius counts
   * where the marker has none. Arrays by column take 14 ms for 5,500 rows, JSON 27 ms.
   * @param ids of the markers
   * @param rowsOf the rows of some of them, by their indexes among `ids`
   * @param match the code by which the rows know their markers; null: by their places
   * @returns outcomes of the markers that exist, the change of the count of areas, and the number of areas
   * and circles that became pins
   */
  async update(
    ids: readonly number[],
    rowsOf: (at: readonly number[]) => UpdatedRows,
    match: Match | null = null,
  ): Promise<{ overwritten: Map<number, Overwritten>; areas: number; becamePins: number }> {
    const overwritten = new Map<number, Overwritten>();
    if (ids.length === 0) return { overwritten, areas: 0, becamePins: 0 };
    const meeting = match === null ? BY_PLACE : byCode(match);
    const first = await this.#update<Changes>(update, meeting, rowsOf([...ids.keys()]));
    for (const id of this.#keep(first)) {
      overwritten.set(id, 'changed');
      this.changes.changed.push(id);
    }
    const left = ids.flatMap((id, at) => (overwritten.has(id) ? [] : [at]));
    if (left.length === 0) return { overwritten, areas: 0, becamePins: 0 };
    const {
      ids: found,
      outcomes,
      areas,
      becamePins,
      leftAt,
      areasLeftAt,
      cameAt,
      areasCameAt,
      ...changes
    } = await this.#update<
      Changes &
        Expiries & {
          ids: string | null;
          outcomes: string;
          areas: number;
          becamePins: number;
        }
    >(updateLocked, meeting, rowsOf(left));
    const outcomeOf = found === null ? [] : (outcomes.split(',') as Overwritten[]);
    for (const [i, id] of (found?.split(',') ?? []).entries()) overwritten.set(Number(id), outcomeOf[i]!);
    this.#tell({ leftAt, areasLeftAt, cameAt, areasCameAt });
    this.changes.changed.push(...this.#keep(changes));
    return { overwritten, areas, becamePins };
  }

  /** @returns ids of the markers */
  #keep(changes: Changes): number[] {
    if (changes.changed === null) return [];
    this.#kept.push(changes);
    return changes.changed.slice(1, -1).split(',').map(Number);
  }

  /** Lists what was changed, for the ledger. */
  async keepChanges({ jobId, mapId, block }: BlockOwner): Promise<void> {
    for (const { changed, names, codes, changes, areas_left: areas } of this.#kept) {
      await this.client.query(
        `INSERT INTO import_changes (job_id, map_id, block, marker_id, name, code, changes)
         SELECT $1, $2, $3, r.id, r.name, r.code, r.changes::json
         FROM unnest($4::bigint[], $5::text[], $6::text[], $7::text[]) r (id, name, code, changes)`,
        [jobId, mapId, block, changed, names, codes, changes],
      );
      if (areas !== null) await this.client.query('SELECT protect_areas($1)', [areas]);
    }
  }

  #tell(times: Partial<Expiries>): void {
    for (const [which, list] of Object.entries(times) as [keyof Expiries, string[] | null][])
      this.changes[which].push(...(list ?? []));
  }

  async #update<Result extends object>(
    statement: (rows: string, meeting: Meeting) => string,
    meeting: Meeting,
    { differing, shared, separator, nothing }: UpdatedRows,
  ): Promise<Result> {
    const { rows: results } = await this.client.query<Result>(
      statement(rowsOf([...differing.keys()], [...shared.keys()]), meeting),
      [this.mapId, separator, nothing, ...differing.values(), ...shared.values()],
    );
    return results[0]!;
  }

  /**
   * Removes expired markers that still exist, and keeps them for an undo. The list of changes leaves them
   * out, as no client saw them any more.
   * @returns numbers of removed markers and areas
   */
  async removeExpired(ids: readonly number[]): Promise<{ markers: number; areas: number }> {
    if (ids.length === 0) return { markers: 0, areas: 0 };
    const { rows } = await this.client.query<
      Changes & Pick<Expiries, 'leftAt' | 'areasLeftAt'> & { markers: number; areas: number }
    >(
      `WITH gone AS (
         DELETE FROM markers m WHERE m.map_id = $1 AND m.id = ANY ($2::bigint[])
         RETURNING m.id AS of_id, m.name AS of_name, m.extras ->> 'location_code' AS of_code, is_area(m.type) AS is_area, m.expires_at,
                   json_build_object('deleted', to_json(m), 'expired', true)::text AS changes, m.area AS left_area)
       SELECT count(*)::integer AS markers, (count(*) FILTER (WHERE is_area))::integer AS areas, ${CHANGES_OF_ALL},
              ${expiries('expires_at', 'true')} AS "leftAt", ${expiries('expires_at', 'is_area')} AS "areasLeftAt" FROM gone`,
      [this.mapId, ids],
    );
    const { markers, areas, leftAt, areasLeftAt, ...changes } = rows[0]!;
    this.changes.removed.push(...this.#keep(changes));
    this.#tell({ leftAt, areasLeftAt });
    return { markers, areas };
  }
}
