import type { Label } from '../../src/recognise/labels.js';
import { LABELS, toProbabilities } from '../../src/recognise/model/classifier.js';
import { BUCKETS } from '../../src/recognise/model/features.js';
import { createRandom } from '../seeded-csv.js';

/** A column to learn from: its feature buckets, and the labels that are right. */
export interface Example {
  readonly buckets: Int32Array;
  readonly right: readonly Label[];
}

/**
 * All by cross-validation: 8 and 30 epochs, rates of 0.1 and 0.2, shares of 0.2 and 0.5 and L2 penalties were
 * no better.
 */
const EPOCHS = 15;
const RATE = 0.05;
/**
 * From earlier weights on: few and small steps, as their rows are not all at hand, and must not be forgotten.
 */
const FURTHER_EPOCHS = 5;
const FURTHER_RATE = 0.02;
/** Share of the evidence that is left out at each step, so that no single piece is relied on. */
const LEFT_OUT = 0.3;
/** Smaller errors change no weight by a step of a signed byte. */
const MIN_ERROR = 1e-3;

/**
 * Learns a multinomial logistic regression by AdaGrad; the same examples give the same weights.
 * @param earlier weights to go on from
 * @returns the average of the weights of the second half of the epochs, bucket by bucket
 */
export function learn(examples: readonly Example[], earlier?: Float32Array): Float32Array {
  const random = createRandom(1);
  const epochs = earlier ? FURTHER_EPOCHS : EPOCHS;
  const rate = earlier ? FURTHER_RATE : RATE;
  const weights = earlier ? Float32Array.from(earlier) : new Float32Array(BUCKETS * LABELS.length);
  const squares = new Float32Array(weights.length).fill(0.01);
  const sum = new Float64Array(weights.length);
  const steps = examples.map(({ buckets, right }) => ({
    buckets,
    right: right.map((label) => LABELS.indexOf(label)),
  }));
  let summed = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(steps, random);
    for (const { buckets, right } of steps) {
      const kept = buckets.filter(() => random() >= LEFT_OUT);
      step({ weights, squares, rate }, kept, errorsOf(weights, kept, right));
    }
    if (epoch < epochs / 2) continue;
    summed++;
    for (let at = 0; at < sum.length; at++) sum[at] = sum[at]! + weights[at]!;
  }
  return Float32Array.from(sum, (value) => value / summed);
}

/** The scores of the labels. */
export function scoresOf(weights: Float32Array, buckets: Int32Array): Float64Array {
  const scores = new Float64Array(LABELS.length);
  for (const bucket of buckets) {
    const from = bucket * LABELS.length;
    for (let at = 0; at < scores.length; at++) scores[at] = scores[at]! + weights[from + at]!;
  }
  return scores;
}

/**
 * Probabilities minus their targets. Several right labels share the target in proportion to their present
 * probabilities.
 */
function errorsOf(weights: Float32Array, kept: Int32Array, right: readonly number[]): Float64Array {
  const errors = scoresOf(weights, kept).map((score) => score / (1 - LEFT_OUT));
  toProbabilities(errors);
  const good = right.reduce((total, label) => total + errors[label]!, 0);
  for (const label of right) errors[label] = errors[label]! - errors[label]! / good;
  return errors;
}

function step(
  { weights, squares, rate }: { weights: Float32Array; squares: Float32Array; rate: number },
  kept: Int32Array,
  errors: Float64Array,
): void {
  const labels = [...errors.keys()].filter((label) => Math.abs(errors[label]!) >= MIN_ERROR);
  for (const bucket of kept) {
    for (const label of labels) {
      const at = bucket * LABELS.length + label;
      const error = errors[label]!;
      squares[at] = squares[at]! + error * error;
      weights[at] = weights[at]! - (rate * error) / Math.sqrt(squares[at]!);
    }
  }
}

function shuffle<T>(items: T[], random: () => number): void {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [items[at], items[other]] = [items[other]!, items[at]!];
  }
}
