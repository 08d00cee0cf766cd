import type { Concept } from './concepts.js';
import type { ColumnRole } from './reading.js';

/** Role by concept, the most foreign first. */
const ROLES: readonly (readonly [Concept, ColumnRole])[] = [
  ['other', 'other'],
  ['owner', 'owner'],
  ['shipping', 'shipping'],
  ['mailing', 'mailing'],
  ['billing', 'billing'],
  ['destination', 'destination'],
  ['origin', 'origin'],
  ['contact', 'contact'],
  ['work', 'work'],
  ['home', 'home'],
];

export function roleOf(concepts: ReadonlySet<Concept>): ColumnRole {
  return ROLES.find(([concept]) => concepts.has(concept))?.[1] ?? 'neutral';
}

/**
 * Score that a role costs a column, compared with the row's own data. The order of this list is the policy.
 */
const COSTS: Readonly<Record<ColumnRole, number>> = {
  neutral: 0,
  billing: 0.03,
  work: 0.04,
  origin: 0.04,
  home: 0.07,
  shipping: 0.12,
  mailing: 0.14,
  destination: 0.2,
  contact: 0.2,
  owner: 0.22,
  other: 0.5,
};

/** Roles whose address is not where the row is, once the row has an address or coordinates of its own. */
const FOREIGN: ReadonlySet<ColumnRole> = new Set([
  'owner',
  'contact',
  'mailing',
  'shipping',
  'destination',
  'other',
]);

export function roleCost(role: ColumnRole): number {
  return COSTS[role];
}

/**
 * True when a column of `role` belongs to another place than the row's, given the roles of the row's place
 * columns.
 */
export function isForeignRole(role: ColumnRole, present: ReadonlySet<ColumnRole>): boolean {
  if (!FOREIGN.has(role)) return false;
  const cheaper = [...present].filter((other) => COSTS[other] < COSTS[role]);
  return cheaper.length > 0;
}
