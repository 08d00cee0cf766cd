import type pg from 'pg';
import { findMarkers } from '../../store/same-place.js';
import { type CopyLine, readCopyLine } from '../prepare/copy-line.js';
import { linesOf, placesOf } from '../prepare/places.js';
import { LINE_COLUMNS, type PreparedBlock } from '../prepare/prepare-block.js';

/** A row as it would become a marker: its record, its line of COPY text by column, its category and explicit colour. */
export interface SampleRow {
  record: number;
  columns: CopyLine;
}

/** A block as a dry run sees it. Its `lines` are empty: they are needed in the thread only. */
export interface ExaminedBlock extends PreparedBlock {
  /** As in `duplicates/decide.ts`. */
  existing: Float64Array | null;
  samples: SampleRow[];
}

/**
 * Runs on a thread; writes nothing.
 * @param database null when the map has no markers
 * @param sampleRecords records below this number are shown as they would become markers
 */
export async function examineBlock(
  prepared: PreparedBlock,
  mapId: number,
  database: pg.Pool | null,
  sampleRecords: number,
  nowMs: number,
): Promise<ExaminedBlock> {
  const { rows, records } = prepared;
  const isSampled = rows > 0 && records[0]! < sampleRecords;
  const lines = isSampled ? linesOf(prepared) : [];
  const samples: SampleRow[] = [];
  for (let row = 0; row < rows && records[row]! < sampleRecords; row++) {
    samples.push({ record: records[row]!, columns: readCopyLine(lines[row]!, LINE_COLUMNS) });
  }
  const existing = database === null ? null : await findMarkers(database, mapId, placesOf(prepared), nowMs);
  return { ...prepared, lines: new Uint8Array(0), existing, samples };
}
