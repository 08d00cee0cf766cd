import { LINE_COLUMNS } from './prepare-block.js';

const TAB = 9;
const NEWLINE = 10;

/** Of a line, those that say where its marker lies and what it is. */
const FIRST_COLUMNS = LINE_COLUMNS.indexOf('cell') + 1;

/** Where columns end in the lines of a block: of each row its first columns, up to `cell`, and its line. */
export interface ColumnEnds {
  /** Indexes of the tabs and of the line end, `columns` a row. */
  ends: Uint32Array;
  columns: number;
}

export function columnEnds(lines: Uint8Array, rows: number): ColumnEnds {
  const columns = FIRST_COLUMNS + 1;
  const ends = new Uint32Array(rows * columns);
  let at = 0;
  for (let to = 0; to < ends.length; ) {
    for (let column = 0; column < FIRST_COLUMNS; column++) {
      while (lines[at] !== TAB) at++;
      ends[to++] = at++;
    }
    at = lines.indexOf(NEWLINE, at);
    ends[to++] = at++;
  }
  return { ends, columns };
}
