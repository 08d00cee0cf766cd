import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { LABELS } from '../../src/recognise/model/classifier.js';
import { BUCKETS } from '../../src/recognise/model/features.js';
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

/** Weights of the present labels; 0 for one that was not learned. */
export function unpackWeights({ labels, bytes, step }: PackedWeights): Float32Array {
  const packed = new Int8Array(brotliDecompressSync(Buffer.from(bytes, 'base64')));
  const places = LABELS.map((label) => labels.indexOf(label));
  return Float32Array.from({ length: BUCKETS * LABELS.length }, (_, at) => {
    const place = places[at % LABELS.length]!;
    return place < 0 ? 0 : step * packed[Math.floor(at / LABELS.length) * labels.length + place]!;
  });
}

/** The module of the weights, as `src/recognise/model/weights.ts` has it. */
export const moduleOf = ({
  labels,
  step,
  temperature,
  bytes,
}: PackedWeights): string => `import type { PackedWeights } from './packed-weights.js';

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
