/**
 * Runs of a property: few in `npm test`, all in the long round (`npm run test:slow`), which sets
 * METAMORPHIC_RUNS.
 */
export const runs = (quick: number, long: number): number =>
  process.env.METAMORPHIC_RUNS === undefined ? quick : long;
