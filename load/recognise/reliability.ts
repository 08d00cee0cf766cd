import { LABELS, toProbabilities } from '../../src/recognise/model/classifier.js';

/** Scores of a column that the model has not learned from, with the places of the labels that are right. */
export interface Outcome {
  readonly scores: Float64Array;
  readonly right: readonly number[];
}

/** The temperature at which the probabilities of unseen columns are likeliest, in steps of 0.05. */
export function temperatureOf(outcomes: readonly Outcome[]): number {
  let best = { temperature: 1, loss: Number.POSITIVE_INFINITY };
  for (let step = 10; step <= 60; step++) {
    const temperature = step / 20;
    const loss = outcomes.reduce((sum, outcome) => sum + lossOf(outcome, temperature), 0);
    if (loss < best.loss) best = { temperature, loss };
  }
  return best.temperature;
}

function lossOf({ scores, right }: Outcome, temperature: number): number {
  const chances = scores.map((score) => score / temperature);
  toProbabilities(chances);
  return -Math.log(
    Math.max(
      1e-12,
      right.reduce((sum, label) => sum + chances[label]!, 0),
    ),
  );
}

export const slotsOf = (labels: readonly string[]): number[] =>
  labels.map((label) => LABELS.indexOf(label as (typeof LABELS)[number])).filter((place) => place >= 0);
