// docs/recognition-model.md tells how the model of src/recognise/model is trained.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { inferColumns, type Label } from '../../src/recognise/infer.js';
import { Classifier } from '../../src/recognise/model/classifier.js';
import { featuresOf } from '../../src/recognise/model/features.js';
import { readTable } from '../../src/recognise/read-table.js';
import { type LabelledHeaders, readLabelled, reliabilityOf, scoreHeaders } from '../header-score.js';
import { type Example, learn, scoresOf } from './learn.js';
import { moduleOf, packWeights } from './pack-weights.js';
import { placesOf, temperatureOf } from './reliability.js';

const FOLDS = 5;
/** Nothing is tuned on this fold. */
const HELD_OUT = 4;

interface LabelledTable extends LabelledHeaders {
  readonly file: string;
  readonly fold: number;
  /** Feature buckets of each column with all evidence, and examples of each column to learn from. */
  readonly evidence: readonly Int32Array[];
  readonly examples: readonly Example[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, 'by-heart': { type: 'string', multiple: true, default: [] } },
});
const byHeart = new Set(values['by-heart']);
const tables = (await Promise.all([...positionals, ...byHeart].map(readTables))).flat();
const seen = tables.filter(({ fold }) => fold !== HELD_OUT);
const temperature = temperatureOf(
  [0, 1, 2, 3].flatMap((fold) => {
    const weights = learn(examplesOf(seen.filter((table) => table.fold !== fold)));
    const others = seen.filter((table) => table.fold === fold && !byHeart.has(table.file));
    return others.flatMap((table) =>
      table.evidence.map((buckets, column) => ({
        scores: scoresOf(weights, buckets),
        right: placesOf(table.examples[column]!.right),
      })),
    );
  }),
);
console.log(`temperature ${temperature}`);
const heldOut = new Classifier(packWeights(learn(examplesOf(seen)), temperature));
reportScores(heldOut);
if (values.out) {
  const packed = packWeights(learn(examplesOf(tables)), temperature);
  await writeFile(values.out, moduleOf(packed));
  console.log(`${values.out}: ${packed.bytes.length} characters, ${tables.length} tables`);
}

async function readTables(file: string): Promise<LabelledTable[]> {
  const withRules = !byHeart.has(file);
  return (await readLabelled(file)).map((labelled): LabelledTable => {
    const table = readTable(labelled);
    const evidence = featuresOf(table);
    const learned = withRules ? evidence : featuresOf(table, false);
    const examples = learned.map((buckets, column) => ({ buckets, right: rightLabels(labelled, column) }));
    return { ...labelled, file, fold: foldOf(labelled), evidence, examples };
  });
}

/** Files of one repository are much alike: they are learned from, or tested with, together. */
function foldOf({ source, id }: LabelledHeaders): number {
  const repository = (source ?? id).split(/[:/]/).slice(0, 2).join('/');
  let hash = 7;
  for (const letter of repository) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return hash % FOLDS;
}

/** `custom` as an alternative would teach doubt where a field is right. */
function rightLabels({ labels, alts = {} }: LabelledHeaders, column: number): Label[] {
  const others = (alts[column] ?? []).filter((label) => label !== 'custom' && label !== 'ignore');
  return [...new Set([labels[column]!, ...others])];
}

function examplesOf(some: readonly LabelledTable[]): Example[] {
  return some.flatMap(({ examples }) => examples);
}

function reportScores(classifier: Classifier): void {
  const percent = (share: number): string => (100 * share).toFixed(1).padStart(6);
  const show = (name: string, some: readonly LabelledTable[]): void => {
    const scores = scoreHeaders(some, (table) => inferColumns(table, classifier));
    console.log(
      `${name.padEnd(60)} ${String(some.length).padStart(4)} rows, macro ${percent(scores.macroF1)}, micro ${percent(scores.microF1)}, exact ${percent(scores.exactRows)}`,
    );
  };
  const unseen = tables.filter(({ fold }) => fold === HELD_OUT);
  for (const file of new Set(tables.map((table) => table.file)))
    show(
      file,
      unseen.filter((table) => table.file === file),
    );
  const others = unseen.filter(({ file }) => !byHeart.has(file));
  for (const language of new Set(others.map(({ lang }) => lang)))
    show(
      language,
      others.filter(({ lang }) => lang === language),
    );
  show('all that are not known by heart', others);
  console.table(reliabilityOf(others, (table) => inferColumns(table, classifier)));
}
