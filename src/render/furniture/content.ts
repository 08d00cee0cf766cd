import type { LegendBox } from '../legend-box.js';
import type { PageBox } from '../map-frame.js';
import type { PinSign } from '../scene.js';

/** Title, legend and footer of a map. */
export interface FurnitureContent {
  /** null: none is wanted. */
  title: string | null;
  /** In legend order; null: none is wanted. */
  legend: readonly LegendEntry[] | null;
  /** Markers that are not on the map. */
  notShown: number;
  /** Symbol before each name that has none of its own: that of the map's markers, or a swatch for areas. */
  legendSymbol: LegendSymbol;
  /** How the map paints areas: swatches are painted alike. */
  areas: { opacity: number; below: string };
  /** Credits of the data, as their licences ask. */
  attribution: string;
}

/** `circle`: a swatch as pale as circles and drive times, which may overlap. */
export type LegendSymbol = 'pin' | 'dot' | 'area' | 'circle';

export interface LegendEntry {
  name: string;
  /** `#rrggbb` */
  color: string;
  /** Number of markers. */
  count: number;
  /** How most of its markers are drawn. */
  symbol?: LegendSymbol;
  /** Sign in the head of its pin. Left out: a disc. */
  sign?: PinSign;
  /** Heading, which stands once above consecutive entries that share it; left out: none. */
  heading?: string;
}

/** Boxes on the page; null: the part is left out. */
export interface FurnitureBoxes {
  title: PageBox | null;
  legend: LegendBox | null;
  footer: PageBox;
}

/** Distance from the edge of a line to its name, and the least distance between a name and its count. */
export const LEGEND_SYMBOL_PT = 14;
export const LEGEND_GAP_PT = 8;

export const INK = '#23292f';
export const QUIET_INK = '#6a737c';

/** "123 not on this map" */
export const notOnMap = (markers: number): string => `${printed(markers)} not on this map`;

/** "remote parts of 2 areas not on this map" */
export const partsNotOnMap = (areas: number): string =>
  `remote parts of ${printed(areas)} ${areas === 1 ? 'area' : 'areas'} not on this map`;

/** Numbers as English prints them, whatever the machine's own language. */
export const printed = (count: number): string => count.toLocaleString('en');
