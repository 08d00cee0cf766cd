/** Metres that streets keep from the middle of the river. */
const RIVER_HALF_WIDTH = 90;
/** Metres from the middle of the river to its banks. */
export const BANK = 70;

/** Metres north of the town's middle where the river is, by metres east of it. */
export const riverNorth = (east: number): number => -1100 + 420 * Math.sin(east / 1700) - 0.05 * east;

export const isInRiver = ({ east, north }: { east: number; north: number }): boolean =>
  Math.abs(north - riverNorth(east)) < RIVER_HALF_WIDTH;
