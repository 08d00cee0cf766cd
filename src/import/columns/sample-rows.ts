import type { Block } from '../../format/block.js';
import { restoreFormula } from '../../format/cells/formula.js';
import { decodeBlock, type SpoolEncoding } from '../../format/encoding.js';
import { parseJsonBlock } from '../../format/json-blocks.js';
import { parseRecords } from '../../format/records.js';

/** The first rows of an upload as a table. */
export interface SampleTable {
  headers: string[];
  rows: string[][];
}

export interface SampleFields extends SampleTable {
  /** Rows of markers without members of their own that say where they are. */
  unplaced: string[][];
}

const MAX_ROWS = 200;
/** Most cells of a sample: very wide tables give fewer rows, 5 at least. */
const MAX_CELLS = 40_000;
/** Characters of a cell: what it is shows at its beginning. */
const MAX_CELL = 300;

const rowsFor = (columns: number): number =>
  Math.max(5, Math.min(MAX_ROWS, Math.floor(MAX_CELLS / Math.max(1, columns))));

/** @param bytes of the first block of a CSV upload */
export function sampleCsv(
  bytes: Buffer,
  block: Block,
  { encoding, delimiter }: { encoding: SpoolEncoding; delimiter: string },
  columns: number,
): string[][] {
  if (block.oversize) return [];
  const text = decodeBlock(bytes, encoding);
  const cells = parseRecords(text, { delimiter, ...block }).cells.slice(0, rowsFor(columns));
  return cells.map((row) => row.slice(0, columns).map((cell) => restoreFormula(cell).slice(0, MAX_CELL)));
}

/** The custom fields of the first markers of a JSON upload, as a table with a column for each key. */
export function sampleCustomFields(bytes: Buffer, block: Block, maxColumns: number): SampleFields {
  if (block.oversize) return { headers: [], rows: [], unplaced: [] };
  const elements = parseJsonBlock(decodeBlock(bytes, 'utf-8')).slice(0, MAX_ROWS);
  const fields = elements.map((element) => {
    const given = (element as { custom_fields?: unknown } | null)?.custom_fields;
    return typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
  });
  const headers = [...new Set(fields.flatMap(Object.keys))].slice(0, maxColumns);
  const rows = fields.slice(0, rowsFor(headers.length)).map((given) =>
    headers.map((key) => {
      const value = Object.hasOwn(given, key) ? given[key] : '';
      return typeof value === 'string' ? value.slice(0, MAX_CELL) : '';
    }),
  );
  return { headers, rows, unplaced: rows.filter((_, i) => !saysWhere(elements[i])) };
}

function saysWhere(element: unknown): boolean {
  const { lat, region_code, address } = (element ?? {}) as Record<string, unknown>;
  return [lat, region_code, ...Object.values(address ?? {})].some(
    (value) => typeof value === 'number' || (typeof value === 'string' && value.trim() !== ''),
  );
}
