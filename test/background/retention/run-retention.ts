import { Retention } from '../../../src/background/retention/retention.js';
import { readConfig } from '../../../src/config.js';
import type { RetentionDays } from '../../../src/store/retention.js';
import type { Owner } from '../../support/owner.js';
import { recordLog } from '../../support/recorded-log.js';

export const KEEP = readConfig({}).retention;

/** A clean-up of an owner's database, and what it logs. */
export function retentionOf({ sql }: Owner, keep: RetentionDays = KEEP) {
  const { log, entries } = recordLog();
  return { entries, run: () => new Retention({ sql, log, keep }).sweep() };
}
