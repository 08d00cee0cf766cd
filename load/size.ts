/**
 * Reads a positive number from the environment. Default sizes are for a quiet machine and take minutes;
 * BENCH_ROUNDS=1 BENCH_SCALE=0.02 shows in seconds whether a bench works.
 */
function positive<D>(name: string, otherwise: D): number | D {
  const text = process.env[name] ?? '';
  if (text === '') return otherwise;
  const value = Number(text);
  if (!(value > 0 && value < Number.POSITIVE_INFINITY))
    throw new Error(`${name}=${JSON.stringify(text)} is not a number above 0`);
  return value;
}

/** @returns number of rounds: BENCH_ROUNDS, else `usual` */
export const roundsOr = (usual: number): number => Math.ceil(positive('BENCH_ROUNDS', usual));

/** @returns `usual` rows, times BENCH_SCALE if set */
export const scaled = (usual: number): number => Math.max(1, Math.round(usual * positive('BENCH_SCALE', 1)));

/** @returns BENCH_MEMORY_ROWS; null: not set, so that the check is skipped */
export const memoryRows = (): number | null => positive('BENCH_MEMORY_ROWS', null);
