import type { LegendBox } from '../legend-box.js';
import type { Box } from '../map-frame.js';

/** What stands around a map. */
export interface FurnitureContent {
  /** null: none is wanted. */
  title: string | null;
  /** In legend order; null: none is wanted. */
  legend: readonly LegendEntry[] | null;
  /** Markers that are not on the map. */
  notShown: number;
  /** Before each name: as the map has its markers, or a swatch for areas. */
  legendSymbol: LegendSymbol;
  /** Whose data it is, as their licences ask. */
  attribution: string;
}

export type LegendSymbol = 'pin' | 'dot' | 'area';

export interface LegendEntry {
  name: string;
  /** `#rrggbb` */
  color: string;
  /** Of markers. */
  count: number;
  /** Stands once above those that follow each other with the same; left out: none. */
  heading?: string;
}

/** Where it goes; null: nowhere. */
export interface FurnitureBoxes {
  title: Box | null;
  legend: LegendBox | null;
  footer: Box;
}

/** From the edge of a line to its name, and between a name and its count at least. */
export const LEGEND_SYMBOL_PT = 14;
export const LEGEND_GAP_PT = 8;

export const INK = '#23292f';
export const QUIET_INK = '#6a737c';

/** "123 not on this map" */
export const notOnMap = (markers: number): string => `${printed(markers)} not on this map`;

/** Numbers as English prints them, whatever the machine's own language. */
export const printed = (count: number): string => count.toLocaleString('en');
