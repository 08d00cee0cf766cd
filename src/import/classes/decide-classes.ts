import type { Block } from '../block.js';
import type { ClassConfig, ValueClass } from '../choropleth/classify.js';
import type { DecidedClasses, Measures } from '../enrich/row-enricher.js';

export interface ClassWork {
  measure(block: Block): Promise<Measures>;
  /** Takes the numbers away. */
  classify(numbers: Float64Array<ArrayBuffer>, config: ClassConfig): Promise<ValueClass[]>;
}

/**
 * Reads an upload once to its end for the numbers that its rows are classed by: 8 bytes a row, 16 where some can be read in two ways. Which
 * block comes first makes no difference.
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
  let found = 0;
  for (const { points, commas } of measured) {
    for (const value of mark === ',' ? (commas ?? points) : points) {
      if (!Number.isNaN(value)) numbers[found++] = value;
    }
  }
  const classes = await classify(numbers.slice(0, found), config);
  return { mark, classes, rows, numberless: rows - found };
}
