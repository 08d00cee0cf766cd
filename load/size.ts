/**
 * What a bench does by default is for a quiet machine and takes minutes; with BENCH_ROUNDS=1 BENCH_SCALE=0.02 one sees in seconds
 * whether it works.
 */
function positive<D>(name: string, otherwise: D): number | D {
  const text = process.env[name] ?? '';
  if (text === '') return otherwise;
  const value = Number(text);
  if (!(value > 0 && value < Number.POSITIVE_INFINITY))
    throw new Error(`${name}=${JSON.stringify(text)} is not a number above 0`);
  return value;
}

/** @returns how often to measure: BENCH_ROUNDS, else `usual` */
export const roundsOr = (usual: number): number => Math.ceil(positive('BENCH_ROUNDS', usual));

/** @returns `usual` rows, or the share of them that BENCH_SCALE says */
export const scaled = (usual: number): number => Math.max(1, Math.round(usual * positive('BENCH_SCALE', 1)));

/** @returns BENCH_MEMORY_ROWS; null when it is not set and the check is not to be run */
export const memoryRows = (): number | null => positive('BENCH_MEMORY_ROWS', null);
