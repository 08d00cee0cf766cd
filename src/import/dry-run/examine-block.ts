import type { ShownChange } from '../../schema/dry-run.js';
import { LINE_COLUMNS, OVERWRITTEN_COLUMNS, PLACED_COLUMNS } from '../../schema/marker-columns.js';
import type { Match } from '../../schema/match.js';
import type pg from '../../store/pg.js';
import { findMarkers, readMarkerColumns } from '../../store/same-place.js';
import { type MapKeys, meetKeys } from '../duplicates/map-keys.js';
import { type Find, meetRejected, meetRows } from '../duplicates/meet-rows.js';
import { meetMarker, ROW_EFFECTS, type RowValues } from '../duplicates/overwrite.js';
import { overwritingRow } from '../duplicates/overwriting-row.js';
import type { ImportOptions } from '../options.js';
import { readCopyLine } from '../prepare/copy-line.js';
import { linesOf } from '../prepare/places.js';
import type { PreparedBlock } from '../prepare/prepare-block.js';
import { changeOf, SHOWN_CHANGES } from './preview-changes.js';
import { type SampleRow, sampleRow } from './sample-row.js';

/** A block as a dry run sees it. Its `lines` are empty: they are needed in the thread only. */
export interface ExaminedBlock extends PreparedBlock {
  /** Same as in `duplicates/decide.ts`. */
  existing: Float64Array | null;
  /**
   * Index in `ROW_EFFECTS` for each row that meets a marker of the map, if no other row of the upload does;
   * null: the import does not overwrite.
   */
  effects: Uint8Array | null;
  samples: SampleRow[];
  /** Markers as a MetBlock has them. */
  metBeside: number[];
  /** How the first rows with such an effect change the markers that they meet. */
  changes: { row: number; change: ShownChange }[];
}

/** How rows find their markers. */
export interface Finding {
  match?: ImportOptions['match'];
  /** Codes of an import that matches by code. */
  codes?: MapKeys | null;
}

export interface Examination extends Finding {
  /** The map has no markers. */
  isEmpty: boolean;
  overwrites: boolean;
  /** Records below this number are shown as they would become markers. */
  sampleRecords: number;
}

/**
 * Runs on a thread; writes nothing.
 * @param database that of the map
 */
export async function examineBlock(
  prepared: PreparedBlock,
  mapId: number,
  database: pg.Pool,
  { isEmpty, overwrites, sampleRecords, ...finding }: Examination,
  nowMs: number,
): Promise<ExaminedBlock> {
  const { rows, records } = prepared;
  const isSampled = rows > 0 && records[0]! < sampleRecords;
  const lines = isSampled || (overwrites && !isEmpty) ? linesOf(prepared) : [];
  const samples: SampleRow[] = [];
  for (let row = 0; row < rows && records[row]! < sampleRecords; row++) {
    samples.push(sampleRow(records[row]!, lines[row]!));
  }
  const alike: number[] = [];
  const existing = isEmpty ? null : await findMet(database, mapId, prepared, finding, nowMs, alike);
  const { effects, changes } =
    overwrites && existing !== null
      ? effectsOf(prepared, lines, existing, await readMet(database, mapId, existing), finding.match ?? null)
      : { effects: null, changes: [] };
  const metByRejected = await meetRejected(findIn(database, mapId), prepared, finding, nowMs);
  const shown = { ...prepared, lines: new Uint8Array(0), rejectedRows: null };
  return { ...shown, existing, effects, samples, metBeside: [...alike, ...metByRejected], changes };
}

const findIn =
  (database: pg.Pool, mapId: number): Find =>
  (places, nowMs, without, alike) =>
    findMarkers(database, mapId, places, nowMs, without, alike);

/** Markers that rows meet, as `BlockKeys.existing`. @param alike as of `meetRows` */
export function findMet(
  database: pg.Pool,
  mapId: number,
  prepared: PreparedBlock,
  { match = null, codes = null }: Finding,
  nowMs: number,
  alike?: number[],
): Promise<Float64Array> {
  const existing = codes && meetKeys(codes, prepared);
  return meetRows(findIn(database, mapId), { ...prepared, existing }, match, nowMs, alike);
}

/** Values of the markers that rows meet, by id. */
export const readMet = (
  database: pg.Pool,
  mapId: number,
  existing: Float64Array,
): Promise<ReadonlyMap<number, RowValues>> =>
  readMarkerColumns(
    database,
    mapId,
    [...new Set(existing)].filter((id) => id > 0),
    [...OVERWRITTEN_COLUMNS, ...PLACED_COLUMNS],
  );

function effectsOf(
  prepared: PreparedBlock,
  lines: readonly string[],
  existing: Float64Array,
  stored: ReadonlyMap<number, RowValues>,
  match: Match | null,
): Pick<ExaminedBlock, 'changes'> & { effects: Uint8Array } {
  const effects = new Uint8Array(prepared.rows);
  const changes: ExaminedBlock['changes'] = [];
  existing.forEach((id, row) => {
    const values = stored.get(id);
    if (values === undefined) return;
    const line = readCopyLine(lines[row]!, LINE_COLUMNS);
    const incoming = overwritingRow(prepared, row, line, { id, values }, null);
    const { effect, next } = meetMarker(values, incoming);
    effects[row] = ROW_EFFECTS.indexOf(effect);
    if ((effect === 'updated' || effect === 'became pin') && changes.length < SHOWN_CHANGES)
      changes.push({ row, change: changeOf(id, values, next, match) });
  });
  return { effects, changes };
}
