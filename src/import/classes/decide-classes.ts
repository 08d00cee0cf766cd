import type { Block } from '../../format/block.js';
import { countMixed } from '../choropleth/areas.js';
import { type ClassConfig, classOf, type ValueClass } from '../choropleth/classify.js';
import type { DecidedClasses, Measures } from '../enrich/row-enricher.js';

export interface ClassWork {
  measure(block: Block): Promise<Measures>;
  /** Takes the numbers away. */
  classify(numbers: Float64Array<ArrayBuffer>, config: ClassConfig): Promise<ValueClass[]>;
}

/**
 * Reads an upload once to its end for the numbers that its rows are classed by: 8 bytes a row, 16 where some
 * can be read in two ways. Which block comes first makes no difference.
 * @param ahead blocks that are measured at a time
 */
export async function decideClasses(
  blocks: readonly Block[],
  config: ClassConfig,
  { measure, classify }: ClassWork,
  ahead: number,
): Promise<DecidedClasses> {
  const measured: Measures[] = new Array(blocks.length);
  const pending = blocks.entries();
  const work = async (): Promise<void> => {
    for (const [i, block] of pending) measured[i] = await measure(block);
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.min(ahead, blocks.length) }, work));
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;

  const votes = { points: 0, commas: 0 };
  let rows = 0;
  for (const { votes: more, points } of measured) {
    votes.points += more.points;
    votes.commas += more.commas;
    rows += points.length;
  }
  const mark = votes.commas > votes.points ? ',' : '.';
  const numbers = new Float64Array(rows);
  const areas: string[] = [];
  let at = 0;
  for (const { points, commas, areas: more } of measured) {
    numbers.set(mark === ',' ? (commas ?? points) : points, at);
    at += points.length;
    for (const area of more) areas.push(area);
  }
  const found = numbers.filter((value) => !Number.isNaN(value));
  const numberless = rows - found.length;
  const classes = await classify(found, config);
  const mixedAreas =
    classes.length < 2
      ? 0
      : countMixed(areas, (row) => (Number.isNaN(numbers[row]!) ? -1 : classOf(classes, numbers[row]!)));
  return { mark, classes, rows, numberless, mixedAreas };
}
