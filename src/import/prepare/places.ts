import type { PlaceColumns } from '../../schema/place-columns.js';
import { type CopyLine, readCopyLine } from './copy-line.js';
import { LINE_COLUMNS, type PreparedBlock } from './prepare-block.js';

/** The leading columns of a line, up to the last that the duplicate rule looks at. */
const PLACE_COLUMNS = LINE_COLUMNS.slice(0, LINE_COLUMNS.indexOf('cell') + 1);

/** The lines of a block without their ends. */
export const linesOf = ({ lines }: Pick<PreparedBlock, 'lines'>): string[] => {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.length).toString('utf8').split('\n');
  text.pop();
  return text;
};

/** Of lines as `linesOf` gives them. */
export const readPlace = (line: string): Place => readCopyLine(line, PLACE_COLUMNS);

type Place = Pick<CopyLine, 'name' | 'lat' | 'lng' | 'cell'>;

/** By column, as the database is asked. */
export function placesOf(rows: readonly Place[]): PlaceColumns {
  const places: PlaceColumns = { names: [], lats: [], lngs: [], cells: [] };
  for (const { name, lat, lng, cell } of rows) {
    places.names.push(name!);
    places.lats.push(lat!);
    places.lngs.push(lng!);
    places.cells.push(cell!);
  }
  return places;
}
