import { FIELD_LABELS, type FieldLabel, type Label } from './labels.js';
import type { Probabilities } from './model/classifier.js';

/** Reading of a column beside the one that was decided. */
export interface SecondMeaning {
  readonly label: FieldLabel | 'custom';
  /** 0..1, as the model sees it. */
  readonly probability: number;
}

const READINGS = [...FIELD_LABELS, 'custom'] as const;

/** Less likely readings are not worth telling. */
const LEAST = 0.1;

/** Likeliest reading of a column besides `label`; absent: none is worth telling. */
export function secondBest(
  label: Label,
  likely: Probabilities,
  isPossible: (field: FieldLabel) => boolean,
): { secondBest?: SecondMeaning } {
  let best: SecondMeaning | undefined;
  for (const other of READINGS) {
    const probability = likely.of(other);
    if (other === label || probability < Math.max(LEAST, best?.probability ?? 0)) continue;
    if (other === 'custom' || isPossible(other)) best = { label: other, probability };
  }
  return best === undefined ? {} : { secondBest: best };
}
