import { copyText } from '../../format/cells/copy-text.js';
import type { PreparedBlock, RowStyles } from './prepare-block.js';

const NEWLINE = 10;

/** What completes a line, for each style: its category and colour, and the line end. */
export const lineEndings = ({ categories, colors }: RowStyles): Buffer[] =>
  categories.map((category, i) =>
    Buffer.from(`\t${copyText(category ?? '')}\t${copyText(colors[i] ?? '')}\n`),
  );

/**
 * The lines of the kept rows, each with its category and colour in place of its line end. One pass, one allocation.
 * @param keep 1 for each row that stays
 */
export function completeLines(prepared: PreparedBlock, keep: Uint8Array): Uint8Array {
  const { lines, rows, styleOf, styles } = prepared;
  const endings = lineEndings(styles);
  let size = lines.length;
  for (let row = 0; row < rows; row++) size += keep[row]! * endings[styleOf[row]!]!.length;
  const out = new Uint8Array(size);
  let from = 0;
  let to = 0;
  for (let row = 0; row < rows; row++) {
    const end = lines.indexOf(NEWLINE, from);
    if (keep[row] === 1) {
      out.set(lines.subarray(from, end), to);
      to += end - from;
      const ending = endings[styleOf[row]!]!;
      out.set(ending, to);
      to += ending.length;
    }
    from = end + 1;
  }
  return out.subarray(0, to);
}
