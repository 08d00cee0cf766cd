import type { Fonts } from '../fonts.js';
import { LEGEND_ROW_PT, LEGEND_TEXT_PT } from '../legend-box.js';
import { LEGEND_GAP_PT, LEGEND_SYMBOL_PT, type LegendEntry, printed } from './content.js';
import { withHeadings } from './legend-lines.js';

/** No page shows more lines. */
const MOST_LINES = 300;

export interface LegendRoom {
  /** Headings and entries. */
  lines: number;
  /** Number of headings; a single one stands above all entries. */
  headings: number;
  /**
   * Width of the widest name with its count, or of the widest heading less the symbol and the gap, whichever
   * is more.
   */
  labelWidthPt: number;
  /** Width of the widest name with its count. */
  entryWidthPt: number;
  /** Width of a column that cuts no name: `labelWidthPt`, the symbol and the gap before the count. */
  widthPt: number;
  /** Height of all lines in one column. */
  heightPt: number;
}

/** Room that the whole legend would take. The first 300 lines are measured. */
export function legendRoom(entries: readonly LegendEntry[], fonts: Fonts): LegendRoom {
  let entryWidthPt = 0;
  let headingWidthPt = 0;
  const lines = withHeadings(entries);
  for (const line of lines.slice(0, MOST_LINES)) {
    if (typeof line === 'string')
      headingWidthPt = Math.max(headingWidthPt, fonts.widthPt(line, LEGEND_TEXT_PT, 700));
    else {
      const name = fonts.widthPt(line.name, LEGEND_TEXT_PT, 400);
      entryWidthPt = Math.max(entryWidthPt, name + fonts.widthPt(printed(line.count), LEGEND_TEXT_PT, 400));
    }
  }
  const labelWidthPt = Math.max(entryWidthPt, headingWidthPt - LEGEND_SYMBOL_PT - LEGEND_GAP_PT);
  return {
    lines: lines.length,
    headings: lines.filter((line) => typeof line === 'string').length,
    labelWidthPt,
    entryWidthPt,
    widthPt: LEGEND_SYMBOL_PT + labelWidthPt + LEGEND_GAP_PT,
    heightPt: lines.length * LEGEND_ROW_PT,
  };
}
