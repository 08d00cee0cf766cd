import type { InferRequest } from '../../recognise/inference.js';
import type { InferredColumns } from '../../recognise/inferrer.js';
import { readHeader } from './header-row.js';
import { recogniseColumns } from './recognise.js';

/** Fields one of which says where a row is; a country alone does not. */
const PLACES = ['lat_lng', 'full_address', 'street', 'city', 'zip', 'region_code'] as const;
/** A title or a note may stand above the headers. */
const HEADERS_WITHIN = 10;
const MAX_COLUMNS = 200;

/** Whether the first rows of a sheet are those of a table that says where things are. */
export async function isTableOfPlaces(
  rows: readonly (readonly string[])[],
  infer: (request: InferRequest, rows: string[][]) => Promise<InferredColumns>,
): Promise<boolean> {
  const at = headerAt(rows);
  const below = rows.slice(at + 1).map((row) => row.slice(0, MAX_COLUMNS));
  if (below.length === 0) return false;
  const columns = readHeader(rows[at]!.slice(0, MAX_COLUMNS));
  const headers = columns.map((column) => (column.unnamed ? '' : column.original));
  const names = columns.map(({ name }) => name);
  const { mapping } = await recogniseColumns(
    { names, headers },
    {},
    { memory: null, infer: (request) => infer(request, below) },
  );
  const fields = new Set<string | null>(mapping.map(({ field }) => field));
  return PLACES.some((field) => fields.has(field)) || (fields.has('lat') && fields.has('lng'));
}

/** The first of the rows with most cells. */
function headerAt(rows: readonly (readonly string[])[]): number {
  const filled = rows.slice(0, HEADERS_WITHIN).map((row) => row.filter((cell) => cell.trim() !== '').length);
  return Math.max(0, filled.indexOf(Math.max(...filled)));
}
