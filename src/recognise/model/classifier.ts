import { brotliDecompressSync } from 'node:zlib';
import { FIELD_LABELS, type Label } from '../labels.js';
import { BUCKETS } from './features.js';
import type { PackedWeights } from './packed-weights.js';
import { WEIGHTS } from './weights.js';

/** Labels that weights are learned for. */
export const LABELS: readonly Label[] = [...FIELD_LABELS, 'custom', 'ignore'];

const slotsOf = (labels: readonly string[]): ReadonlyMap<string, number> =>
  new Map(labels.map((label, at) => [label, at]));
const PLACES = slotsOf(LABELS);

/** Probability of each label for a column. */
export class Probabilities {
  readonly #values: Float64Array;
  readonly #places: ReadonlyMap<string, number>;

  /**
   * @param scores of the labels; they become probabilities
   * @param places of the labels among the scores
   */
  constructor(scores: Float64Array, places: ReadonlyMap<string, number> = PLACES) {
    this.#values = scores;
    this.#places = places;
    toProbabilities(scores);
  }

  /** 0 for a label that the model has not learned. */
  of(label: Label): number {
    return this.#values[this.#places.get(label) ?? -1] ?? 0;
  }

  knows(label: Label): boolean {
    return this.#places.has(label);
  }
}

/** Softmax, in place. */
export function toProbabilities(scores: Float64Array): void {
  let highest = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > highest) highest = score;
  let sum = 0;
  for (let at = 0; at < scores.length; at++) {
    scores[at] = Math.exp(scores[at]! - highest);
    sum += scores[at]!;
  }
  for (let at = 0; at < scores.length; at++) scores[at] = scores[at]! / sum;
}

export class Classifier {
  readonly #weights: Int8Array;
  readonly #labels: number;
  readonly #places: ReadonlyMap<string, number>;
  readonly #scale: number;

  /** @throws Error where the weights are not those of the labels */
  constructor({ labels, bytes, step, temperature }: PackedWeights) {
    const unpacked = brotliDecompressSync(Buffer.from(bytes, 'base64'));
    this.#weights = new Int8Array(unpacked.buffer, unpacked.byteOffset, unpacked.length);
    this.#labels = labels.length;
    this.#places = slotsOf(labels);
    if (unpacked.length !== BUCKETS * this.#labels || this.#places.size !== this.#labels)
      throw new Error(
        `${unpacked.length} weights are not those of ${BUCKETS} buckets and ${this.#labels} labels`,
      );
    for (const label of ['custom', 'ignore'])
      if (!this.#places.has(label)) throw new Error(`the weights have none for ${label}`);
    this.#scale = step / temperature;
  }

  probabilities(buckets: Int32Array): Probabilities {
    const weights = this.#weights;
    const labels = this.#labels;
    const sums = new Int32Array(labels);
    for (let each = 0; each < buckets.length; each++) {
      const from = buckets[each]! * labels;
      for (let at = 0; at < labels; at++) sums[at]! += weights[from + at]!;
    }
    return new Probabilities(
      Float64Array.from(sums, (sum) => sum * this.#scale),
      this.#places,
    );
  }
}

/** The one that is part of the service; its weights are unpacked once a thread. */
export const CLASSIFIER = new Classifier(WEIGHTS);
