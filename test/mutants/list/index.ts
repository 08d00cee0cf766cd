import type { Mutant } from '../mutant.js';
import { ACCESS } from './access.js';
import { COUNTS } from './counts.js';
import { DRIVE_TIMES } from './drive-times.js';
import { ESCAPING } from './escaping.js';
import { EXPIRY } from './expiry.js';
import { IMAGES } from './images.js';
import { IMPORTS } from './imports.js';
import { LEASES } from './leases.js';
import { LIMITS } from './limits.js';
import { MAILS } from './mails.js';
import { MARKERS } from './markers.js';
import { NEWS } from './news.js';
import { PLACING } from './placing.js';
import { QUOTAS } from './quotas.js';
import { SPOOL } from './spool.js';
import { TOKENS } from './tokens.js';

/** All mutants, by what they break. */
export const MUTANTS: readonly Mutant[] = [
  ...LEASES,
  ...SPOOL,
  ...QUOTAS,
  ...ACCESS,
  ...TOKENS,
  ...LIMITS,
  ...ESCAPING,
  ...MARKERS,
  ...COUNTS,
  ...EXPIRY,
  ...NEWS,
  ...MAILS,
  ...IMPORTS,
  ...PLACING,
  ...DRIVE_TIMES,
  ...IMAGES,
];
