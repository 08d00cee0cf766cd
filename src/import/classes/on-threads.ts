import type { Threads } from '../../base/threads/thread-pool.js';
import type { Block } from '../../format/block.js';
import type { ClassConfig, ValueClass } from '../choropleth/classify.js';
import type { Measures } from '../enrich/row-enricher.js';
import type { PrepareContext } from '../prepare/prepare-block.js';
import { sentContext } from '../prepare/sent-context.js';

export const measureOnThread = (
  threads: Threads,
  path: string,
  block: Block,
  context: PrepareContext,
): Promise<Measures> => threads.run('measure', { path, block, context: sentContext(context) });

/** Takes the numbers away: they are transferred, not copied. */
export const classifyOnThread = (
  threads: Threads,
  numbers: Float64Array<ArrayBuffer>,
  config: ClassConfig,
): Promise<ValueClass[]> => threads.run('classify', { numbers, config }, [numbers.buffer]);
