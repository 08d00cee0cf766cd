// Makes the training set from labelled header rows: docs/recognition-model.md.
import { parseArgs } from 'node:util';
import type { Label } from '../../src/recognise/infer.js';
import { featuresOf } from '../../src/recognise/model/features.js';
import { readTable } from '../../src/recognise/read-table.js';
import { type LabelledHeaders, readLabelled } from '../header-score.js';
import { foldOf, readTrainingSet, type TrainingTable, writeTrainingSet } from './training-set.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'by-heart': { type: 'string', multiple: true, default: [] } },
});
const tables = [...(await tablesOf(positionals, false)), ...(await tablesOf(values['by-heart'], true))];
const { earlier } = await readTrainingSet();
await writeTrainingSet({ earlier, tables });
console.log(
  `${tables.length} tables, ${tables.reduce((sum, { examples }) => sum + examples.length, 0)} columns`,
);

async function tablesOf(files: readonly string[], byHeart: boolean): Promise<TrainingTable[]> {
  const rows = (await Promise.all(files.map(readLabelled))).flat();
  return rows.map((labelled) => {
    // Where the rules are right nearly always, their decisions would teach to trust them too far.
    const features = featuresOf(readTable(labelled), !byHeart);
    const examples = features.map((buckets, column) => ({ buckets, right: rightLabels(labelled, column) }));
    return { fold: foldOf(labelled), byHeart, examples };
  });
}

/** `custom` as an alternative would teach doubt where a field is right. */
function rightLabels({ labels, alts = {} }: LabelledHeaders, column: number): Label[] {
  const others = (alts[column] ?? []).filter((label) => label !== 'custom' && label !== 'ignore');
  return [...new Set([labels[column]!, ...others])];
}
