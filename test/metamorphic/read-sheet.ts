import { CsvBlockCutter } from '../../src/format/csv-blocks.js';
import type { Geodata } from '../../src/geo/geodata.js';
import { type BulkMeta, completeOptions } from '../../src/import/options.js';
import { placerOf } from '../../src/import/place/placer-of.js';
import { readCopyLine } from '../../src/import/prepare/copy-line.js';
import { linesOf } from '../../src/import/prepare/places.js';
import {
  type PrepareContext,
  type PreparedBlock,
  prepareBlock,
} from '../../src/import/prepare/prepare-block.js';
import { readReasons } from '../../src/import/rows/rejections.js';
import type { ImportPlan } from '../../src/import/task.js';
import { KEY_WORDS } from '../../src/markers/duplicate-key.js';
import type { ColumnMapping } from '../../src/schema/job.js';
import { LINE_COLUMNS } from '../../src/schema/marker-columns.js';
import { loadGeodata } from '../../src/world/geodata/load.js';
import { recogniseTable } from '../support/recognise-table.js';
import { csvOf, type Sheet } from './spreadsheets.js';

/** Shared by all sheets that are read without one of their own. */
const shared = await loadGeodata();
const { names } = placerOf(shared);

/**
 * Outcome of each record, by its number, as text: the marker with its duplicate key, or why it is rejected.
 */
export type Outcomes = string[];

/** How the columns of a sheet are read. */
export const mappingOf = async ({ headers, rows, options = {} }: Sheet): Promise<ColumnMapping[]> =>
  (await recogniseTable(headers, rows, options, { names })).mapping;

interface ReadOptions {
  targetBytes?: number;
  geodata?: Geodata;
}

/** Cuts the sheet into blocks of about that size, and prepares each as an import does. */
function preparedOf(
  sheet: Sheet,
  mapping: ColumnMapping[],
  { targetBytes = 1 << 20, geodata = shared }: ReadOptions = {},
): PreparedBlock[] {
  const bytes = Buffer.from(csvOf(sheet));
  const cutter = new CsvBlockCutter({ delimiter: ',', preambleBytes: 0, targetBytes, maxColumns: 1000 });
  const blocks = [...cutter.push(bytes), ...cutter.finish()];
  const plan: ImportPlan = {
    format: 'csv',
    encoding: 'utf-8',
    delimiter: ',',
    mapping,
    options: completeOptions(sheet.options ?? {}),
  };
  return blocks.map((block) =>
    prepareBlock(bytes.subarray(block.startByte, block.endByte), block, contextOf(plan, geodata)),
  );
}

export function outcomesOf(sheet: Sheet, mapping: ColumnMapping[], options?: ReadOptions): Outcomes {
  const outcomes: Outcomes = [];
  for (const block of preparedOf(sheet, mapping, options)) collect(block, outcomes);
  return outcomes;
}

/** Number of rows that are rejected, or placed with a contradiction. */
export const doubtedRows = (sheet: Sheet, mapping: ColumnMapping[]): number =>
  preparedOf(sheet, mapping).reduce(
    (sum, { rejections, placed }) => sum + rejections.records.length + placed.contradictions.rows,
    0,
  );

/** Outcomes of a JSON upload. */
export function outcomesOfJson(markers: unknown[], meta: BulkMeta = {}): Outcomes {
  const bytes = Buffer.from(JSON.stringify(markers).slice(1, -1));
  const block = {
    index: 0,
    startByte: 0,
    endByte: bytes.length,
    firstRecord: 0,
    records: markers.length,
    firstLine: 1,
  };
  const options = completeOptions(meta);
  const plan: ImportPlan = { format: 'json', encoding: 'utf-8', delimiter: '', mapping: [], options };
  const outcomes: Outcomes = [];
  collect(prepareBlock(bytes, block, contextOf(plan, shared)), outcomes);
  return outcomes;
}

const contextOf = (plan: ImportPlan, geodata: Geodata): PrepareContext => ({
  plan,
  mapId: 1,
  firstMarkerId: 0,
  palette: new Set(['red', 'blue']),
  seed: new Uint32Array(KEY_WORDS),
  geodata,
});

function collect(prepared: PreparedBlock, outcomes: Outcomes): void {
  const { records, styleOf, styles, keys, rejections } = prepared;
  linesOf(prepared).forEach((line, row) => {
    const { map_id, id, written, lat, lng, custom_fields, extras, ...columns } = readCopyLine(
      line,
      LINE_COLUMNS,
    );
    outcomes[records[row]!] = JSON.stringify({
      ...columns,
      // 13.40 and 13.4 are one number.
      lat: Number(lat),
      lng: Number(lng),
      category: styles.categories[styleOf[row]!],
      color: styles.colors[styleOf[row]!],
      custom_fields: sorted(custom_fields),
      extras: sorted(extras),
      key: Array.from(keys.subarray(row * KEY_WORDS, (row + 1) * KEY_WORDS)),
    });
  });
  const reasons = readReasons(rejections);
  rejections.records.forEach((record, i) => {
    outcomes[record] = JSON.stringify(reasons[rejections.reasonOf[i]!]);
  });
}

/** Members in the order of their names: columns may stand in any order. */
const sorted = (json: string | null): unknown =>
  json === null ? null : Object.entries(JSON.parse(json) as object).sort(([a], [b]) => (a < b ? -1 : 1));
