import { LINE_COLUMNS } from '../../schema/marker-columns.js';
import type pg from '../../store/pg.js';
import type { OverwritingRow } from '../duplicates/overwrite.js';
import { overwritingRow } from '../duplicates/overwriting-row.js';
import { readCopyLine } from '../prepare/copy-line.js';
import { linesOf } from '../prepare/places.js';
import type { PreparedBlock } from '../prepare/prepare-block.js';
import { type Finding, findMet, readMet } from './examine-block.js';
import { APART } from './overwriting-rows.js';

/** A row that is not the only one of the upload on its marker. */
export interface SharingRow {
  record: number;
  /** 0: none. */
  fileLine: number;
  /** Length of its line of COPY text. */
  characters: number;
  incoming: OverwritingRow;
}

export interface SharingRows {
  rows: SharingRow[];
}

/**
 * Runs on a thread; writes nothing.
 * @param database null when the map has no markers
 * @param wanted `marks` by record from `firstRecord`: not 0 for rows to read
 */
export async function sharingRows(
  prepared: PreparedBlock,
  { firstRecord, marks, ...finding }: { firstRecord: number; marks: Uint8Array } & Finding,
  mapId: number,
  database: pg.Pool | null,
  nowMs: number,
): Promise<SharingRows> {
  const lines = linesOf(prepared);
  const existing = new Float64Array(prepared.rows);
  if (database !== null) existing.set(await findMet(database, mapId, prepared, finding, nowMs));
  existing.forEach((_, row) => {
    const mark = marks[prepared.records[row]! - firstRecord]!;
    if (mark === 0 || (mark & APART) !== 0) existing[row] = 0;
  });
  const stored = database === null ? new Map() : await readMet(database, mapId, existing);
  const rows: SharingRow[] = [];
  for (let row = 0; row < prepared.rows; row++) {
    const record = prepared.records[row]!;
    if (marks[record - firstRecord] === 0) continue;
    const values = stored.get(existing[row]!);
    const met = values === undefined ? null : { id: existing[row]!, values };
    const line = lines[row]!;
    const incoming = overwritingRow(
      prepared,
      row,
      readCopyLine(line, LINE_COLUMNS),
      met,
      finding.match ?? null,
    );
    rows.push({ record, fileLine: prepared.fileLines[row]!, characters: line.length, incoming });
  }
  return { rows };
}
