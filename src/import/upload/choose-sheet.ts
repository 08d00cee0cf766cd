import { quote } from '../../base/cut.js';
import { badRequest } from '../../base/errors.js';
import type { RowCount, ShownSheet } from '../../format/workbook/any-workbook.js';
import type { InferRequest } from '../../recognise/inference.js';
import type { InferredColumns } from '../../recognise/inferrer.js';
import { shareOfPlaces } from '../columns/table-of-places.js';
import type { Conversion } from './conversion-threads.js';

export interface SheetChoice {
  /** Its name, or its 0-based index; null: none was named. */
  readonly sheet: string | number | null;
  /** Never fails. */
  readonly infer: (request: InferRequest, rows: string[][]) => Promise<InferredColumns>;
  /** Tells whether sheets are listed where one is named. */
  readonly isDryRun?: boolean;
}

/** Sheets that are looked at until one is a table of places. */
const MAX_LOOKED_AT = 20;
/** Rows of a later sheet that is read instead of an earlier one: so many times as many, and some. */
const FAR_MORE = 2;
const FEW = 10;
/** Most names of sheets in a message. */
const SHOWN = 10;

export interface ChosenSheet {
  readonly index: number;
  readonly name: string;
  readonly notes: readonly string[];
  /** The first sheets, for a client that may choose another one; empty: it has chosen one. */
  readonly sheets: readonly CountedSheet[];
}

export interface CountedSheet extends ShownSheet, RowCount {}

/** Sheets whose rows are counted, and unpacked bytes of each in which that is done: some 40,000 rows. */
const MAX_COUNTED = 20;
const COUNTED_BYTES = 16 << 20;

/**
 * The sheet that is named, else the first visible one that looks like a table of places unless a later one
 * has far more rows, else the first that has a table.
 * @param headerRow of each sheet, as the client says; null: it is to be found
 * @throws AppError BAD_REQUEST when there is none of that name; what the conversion throws
 */
export async function chooseSheet(
  conversion: Conversion,
  { sheet, infer, isDryRun = false }: SheetChoice,
  headerRow: number | null,
): Promise<ChosenSheet> {
  const sheets = await conversion.sheets();
  const index =
    sheet === null ? await findSheet(conversion, sheets, { headerRow, infer }) : namedSheet(sheets, sheet);
  const { name } = sheets[index]!;
  const isOpen = sheet === null && sheets.length > 1;
  const counted = isOpen || isDryRun ? await countSheets(conversion, sheets) : [];
  const others = sheets.map((other, i) => ({ ...other, ...counted[i] })).filter((_, i) => i !== index);
  const notes = isOpen
    ? [`The sheet ${quote(name, 100)} was read, and not ${listed(others)}: the option "sheet" names another.`]
    : [];
  return { index, name, notes, sheets: counted };
}

async function countSheets(conversion: Conversion, sheets: readonly ShownSheet[]): Promise<CountedSheet[]> {
  const counted: CountedSheet[] = [];
  for (const [i, sheet] of sheets.slice(0, MAX_COUNTED).entries()) {
    // A damaged sheet that is not read keeps no other one from being read.
    const count = await conversion.countRows(i, COUNTED_BYTES).catch(() => ({ rows: 0, hasMore: true }));
    counted.push({ ...sheet, ...count });
  }
  return counted;
}

/** Finds a sheet by its name, else by its index: a name counts before an index that is written like it. */
function namedSheet(sheets: readonly ShownSheet[], wanted: string | number): number {
  const fold = (text: string): string => text.trim().toLowerCase();
  const text = String(wanted);
  const exact = typeof wanted === 'number' ? -1 : sheets.findIndex(({ name }) => name === text);
  if (exact !== -1) return exact;
  const similar = typeof wanted === 'number' ? -1 : sheets.findIndex(({ name }) => fold(name) === fold(text));
  if (similar !== -1) return similar;
  if (/^\d{1,4}$/.test(text) && Number(text) < sheets.length) return Number(text);
  throw badRequest(
    `sheet: ${quote(text, 60)} is neither the name nor the 0-based index of a sheet; the workbook has ${listed(sheets)}`,
  );
}

async function findSheet(
  conversion: Conversion,
  sheets: readonly ShownSheet[],
  { headerRow, infer }: Pick<SheetChoice, 'infer'> & { headerRow: number | null },
): Promise<number> {
  const all = sheets.map((_, index) => index);
  const visible = all.filter((index) => sheets[index]!.isVisible);
  const candidates = visible.length > 0 ? visible : all;
  if (candidates.length === 1) return candidates[0]!;
  let firstTable: number | null = null;
  const tables: { index: number; share: number }[] = [];
  for (const index of candidates.slice(0, MAX_LOOKED_AT)) {
    const rows = await conversion.preview(index);
    const share = await shareOfPlaces(rows, headerRow, infer);
    if (share > 0) tables.push({ index, share });
    if (rows.length > 1 && rows.some(({ cells }) => cells.length > 1)) firstTable ??= index;
  }
  if (tables.length > 1) return largestOf(conversion, tables);
  return tables[0]?.index ?? firstTable ?? candidates[0]!;
}

/**
 * The first of some tables of places, unless a later one places far more rows: a list of codes may stand
 * before the register.
 */
async function largestOf(
  conversion: Conversion,
  tables: readonly { index: number; share: number }[],
): Promise<number> {
  let chosen = { index: -1, places: -1 };
  for (const { index, share } of tables) {
    const places = share * (await conversion.countRows(index)).rows;
    if (chosen.index === -1 || places > FAR_MORE * chosen.places + FEW) chosen = { index, places };
  }
  return chosen.index;
}

function listed(sheets: readonly (ShownSheet & Partial<RowCount>)[]): string {
  const names = sheets
    .slice(0, SHOWN)
    .map((sheet) => `${sheet.isVisible ? '' : 'hidden '}${quote(sheet.name, 100)}${rowsOf(sheet)}`);
  return names.join(', ') + (sheets.length > SHOWN ? ` and ${sheets.length - SHOWN} more` : '');
}

function rowsOf({ rows, hasMore }: Partial<RowCount>): string {
  if (rows === undefined || (rows === 0 && hasMore)) return '';
  const count = `${hasMore ? 'over ' : ''}${rows.toLocaleString('en')}`;
  return ` (${count} ${rows === 1 && !hasMore ? 'row' : 'rows'})`;
}
