import { brotliDecompressSync } from 'node:zlib';
import t from 'tap';
import { learn } from '../../../load/recognise/learn.js';
import { packWeights, unpackWeights } from '../../../load/recognise/pack-weights.js';
import { readTrainingSet } from '../../../load/recognise/training-set.js';
import { WEIGHTS } from '../../../src/recognise/model/weights.js';

const unpacked = (bytes: string): Buffer => brotliDecompressSync(Buffer.from(bytes, 'base64'));

t.test('the training set of this repository gives the weights that it holds, bit by bit', async (t) => {
  const { earlier, tables } = await readTrainingSet();
  const examples = tables.flatMap((table) => table.examples);
  const learned = packWeights(learn(examples, unpackWeights(earlier)), WEIGHTS.temperature);
  t.equal(learned.step, WEIGHTS.step);
  t.same(learned.labels, WEIGHTS.labels);
  // Compressed, they may differ from one release of Brotli to the next.
  t.ok(unpacked(learned.bytes).equals(unpacked(WEIGHTS.bytes)));
});
