import type { Fonts } from '../fonts.js';
import { LEGEND_ROW_PT, LEGEND_TEXT_PT } from '../legend-box.js';
import { LEGEND_GAP_PT, LEGEND_SYMBOL_PT, type LegendEntry, printed } from './content.js';

/** No page shows more lines. */
const MOST_LINES = 300;

export interface LegendRoom {
  /** Of the widest name and its count. */
  labelWidthPt: number;
  /** Of one column in which no name is cut: `labelWidthPt`, the symbol and the gap before the count. */
  widthPt: number;
  /** Of all lines below each other. */
  heightPt: number;
}

/** How much room a legend would take if a page had it. Names beyond the first 300 are not measured. */
export function legendRoom(entries: readonly LegendEntry[], fonts: Fonts): LegendRoom {
  let labelWidthPt = 0;
  for (const { name, count } of entries.slice(0, MOST_LINES)) {
    const width =
      fonts.widthPt(name, LEGEND_TEXT_PT, 400) + fonts.widthPt(printed(count), LEGEND_TEXT_PT, 400);
    labelWidthPt = Math.max(labelWidthPt, width);
  }
  return {
    labelWidthPt,
    widthPt: LEGEND_SYMBOL_PT + labelWidthPt + LEGEND_GAP_PT,
    heightPt: entries.length * LEGEND_ROW_PT,
  };
}
