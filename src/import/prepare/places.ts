import { unescapeCopyText } from '../../format/cells/copy-text.js';
import type { PlaceTexts } from '../../schema/place-texts.js';
import { joinColumns, NEWLINE, NOTHING } from '../../schema/text-columns.js';
import { type ColumnEnds, columnEnds } from './column-ends.js';
import { type Branches, LINE_COLUMNS, type PreparedBlock } from './prepare-block.js';

type Lines = Pick<PreparedBlock, 'lines' | 'lineEnds' | 'rows'>;

/** The lines of a block without their ends. */
export function linesOf({ lines, lineEnds, rows }: Lines): string[] {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
  return Array.from({ length: rows }, (_, row) =>
    text.toString('utf8', row === 0 ? 0 : lineEnds[2 * row - 1], lineEnds[2 * row]),
  );
}

const NAME = LINE_COLUMNS.indexOf('name');
const LAT = LINE_COLUMNS.indexOf('lat');
const LNG = LINE_COLUMNS.indexOf('lng');
const CELL = LINE_COLUMNS.indexOf('cell');

const BACKSLASH = 0x5c;
const LINE_END = NEWLINE.charCodeAt(0);

/**
 * The places of a block's rows. Bytes are copied as they stand: as strings a row takes 0.9 instead of 0.3 µs, and those live
 * until the block is written and are to be collected. Names that COPY text escapes are taken apart as strings, with all of their block.
 */
export function placesOf(
  prepared: Lines & { branches?: Branches | null },
  known: ColumnEnds = columnEnds(prepared),
): PlaceTexts {
  const { lines, rows, branches = null } = prepared;
  const addressKeysBy = (separator: string, nothing: string): string | null =>
    branches === null
      ? null
      : Array.from(branches.addressKeys, (key) => (key === 0 ? nothing : String(key))).join(separator);
  const names = columnOf(lines, known, NAME);
  if (names.includes(BACKSLASH)) {
    const places = escapedPlaces(linesOf(prepared));
    return { rows, ...places, addressKeys: addressKeysBy(places.separator, places.nothing) };
  }
  const [lats, lngs, cells] = [LAT, LNG, CELL].map((column) => columnOf(lines, known, column));
  return {
    rows,
    columns: { names, lats: lats!, lngs: lngs!, cells: cells! },
    separator: NEWLINE,
    nothing: NOTHING,
    addressKeys: addressKeysBy(NEWLINE, NOTHING),
  };
}

/** A column as it stands in the lines, a line for each row. */
function columnOf(lines: Uint8Array, { ends, columns }: ColumnEnds, column: number): Buffer {
  let size = 0;
  for (let at = column; at < ends.length; at += columns) size += ends[at]! - ends[at - 1]!;
  const out = Buffer.allocUnsafe(Math.max(0, size - 1));
  let to = 0;
  for (let at = column; at < ends.length; at += columns) {
    if (to > 0) out[to++] = LINE_END;
    // A dozen bytes: a call that copies them costs more.
    for (let from = ends[at - 1]! + 1; from < ends[at]!; from++) out[to++] = lines[from]!;
  }
  return out;
}

function escapedPlaces(lines: readonly string[]) {
  const places = { names: [] as string[], lats: [] as string[], lngs: [] as string[], cells: [] as string[] };
  for (const line of lines) {
    const columns = line.split('\t', CELL + 1);
    places.names.push(unescapeCopyText(columns[NAME]!));
    places.lats.push(columns[LAT]!);
    places.lngs.push(columns[LNG]!);
    places.cells.push(columns[CELL]!);
  }
  return joinColumns(places);
}
