import type { PlaceColumns } from '../../schema/place-columns.js';
import { unescapeCopyText } from '../rows/copy-text.js';
import { LINE_COLUMNS, type PreparedBlock } from './prepare-block.js';

/** The lines of a block without their ends. */
export const linesOf = ({ lines }: Pick<PreparedBlock, 'lines'>): string[] => {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.length).toString('utf8').split('\n');
  text.pop();
  return text;
};

const NAME = LINE_COLUMNS.indexOf('name');
const LAT = LINE_COLUMNS.indexOf('lat');
const LNG = LINE_COLUMNS.indexOf('lng');
const CELL = LINE_COLUMNS.indexOf('cell');

/** Of lines as `linesOf` gives them. */
export function placesOf(lines: readonly string[]): PlaceColumns {
  const places: PlaceColumns = { names: [], lats: [], lngs: [], cells: [] };
  for (const line of lines) {
    const columns = line.split('\t', CELL + 1);
    places.names.push(unescapeCopyText(columns[NAME]!));
    places.lats.push(columns[LAT]!);
    places.lngs.push(columns[LNG]!);
    places.cells.push(columns[CELL]!);
  }
  return places;
}
