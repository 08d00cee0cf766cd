import { brotliCompressSync, constants } from 'node:zlib';
import { LABELS } from '../../src/recognise/model/classifier.js';
import type { PackedWeights } from '../../src/recognise/model/packed-weights.js';

/** Larger weights are cut: they are one in ten thousand. */
const LARGEST = 127;
const CUT = 0.9999;

/** Rounds weights to signed bytes and packs them. */
export function packWeights(weights: Float32Array, temperature: number): PackedWeights {
  const sizes = weights
    .map(Math.abs)
    .filter((size) => size > 0)
    .sort();
  const step = (sizes[Math.floor(CUT * sizes.length)] ?? 1) / LARGEST;
  const bytes = Int8Array.from(weights, (weight) =>
    Math.max(-LARGEST, Math.min(LARGEST, Math.round(weight / step))),
  );
  const packed = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 },
  });
  return { labels: LABELS, step, temperature, bytes: packed.toString('base64') };
}

/** The module of the weights, as `src/recognise/model/weights.ts` has it. */
export const moduleOf = ({
  labels,
  step,
  temperature,
  bytes,
}: PackedWeights): string => `import { LABELS } from '../../src/recognise/model/classifier.js';
import type { PackedWeights } from './packed-weights.js';

/** Written by load/recognise/train.ts: docs/recognition-model.md. */
export const WEIGHTS: PackedWeights = {
  labels: [
${labels.map((label) => `    '${label}',`).join('\n')}
  ],
  step: ${step},
  temperature: ${temperature},
  bytes:
    '${bytes}',
};
`;
