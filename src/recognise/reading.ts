import type { Concept } from './concepts.js';
import type { FieldLabel } from './labels.js';
import { LANGUAGES, type Language } from './languages/index.js';
import type { Word } from './tokens.js';

/** Owner of a column's address or name. `neutral` is the row itself. */
export type ColumnRole =
  | 'neutral'
  | 'billing'
  | 'work'
  | 'home'
  | 'shipping'
  | 'mailing'
  | 'origin'
  | 'destination'
  | 'owner'
  | 'contact'
  | 'other';

/**
 * Administrative ranks: 1 state, 1.5 a region that may stand above or below states, 2 county, 3 municipality,
 * 4 settlement.
 */
export type Rank = 1 | 1.5 | 2 | 3 | 4;

export interface LevelClaim {
  readonly rank: Rank;
  readonly strength: number;
  /** The word it was read from, for rules of single countries. */
  readonly word: string;
}

/** A header read without its values. Strengths are 0..1. */
export interface HeaderMeaning {
  readonly fields: Map<FieldLabel, number>;
  readonly levels: LevelClaim[];
  role: ColumnRole;
  /** The header says that this is none of the fields: no value can make it one. */
  blocked: boolean;
  /** The header is unknown or empty: values alone may speak. */
  unknown: boolean;
  houseNumber: number;
  /** Number of an address line (`address 2`), 0 for none. */
  line: number;
  /** The header names a code of something (`codigo municipio`). */
  coded: boolean;
  /**
   * The header may carry a coordinate of either axis: `x`, `y`, `north`, or a place in a [lng, lat] array.
   */
  axis: 'x' | 'y' | null;
  /** The header may be a size in some unit instead of a coordinate. */
  measure: boolean;
  readonly words: readonly Word[];
}

/** A column that may carry either coordinate, by its values; `x` is the longitude mostly. */
export function asAxis(reading: HeaderMeaning, axis: 'x' | 'y'): HeaderMeaning {
  return {
    ...reading,
    axis,
    unknown: false,
    fields: new Map<FieldLabel, number>([
      ['lat', 0.5],
      ['lng', 0.5],
    ]),
  };
}

/** The concepts of a word in the language of the row, else in any language. */
export function conceptsOf(word: Word, language: Language | null): readonly Concept[] {
  if (!word.senses) return [];
  const own = language ? word.senses.get(language) : undefined;
  if (own) return own;
  return word.senses.any;
}

/** The language most words of the headers belong to, or null when no language stands out. */
export function languageOf(headers: readonly (readonly Word[])[]): Language | null {
  const scores = new Map<Language, number>(LANGUAGES.map((language) => [language, 0]));
  for (const words of headers) {
    for (const { senses, key } of words) {
      if (!senses || key.length < 3) continue;
      for (const language of senses.keys()) scores.set(language, scores.get(language)! + 1 / senses.size);
    }
  }
  const ranked = [...scores].sort((a, b) => b[1] - a[1]);
  const [first, second] = ranked;
  return first && second && first[1] >= 1 && first[1] >= second[1] * 1.25 ? first[0] : null;
}
