import type { Placed } from '../../schema/placed.js';
import { clipReason } from './clip-reason.js';
import type { PlacedRow } from './place-row.js';

/** Contradictions that a job tells word for word. */
export const TOLD_CONTRADICTIONS = 3;

export const noPlaced = (): Placed => ({
  by: { coordinates: 0, street: 0, postal: 0, city: 0, state: 0, country: 0 },
  areas: { exact: 0, approximate: 0, none: 0 },
  contradictions: { rows: 0, examples: [] },
  byService: 0,
});

export function countPlaced(to: Placed, { by, area, contradiction, byService }: PlacedRow): void {
  to.by[by]++;
  if (byService) to.byService++;
  if (area !== null) to.areas[area]++;
  if (contradiction !== null && to.contradictions.rows++ < TOLD_CONTRADICTIONS) {
    to.contradictions.examples.push(clipReason(contradiction));
  }
}

/** @param more of rows that come later in the file */
export function addPlaced(to: Placed, more: Placed): void {
  for (const by of Object.keys(to.by) as (keyof Placed['by'])[]) to.by[by] += more.by[by];
  for (const area of Object.keys(to.areas) as (keyof Placed['areas'])[]) to.areas[area] += more.areas[area];
  to.byService += more.byService;
  const { contradictions } = to;
  contradictions.rows += more.contradictions.rows;
  contradictions.examples.push(
    ...more.contradictions.examples.slice(0, TOLD_CONTRADICTIONS - contradictions.examples.length),
  );
}

/** All rows are pins or circles at their own coordinates: of those the ledger keeps no counts. */
export const saysNothing = ({ by, areas }: Placed): boolean =>
  by.street + by.postal + by.city + by.state + by.country + areas.exact + areas.approximate + areas.none ===
  0;
