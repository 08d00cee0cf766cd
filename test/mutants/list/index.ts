import type { Mutant } from '../mutant.js';
import { LEASES } from './leases.js';

/** All mutants, by what they break. */
export const MUTANTS: readonly Mutant[] = [...LEASES];
