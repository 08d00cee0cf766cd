import type { Candidate } from './score.js';

/** Columns whose cells make one street line together. */
export interface HouseNumber {
  readonly street: number;
  readonly number: number;
}

/** The column of house numbers that belongs to the street column, when the streets have none of their own. */
export function findHouseNumber(
  candidates: readonly Candidate[],
  isOpen: ReadonlySet<number>,
  labelled: ReadonlyMap<string, number>,
): HouseNumber | null {
  const street = labelled.get('street');
  if (street === undefined) return null;
  const used = new Set(labelled.values());
  let best: { index: number; score: number } | null = null;
  for (const { index, reading, profile } of candidates) {
    if (reading.houseNumber === 0 || used.has(index) || !isOpen.has(index)) continue;
    if (profile.count > 0 && profile.houseNumber < 0.7) continue;
    // A house number stands beside its street, when there are several.
    const score = reading.houseNumber - 0.02 * Math.min(10, Math.abs(index - street));
    if (!best || score > best.score) best = { index, score };
  }
  const numbered = candidates[street]?.profile.streetNumber ?? 0;
  return best && numbered < 0.6 ? { street, number: best.index } : null;
}
