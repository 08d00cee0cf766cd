import { lineEnding } from './line-ending.js';
import type { PreparedBlock, RowStyles } from './prepare-block.js';

const SPACE = ' '.charCodeAt(0);
/** Ending of a line for each style: its category and colour, and the line end. */
export const lineEndings = ({ categories, colors }: RowStyles): Buffer[] =>
  categories.map((category, i) => Buffer.from(lineEnding(category, colors[i]!)));

type Lines = Pick<PreparedBlock, 'lines' | 'lineEnds' | 'rows' | 'styleOf' | 'styles'>;

/**
 * The lines of the kept rows, each with its category and colour, which are written into `lines` in place of
 * its line end.
 * @param keep 1 for each row that stays
 */
export function completeLines(prepared: Lines, keep: Uint8Array): Uint8Array {
  const { lines, lineEnds, rows, styleOf, styles } = prepared;
  const endings = lineEndings(styles);
  for (let row = 0; row < rows; row++) {
    const ending = endings[styleOf[row]!]!;
    const next = lineEnds[2 * row + 1]!;
    let to = lineEnds[2 * row]!;
    if (to + ending.length > next) throw new RangeError(`no room for the line ending ${ending}`);
    for (let at = 0; at < ending.length; at++) lines[to++] = ending[at]!;
    while (to < next) lines[to++] = SPACE;
  }
  const kept = keptLines(prepared, keep);
  // COPY would take spaces behind the last line for a line.
  let end = kept.length;
  while (end > 0 && kept[end - 1] === SPACE) end--;
  return kept.subarray(0, end);
}

/** Lines with the room behind them; a copy, unless all rows are kept: a block may be written again. */
export function keptLines(
  { lines, lineEnds, rows }: Pick<Lines, 'lines' | 'lineEnds' | 'rows'>,
  keep: Uint8Array,
): Uint8Array {
  if (keep.subarray(0, rows).every((sign) => sign === 1)) return lines;
  const out = new Uint8Array(lines.length);
  let to = 0;
  for (let row = 0; row < rows; ) {
    const first = row;
    while (row < rows && keep[row] === 1) row++;
    if (row > first) {
      const run = lines.subarray(first === 0 ? 0 : lineEnds[2 * first - 1]!, lineEnds[2 * row - 1]);
      out.set(run, to);
      to += run.length;
    }
    while (row < rows && keep[row] !== 1) row++;
  }
  return out.subarray(0, to);
}
