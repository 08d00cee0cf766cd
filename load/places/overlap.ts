import type { Geodata } from '../../src/geo/geodata.js';
import { report } from '../table.js';
import { iouOfSamples } from './iou.js';

/** Folder with exact areas of some postal codes by their publishers, beside the repository, where present. */
const FOLDER = process.env.BENCH_BOUNDARIES || '../shared/data/boundaries';

/** Prints how well areas made from points cover the true ones. Missing samples are named and left out. */
export async function reportOverlap(layers: Geodata['layers']): Promise<void> {
  const samples = await iouOfSamples(layers, FOLDER);
  if (samples.length === 0) return;
  report(
    'places: approximate areas beside the true ones, intersection over union',
    samples.flatMap(({ type, sample, areas, missing, mean, median }) => [
      {
        name: `${type}, ${sample}: mean`,
        value: mean,
        unit: `of 1, ${areas} areas, ${missing} missing as 0`,
      },
      { name: '  median', value: median, unit: '' },
    ]),
  );
}
