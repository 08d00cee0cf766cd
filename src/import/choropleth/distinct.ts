/** Numbers in order, each once, with how often it is there. */
export interface DistinctValues {
  values: Float64Array;
  counts: Uint32Array;
  /** Sum of counts. */
  total: number;
}

/** @param numbers finite; sorted in place */
export function distinctValues(numbers: Float64Array): DistinctValues {
  numbers.sort();
  let distinct = 0;
  for (let i = 0; i < numbers.length; i++) if (i === 0 || numbers[i] !== numbers[i - 1]) distinct++;
  const values = new Float64Array(distinct);
  const counts = new Uint32Array(distinct);
  let at = -1;
  for (let i = 0; i < numbers.length; i++) {
    // + 0 makes 0 of -0, which equals it and is written otherwise.
    if (i === 0 || numbers[i] !== numbers[i - 1]) values[++at] = numbers[i]! + 0;
    counts[at]!++;
  }
  return { values, counts, total: numbers.length };
}
