import type { Threads } from '../../base/threads/thread-pool.js';
import type { Block } from '../../format/block.js';
import type { ClassConfig, ValueClass } from '../choropleth/classify.js';
import type { Measures } from '../enrich/row-enricher.js';
import type { PrepareContext } from '../prepare/prepare-block.js';
import { type SentContext, sentContext } from '../prepare/sent-context.js';

declare module '../../base/threads/thread-pool.js' {
  interface ThreadTasks {
    measure(of: { path: string; block: Block; context: SentContext }): Measures;
    classify(of: { numbers: Float64Array; config: ClassConfig }): ValueClass[];
  }
}

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
): Promise<ValueClass[]> => threads.run('classify', { numbers, config }, numbers);
