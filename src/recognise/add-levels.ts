import type { Concept } from './concepts.js';
import type { HeaderDraft } from './header-draft.js';
import { conceptsOf, type Rank } from './reading.js';

const LEVELS: readonly (readonly [Concept, Rank])[] = [
  ['settlement', 4],
  ['locality', 4],
  ['municipality', 3],
  ['level2', 2],
  ['level1', 1],
  ['region', 1.5],
];

/** Adds the administrative levels that a header names to its reading; false when it names none. */
export function addLevels(draft: HeaderDraft): boolean {
  const { reading, words, language } = draft;
  for (const [concept, rank] of LEVELS) {
    if (!draft.has(concept)) continue;
    const carrier = words.find((word) => conceptsOf(word, language).includes(concept));
    // The finest level of `Stadt/Gemeinde` counts; `city, state` together are one cell of both.
    if (reading.levels.length > 0) {
      if (rank <= 1.5 && reading.levels[0]!.rank >= 3 && words.length < 4) {
        reading.levels.length = 0;
        return true;
      }
      continue;
    }
    const strength = 0.93 - draft.doubt - (reading.coded ? 0.3 : 0) - (draft.has('alternative') ? 0.05 : 0);
    reading.levels.push({ rank, strength, word: carrier?.key ?? '' });
  }
  return reading.levels.length > 0;
}
