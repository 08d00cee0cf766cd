// docs/recognition-model.md tells how the model of src/recognise/model is trained.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { inferColumns } from '../../src/recognise/infer.js';
import { Classifier, LABELS, toProbabilities } from '../../src/recognise/model/classifier.js';
import { type LabelledHeaders, readLabelled, reliabilityOf, scoreHeaders } from '../header-score.js';
import { type Example, learn, scoresOf } from './learn.js';
import { moduleOf, packWeights, unpackWeights } from './pack-weights.js';
import { foldOf, HELD_OUT, readTrainingSet, type TrainingTable } from './training-set.js';

/** The module of the weights, whichever folder the build is in. */
const WEIGHTS = new URL('../../../src/recognise/model/weights.ts', import.meta.url);

const { positionals } = parseArgs({ allowPositionals: true });
const { earlier, tables } = await readTrainingSet();
const seen = tables.filter(({ fold }) => fold !== HELD_OUT);
const temperature = temperatureOf(
  [0, 1, 2, 3].flatMap((fold) => {
    const weights = learn(examplesOf(seen.filter((table) => table.fold !== fold)));
    const others = examplesOf(seen.filter((table) => table.fold === fold && !table.byHeart));
    return others.map(({ buckets, right }) => ({
      scores: scoresOf(weights, buckets),
      right: slotsOf(right),
    }));
  }),
);
const packed = packWeights(learn(examplesOf(tables), unpackWeights(earlier)), temperature);
await writeFile(WEIGHTS, moduleOf(packed));
console.log(`${tables.length} header rows, temperature ${temperature}, ${packed.bytes.length} characters`);
if (positionals.length > 0) await reportHeldOut((await Promise.all(positionals.map(readLabelled))).flat());

function examplesOf(some: readonly TrainingTable[]): Example[] {
  return some.flatMap(({ examples }) => examples);
}

/** Scores of a column that the model has not learned from, with the places of the labels that are right. */
interface Outcome {
  readonly scores: Float64Array;
  readonly right: readonly number[];
}

/** The temperature at which the probabilities of unseen columns are likeliest, in steps of 0.05. */
function temperatureOf(outcomes: readonly Outcome[]): number {
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

function slotsOf(labels: readonly string[]): number[] {
  const slots = labels.map((label) => LABELS.indexOf(label as (typeof LABELS)[number]));
  return slots.filter((slot) => slot >= 0);
}

/** Scores a model that has not learned from the fold that is held out on the rows of this fold. */
async function reportHeldOut(rows: readonly LabelledHeaders[]): Promise<void> {
  const classifier = new Classifier(packWeights(learn(examplesOf(seen)), temperature));
  const percent = (share: number): string => (100 * share).toFixed(1).padStart(6);
  const show = (name: string, some: readonly LabelledHeaders[]): void => {
    const scores = scoreHeaders(some, (table) => inferColumns(table, classifier));
    console.log(
      `${name.padEnd(10)} ${String(some.length).padStart(4)} rows, macro ${percent(scores.macroF1)}, micro ${percent(scores.microF1)}, exact ${percent(scores.exactRows)}`,
    );
  };
  const unseen = rows.filter((labelled) => foldOf(labelled) === HELD_OUT);
  for (const language of new Set(unseen.map(({ lang }) => lang))) {
    const some = unseen.filter(({ lang }) => lang === language);
    show(language, some);
  }
  show('all', unseen);
  console.table(reliabilityOf(unseen, (table) => inferColumns(table, classifier)));
}
