import { readShared, type SharedValue, shareValue } from '../../base/threads/shared-value.js';
import type { PrepareContext } from './prepare-block.js';

/**
 * Context in which a thread prepares a block. The plan of 5,000 columns takes 2 ms to write, and a small
 * upload can have 500 blocks.
 */
export type SentContext = Omit<PrepareContext, 'plan'> & { readonly plan: SharedValue };

export const sentContext = (context: PrepareContext): SentContext => ({
  ...context,
  plan: shareValue(context.plan),
});

export const receivedContext = (context: SentContext): PrepareContext => ({
  ...context,
  plan: readShared(context.plan),
});
