/** Characters of what is told of an address; its own parts can have 32,000 each. */
const MAX_REASON = 300;

export const clipReason = (reason: string): string =>
  reason.length > MAX_REASON ? `${reason.slice(0, MAX_REASON).toWellFormed()}…` : reason;
