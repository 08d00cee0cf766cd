import type { PageBox } from './map-frame.js';

/** Where lines of a legend go: down the first column, then the next one. */
export interface LegendBox extends PageBox {
  /** Tells whether the heading of all has a row of its own above the columns. */
  isHeaded: boolean;
  columns: number;
  rowsPerColumn: number;
  rowHeightPt: number;
}

export const LEGEND_TEXT_PT = 9;
export const LEGEND_ROW_PT = 15;
/** Between two columns. */
export const LEGEND_GUTTER_PT = 14;
