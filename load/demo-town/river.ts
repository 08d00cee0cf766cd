/** Metres; streets keep away so far from its middle. */
export const RIVER_HALF_WIDTH = 90;

/** How far north of the middle of the town the river is, so many metres east of it. */
export const riverNorth = (east: number): number => -1100 + 420 * Math.sin(east / 1700) - 0.05 * east;

export const isInRiver = ({ east, north }: { east: number; north: number }): boolean =>
  Math.abs(north - riverNorth(east)) < RIVER_HALF_WIDTH;
