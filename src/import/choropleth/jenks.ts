import type { DistinctValues } from './distinct.js';

/**
 * Distinct values that a break may lie between. Where there are more, neighbours are taken together in as
 * many groups, and breaks lie between groups: 50,000 take 0.1 s with nine classes, and a break is at most one
 * 50,000th of the values from where it would be.
 */
export const MAX_BREAK_VALUES = 50_000;

/**
 * Natural breaks (Jenks 1967, Fisher 1958): the classes whose values lie as near as possible to their class's
 * mean, by the sum of squares. Exact dynamic programming, O(classes n log n): where the best last break moves
 * right with the values it ends (the quadrangle inequality), a row is filled by divide and conquer.
 * @param classes at most the number of distinct values
 * @param maxBreakValues for tests
 * @returns the index of each class's first value, from 0 on, rising
 */
export function jenksStarts(
  distinct: DistinctValues,
  classes: number,
  maxBreakValues = MAX_BREAK_VALUES,
): number[] {
  const firsts = groupFirsts(distinct.values.length, maxBreakValues);
  const sums = new PrefixSums(distinct, firsts);
  const n = firsts.length;
  let cost = Float64Array.from({ length: n }, (_, end) => sums.squares(0, end));
  /** For each class after the first and each end of it: the group it begins with. */
  const beginnings: Int32Array[] = [];
  for (let c = 1; c < classes; c++) {
    const next = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
    const beginning = new Int32Array(n);
    fill(cost, next, beginning, sums, c, n - 1, c, n - 1);
    beginnings.push(beginning);
    cost = next;
  }
  const starts: number[] = [];
  for (let c = classes - 1, end = n - 1; c > 0; c--) {
    const first = beginnings[c - 1]![end]!;
    starts.unshift(firsts[first]!);
    end = first - 1;
  }
  return [0, ...starts];
}

/**
 * Finds the best beginning of the last class for all ends from `low` to `high`; it lies within `from` and
 * `to`.
 */
function fill(
  before: Float64Array,
  next: Float64Array,
  beginning: Int32Array,
  sums: PrefixSums,
  low: number,
  high: number,
  from: number,
  to: number,
): void {
  if (low > high) return;
  const end = (low + high) >> 1;
  let best = from;
  for (let first = from; first <= Math.min(end, to); first++) {
    const cost = before[first - 1]! + sums.squares(first, end);
    // The leftmost of equal ones, so that the result is one.
    if (cost < next[end]!) {
      next[end] = cost;
      best = first;
    }
  }
  beginning[end] = best;
  fill(before, next, beginning, sums, low, end - 1, from, best);
  fill(before, next, beginning, sums, end + 1, high, best, to);
}

/** The index of each group's first value; at most `groups` of them. */
function groupFirsts(values: number, groups: number): Int32Array {
  const size = Math.ceil(values / groups);
  return Int32Array.from({ length: Math.ceil(values / size) }, (_, group) => group * size);
}

/**
 * Weight, sum and sum of squares of the values before each group. Around their mean: squares of 10^9 would
 * drown what they differ by.
 */
class PrefixSums {
  readonly #weight: Float64Array;
  readonly #sum: Float64Array;
  readonly #square: Float64Array;

  constructor({ values, counts, total }: DistinctValues, firsts: Int32Array) {
    let mean = 0;
    for (let i = 0; i < values.length; i++) mean += values[i]! * (counts[i]! / total);
    const n = firsts.length;
    this.#weight = new Float64Array(n + 1);
    this.#sum = new Float64Array(n + 1);
    this.#square = new Float64Array(n + 1);
    for (let group = 0; group < n; group++) {
      let [weight, sum, square] = [0, 0, 0];
      const end = firsts[group + 1] ?? values.length;
      for (let i = firsts[group]!; i < end; i++) {
        const value = values[i]! - mean;
        weight += counts[i]!;
        sum += counts[i]! * value;
        square += counts[i]! * value * value;
      }
      this.#weight[group + 1] = this.#weight[group]! + weight;
      this.#sum[group + 1] = this.#sum[group]! + sum;
      this.#square[group + 1] = this.#square[group]! + square;
    }
  }

  /** Sum of the squared distances from their mean, of the values of groups `first` to `end`. */
  squares(first: number, end: number): number {
    const weight = this.#weight[end + 1]! - this.#weight[first]!;
    const sum = this.#sum[end + 1]! - this.#sum[first]!;
    const square = this.#square[end + 1]! - this.#square[first]!;
    return Math.max(0, square - (sum * sum) / weight);
  }
}
