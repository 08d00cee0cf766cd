import { cut } from '../base/cut.js';

/** Characters of what is told of an address; its own parts can have 32,000 each. */
const MAX_REASON = 300;

export const clipReason = (reason: string): string => cut(reason, MAX_REASON);
