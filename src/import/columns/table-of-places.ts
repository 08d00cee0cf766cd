import type { InferRequest } from '../../recognise/inference.js';
import type { InferredColumns } from '../../recognise/inferrer.js';
import type { ColumnMapping } from '../../schema/job.js';
import { readHeader } from './header-row.js';
import { recogniseColumns } from './recognise.js';
import { findHeader } from './table/find-header.js';
import type { TableRow } from './table/table-row.js';

/** Fields one of which says where a row is; a country alone does not. */
const PLACES = ['lat_lng', 'full_address', 'street', 'city', 'zip', 'region_code'] as const;
const MAX_COLUMNS = 200;

/**
 * Whether the first rows of a sheet are those of a table that says where things are.
 * @param headerRow null: it is to be found
 */
export async function isTableOfPlaces(
  rows: readonly TableRow[],
  headerRow: number | null,
  infer: (request: InferRequest, rows: string[][]) => Promise<InferredColumns>,
): Promise<boolean> {
  const { at, hasUnits } =
    headerRow === null
      ? findHeader(rows)
      : { at: rows.findIndex(({ row }) => row === headerRow), hasUnits: false };
  if (at === -1) return false;
  const below = rows.slice(at + 1 + Number(hasUnits)).map(({ cells }) => cells.slice(0, MAX_COLUMNS));
  if (below.length === 0) return false;
  const columns = readHeader(rows[at]!.cells.slice(0, MAX_COLUMNS));
  const headers = columns.map((column) => (column.unnamed ? '' : column.original));
  const names = columns.map(({ name }) => name);
  const { mapping } = await recogniseColumns(
    { names, headers },
    {},
    { memory: null, infer: (request) => infer(request, below), sample: async () => below },
  );
  return saysWhere(mapping);
}

/** Whether columns say where rows are. */
export function saysWhere(mapping: readonly ColumnMapping[]): boolean {
  const fields = new Set<string | null>(mapping.map(({ field }) => field));
  return PLACES.some((field) => fields.has(field)) || (fields.has('lat') && fields.has('lng'));
}
