import type { BaseMapScale } from './base-map-files.js';

/** What a map of a scale shows. */
export interface Detail {
  scale: BaseMapScale;
  /** How often corners of the data's grid are cut, where they would show: of coasts and borders, and of rivers and lakes. */
  smoothing: { land: number; water: number };
  /** A continent or more: lines are thin. */
  isFar: boolean;
  /** Where the data's coast may be off by more than its line is wide, many times, land just ends. */
  hasCoastLine: boolean;
  /** There the sea is only hinted at: places near the coast may lie on its wrong side. */
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
 * Scales were chosen by looking: data at 1:110 million have corners, and no islands, on a letter page of the whole earth, too. Rivers and lakes are off by a kilometre: they go where that would be seen, rather than be wrong.
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
