import { LINE_COLUMNS, type PreparedBlock } from './prepare-block.js';

const TAB = 9;

/** Number of columns at the beginning of a line that say where its marker lies and what it is. */
const FIRST_COLUMNS = LINE_COLUMNS.indexOf('cell') + 1;

/** Where columns end in the lines of a block: of each row its first columns, up to `cell`, and its line. */
export interface ColumnEnds {
  /** Indexes of the tabs and of the line end, `columns` a row. */
  ends: Uint32Array;
  columns: number;
}

export function columnEnds({
  lines,
  lineEnds,
  rows,
}: Pick<PreparedBlock, 'lines' | 'lineEnds' | 'rows'>): ColumnEnds {
  const columns = FIRST_COLUMNS + 1;
  const ends = new Uint32Array(rows * columns);
  for (let row = 0, to = 0; row < rows; row++) {
    let at = row === 0 ? 0 : lineEnds[2 * row - 1]!;
    for (let column = 0; column < FIRST_COLUMNS; column++) {
      while (lines[at] !== TAB) at++;
      ends[to++] = at++;
    }
    ends[to++] = lineEnds[2 * row]!;
  }
  return { ends, columns };
}
