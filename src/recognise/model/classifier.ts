import { brotliDecompressSync } from 'node:zlib';
import { FIELD_LABELS, type Label } from '../labels.js';
import type { PackedWeights } from './packed-weights.js';
import { WEIGHTS } from './weights.js';

/** Labels in the order of the weights. */
export const LABELS: readonly Label[] = [...FIELD_LABELS, 'custom', 'ignore'];
const PLACE_OF: ReadonlyMap<Label, number> = new Map(LABELS.map((label, at) => [label, at]));

/** Probability of each label for a column. */
export class Probabilities {
  readonly #values: Float64Array;

  /** @param scores of the labels, in the order of `LABELS`; they become probabilities */
  constructor(scores: Float64Array) {
    this.#values = scores;
    toProbabilities(scores);
  }

  of(label: Label): number {
    return this.#values[PLACE_OF.get(label)!]!;
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
  readonly #scale: number;

  constructor({ bytes, step, temperature }: PackedWeights) {
    const unpacked = brotliDecompressSync(Buffer.from(bytes, 'base64'));
    this.#weights = new Int8Array(unpacked.buffer, unpacked.byteOffset, unpacked.length);
    this.#scale = step / temperature;
  }

  probabilities(buckets: Int32Array): Probabilities {
    const weights = this.#weights;
    const sums = new Int32Array(LABELS.length);
    for (let each = 0; each < buckets.length; each++) {
      const from = buckets[each]! * LABELS.length;
      for (let at = 0; at < LABELS.length; at++) sums[at]! += weights[from + at]!;
    }
    return new Probabilities(Float64Array.from(sums, (sum) => sum * this.#scale));
  }
}

/** The one that is part of the service; its weights are unpacked once a thread. */
export const CLASSIFIER = new Classifier(WEIGHTS);
