import type { BaseMapScale } from './base-map-files.js';

/** Content of the base map at a scale. */
export interface Detail {
  scale: BaseMapScale;
  /**
   * Passes of corner cutting where the data's grid would show: for coasts and borders, and for rivers and
   * lakes.
   */
  smoothing: { land: number; water: number };
  /** A continent or more: lines are thin. */
  isFar: boolean;
  /**
   * Tells whether the sea and its coast are drawn. Without them all is land: a coast that is off by a
   * kilometre puts streets into the sea.
   */
  hasSea: boolean;
  hasRivers: boolean;
  hasLakes: boolean;
  hasStates: boolean;
  hasCounties: boolean;
}

/** Grids of the data: coasts and borders at 1:10 million, lakes and rivers at 1:50 million. */
const LAND_GRID_M = 400;
const WATER_GRID_M = 1500;
/** A corner shows when it is larger than this on the page. */
const VISIBLE_PT = 1;

/** Metres a point of the page below which a map shows a town, for which the embedded data are too coarse. */
export const TOWN_METERS_PER_PT = 60;

const roundsFor = (gridM: number, metersPerPt: number): number =>
  Math.min(3, Math.max(0, Math.ceil(Math.log2(gridM / (VISIBLE_PT * metersPerPt)))));

/**
 * Scales were chosen by eye: data at 1:110 million have corners, and no islands, even on a letter page of the
 * whole earth. Rivers and lakes are off by a kilometre, and are left out where that would be seen.
 */
export function detailAt(metersPerPt: number): Detail {
  return {
    scale: metersPerPt > 3_000 ? '50m' : '10m',
    smoothing: { land: roundsFor(LAND_GRID_M, metersPerPt), water: roundsFor(WATER_GRID_M, metersPerPt) },
    isFar: metersPerPt > 12_000,
    hasSea: metersPerPt > TOWN_METERS_PER_PT,
    hasRivers: metersPerPt < 12_000 && metersPerPt > 150,
    hasLakes: metersPerPt > TOWN_METERS_PER_PT,
    hasStates: metersPerPt < 12_000,
    hasCounties: metersPerPt < 1_000,
  };
}
