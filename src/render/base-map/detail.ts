import type { BaseMapScale } from './base-map-files.js';

/** Content of the base map at a scale. */
export interface Detail {
  scale: BaseMapScale;
  /** Passes of corner cutting where the data's grid would show: for coasts and borders, and for rivers and lakes. */
  smoothing: { land: number; water: number };
  /** A continent or more: lines are thin. */
  isFar: boolean;
  /** Whether coasts have a line. Without it land just ends, where the data's coast may be off by many widths of the line. */
  hasCoastLine: boolean;
  /** Opacity of the sea, low where places near the coast may lie on its wrong side. */
  seaOpacity: number;
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

const roundsFor = (gridM: number, metersPerPt: number): number =>
  Math.min(3, Math.max(0, Math.ceil(Math.log2(gridM / (VISIBLE_PT * metersPerPt)))));

/**
 * Scales were chosen by eye: data at 1:110 million have corners, and no islands, even on a letter page of the whole earth. Rivers and lakes are
 * off by a kilometre, and are left out where that would be seen.
 */
export function detailAt(metersPerPt: number): Detail {
  return {
    scale: metersPerPt > 3_000 ? '50m' : '10m',
    smoothing: { land: roundsFor(LAND_GRID_M, metersPerPt), water: roundsFor(WATER_GRID_M, metersPerPt) },
    isFar: metersPerPt > 12_000,
    hasCoastLine: metersPerPt > 60,
    seaOpacity: metersPerPt > 60 ? 1 : 0.55,
    hasRivers: metersPerPt < 12_000 && metersPerPt > 150,
    hasLakes: metersPerPt > 60,
    hasStates: metersPerPt < 12_000,
    hasCounties: metersPerPt < 1_000,
  };
}
