import { readFile, writeFile } from 'node:fs/promises';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Label } from '../../src/recognise/labels.js';
import type { PackedWeights } from '../../src/recognise/model/packed-weights.js';
import type { LabelledHeaders } from '../header-score.js';
import type { Example } from './learn.js';

/** Lesson of a labelled header row: no text of it, as the public rows are not ours to publish. */
export interface TrainingTable {
  /** Rows of one fold are learned from, or tested with, together. */
  readonly fold: number;
  /** The rules were written for this row, so it tells nothing about rows that they have not seen. */
  readonly byHeart: boolean;
  /** One for each column. */
  readonly examples: readonly Example[];
}

const FOLDS = 5;
/** Nothing is tuned on this fold. */
export const HELD_OUT = 4;

/** Files of one repository are much alike: they are learned from, or tested with, together. */
export function foldOf({ source, id }: LabelledHeaders): number {
  const repository = (source ?? id).split(/[:/]/).slice(0, 2).join('/');
  let hash = 7;
  for (const letter of repository) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return hash % FOLDS;
}

/** The committed set, whichever folder the build is in. */
const TRAINING_SET = new URL('../../../load/recognise/training-set.br', import.meta.url);

export interface TrainingSet {
  /** Learned from these tables and 317 others, of which nothing else is left. */
  readonly earlier: PackedWeights;
  readonly tables: readonly TrainingTable[];
}

/**
 * Columns as [buckets as differences, right labels]: a JSON line a row behind that of the earlier weights,
 * compressed.
 */
type Line = [fold: number, byHeart: 0 | 1, columns: [differences: number[], right: Label[]][]];

export async function readTrainingSet(): Promise<TrainingSet> {
  const [earlier, ...lines] = brotliDecompressSync(await readFile(TRAINING_SET))
    .toString()
    .split('\n');
  const tables = lines.map((line) => {
    const [fold, byHeart, columns] = JSON.parse(line) as Line;
    const examples = columns.map(([differences, right]) => {
      let bucket = 0;
      const buckets = Int32Array.from(differences, (difference) => {
        bucket += difference;
        return bucket;
      });
      return { buckets, right };
    });
    return { fold, byHeart: byHeart === 1, examples };
  });
  return { earlier: JSON.parse(earlier!) as PackedWeights, tables };
}

export async function writeTrainingSet({ earlier, tables }: TrainingSet): Promise<void> {
  const lines = tables.map(({ fold, byHeart, examples }) => {
    const columns = examples.map(({ buckets, right }) => {
      const differences = [...buckets].map((bucket, at) => bucket - (buckets[at - 1] ?? 0));
      return [differences, right];
    });
    return JSON.stringify([fold, byHeart ? 1 : 0, columns]);
  });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  await writeFile(
    TRAINING_SET,
    brotliCompressSync([JSON.stringify(earlier), ...lines].join('\n'), { params }),
  );
}
