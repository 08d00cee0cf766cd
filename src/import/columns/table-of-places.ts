import type { InferRequest } from '../../recognise/inference.js';
import type { InferredColumns } from '../../recognise/inferrer.js';
import type { ColumnMapping } from '../../schema/job.js';
import { readColumnNames } from './header-row.js';
import { recogniseColumns } from './recognise.js';
import { findHeader } from './table/find-header.js';
import type { TableRow } from './table/table-row.js';

/** Fields one of which says where a row is; a country alone does not. */
const PLACES = [
  'lat_lng',
  'geohash',
  'utm_zone',
  'full_address',
  'street',
  'city',
  'zip',
  'region_code',
] as const;
const MAX_COLUMNS = 200;

/**
 * Share of the rows of a sheet that say where something is, as far as its first rows tell; 0: it is no table
 * of places.
 * @param headerRow null: it is to be found
 */
export async function shareOfPlaces(
  rows: readonly TableRow[],
  headerRow: number | null,
  infer: (request: InferRequest, rows: string[][]) => Promise<InferredColumns>,
): Promise<number> {
  const { at, hasUnits } =
    headerRow === null
      ? findHeader(rows)
      : { at: rows.findIndex(({ row }) => row === headerRow), hasUnits: false };
  if (at === -1) return 0;
  const below = rows.slice(at + 1 + Number(hasUnits)).map(({ cells }) => cells.slice(0, MAX_COLUMNS));
  if (below.length === 0) return 0;
  const columns = readColumnNames(rows[at]!.cells.slice(0, MAX_COLUMNS));
  const headers = columns.map((column) => (column.unnamed ? '' : column.original));
  const names = columns.map(({ name }) => name);
  const { mapping } = await recogniseColumns(
    { names, headers },
    {},
    { memory: null, infer: (request) => infer(request, below), sample: async () => below },
  );
  if (!saysWhere(mapping)) return 0;
  const columnsOf = (fields: readonly string[]): number[] =>
    mapping.flatMap(({ field, index }) => (field !== null && fields.includes(field) ? [index] : []));
  const places = columnsOf(PLACES);
  const axes = columnsOf(['lat', 'lng']);
  const isPlaced = (cells: readonly string[]): boolean =>
    places.some((column) => cells[column]) || (axes.length > 1 && axes.every((column) => cells[column]));
  return below.filter(isPlaced).length / below.length;
}

/** Tells whether columns say where rows are. */
export function saysWhere(mapping: readonly ColumnMapping[]): boolean {
  const fields = new Set<string | null>(mapping.map(({ field }) => field));
  return PLACES.some((field) => fields.has(field)) || (fields.has('lat') && fields.has('lng'));
}
