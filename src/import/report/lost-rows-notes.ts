import { quote } from '../../base/cut.js';
import type { KnownNames } from '../../geo/gazetteer/known-names.js';
import { isRowOfData } from '../../recognise/headless.js';
import type { ColumnMapping } from '../../schema/job.js';
import { ADDRESS_PARTS } from '../rows/incoming-row.js';
import type { ReceivedUpload } from '../upload/receive.js';

type Read = Pick<ReceivedUpload, 'rows' | 'columns' | 'sheet' | 'table'>;

/** The name of a file where its bytes should be. */
const FILE_NAME = /^(?:\w+=)?@?[^,;\t]{1,250}\.(?:csv|tsv|txt|xlsx?|xlsm|ods|json|geojson|zip|gz)$/i;
const FORGOTTEN_AT = /^(?:\w+=)?@/;
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;
const YEAR = /^(?:1[5-9]|20|21)\d\d$/;
const DEGREES = /^[+-]?\d{1,3}[.,]\d{2,}$/;
const ADDRESS = /^(?:https?:\/\/\S+|[^\s@]+@[^\s@]+\.\w+)$/i;
/** Cells that a note shows, and characters of each. */
const SHOWN_CELLS = 4;
const SHOWN_CHARACTERS = 30;

/** An import of nothing completes, so it has to say why: the rows were mostly lost on the way. */
export function lostRowsNotes({ rows, columns, sheet, table }: Read): string[] {
  const [first] = columns;
  if (rows > 0 || first === undefined) return [];
  if (columns.length === 1 && sheet === undefined && namesFile(first.original))
    return [
      `Nothing was imported: the upload is the text ${shown(first.original)}, not the file of that name. curl sends a file with --data-binary @FILE, or in a form with -F file=@FILE.`,
    ];
  if (sheet !== undefined) return [`Nothing was imported: no row stands below the header of the sheet.`];
  if (table === null) return ['Nothing was imported: the file has no features.'];
  const hint =
    table.skippedCount > 0
      ? ''
      : ' Where the file has rows, their line ends were lost on the way: curl keeps them with --data-binary @FILE, not with --data (-d).';
  return [`Nothing was imported: no row stands below the header.${hint}`];
}

/**
 * Fields of places: a row without the one that stands in the merged cell above it lies elsewhere, or nowhere.
 */
const PLACES: ReadonlySet<string | null> = new Set(['lat', 'lng', 'lat_lng', ...ADDRESS_PARTS]);

/** Cells of places that are merged over rows stand in the first of them alone. */
export function mergedDownNotes(
  { mergedDown = [] }: Pick<ReceivedUpload, 'mergedDown'>,
  mapping: readonly ColumnMapping[],
): string[] {
  return mapping.flatMap(({ index, header, field }) => {
    const rows = mergedDown.filter(({ column }) => column === index).reduce((sum, { rows }) => sum + rows, 0);
    return rows === 0 || !PLACES.has(field)
      ? []
      : [
          `${quote(header)} has merged cells, so that ${rows.toLocaleString('en')} row${rows === 1 ? ' has' : 's have'} no ${field} of ${rows === 1 ? 'its' : 'their'} own: with fill_merged=true ${rows === 1 ? 'it gets' : 'they get'} the value of the row above.`,
        ];
  });
}

const namesFile = (text: string): boolean => FORGOTTEN_AT.test(text) || FILE_NAME.test(text);

/** Columns, and what their first row is compared with. */
interface FirstRow {
  /** Header cells as the file has them. */
  readonly headers: readonly string[];
  /** The first rows below. */
  readonly rows: readonly (readonly string[])[];
  readonly names: KnownNames | null;
}

/** Tells whether nothing but its values says how a column is read: then the header may be a row of data. */
export const mayBeHeadless = (mapping: readonly ColumnMapping[]): boolean =>
  !mapping.some(({ how }) => how === 'exact' || how === 'explicit' || how === 'memory');

/** A file without a header loses its first row, whatever the others are read as. */
export function headlessNotes({ headers, rows, names }: FirstRow): string[] {
  const cells = headers.map((header) => header.trim());
  const numbers = cells.filter((cell) => NUMBER.test(cell) && !YEAR.test(cell));
  const isData =
    numbers.length >= 2 ||
    cells.some((cell) => DEGREES.test(cell)) ||
    cells.some((cell) => ADDRESS.test(cell)) ||
    isRowOfData(headers, rows, names);
  if (!isData) return [];
  const some = cells.slice(0, SHOWN_CELLS).map(shown).join(', ');
  return [
    `The first row looks like data (${some}${cells.length > SHOWN_CELLS ? ', …' : ''}), and it was read as the header: put a row with the names of the columns above it, such as name,lat,lng.`,
  ];
}

const shown = (cell: string): string =>
  JSON.stringify(cell.length > SHOWN_CHARACTERS ? `${cell.slice(0, SHOWN_CHARACTERS)}…` : cell);
