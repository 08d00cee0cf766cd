import { onFirstUse } from '../base/on-first-use.js';
import { CONCEPTS, type Concept } from './concepts.js';
import { fold } from './fold.js';
import { LANGUAGE_DATA, LANGUAGES, type Language } from './languages/index.js';
import type { LanguageData } from './languages/language.js';

/** Meanings of a word: the concepts it has in each language that knows it, and in `any`. */
export interface Senses extends ReadonlyMap<Language, readonly Concept[]> {
  readonly any: readonly Concept[];
}

/**
 * Words and phrases are keyed without blanks, so that `code postal`, `code_postal` and `CODEPOSTAL` are one
 * key.
 */
export const wordKey = (phrase: string): string => fold(phrase).replace(/[^\p{L}\p{N}]+/gu, '');

/** The key of a phrase; the keys, where it can be written in two ways. */
function keysOf(phrase: string, { respelled }: LanguageData): string[] {
  const key = wordKey(phrase);
  return respelled === undefined ? [key] : [...new Set([key, respelled(key)])];
}

function buildLexicon(): Map<string, Senses> {
  const found = new Map<string, Map<Language, Concept[]>>();
  for (const language of LANGUAGES) {
    for (const concept of CONCEPTS) {
      const phrases = LANGUAGE_DATA[language].concepts[concept]?.split(',') ?? [];
      for (const key of phrases.flatMap((phrase) => keysOf(phrase, LANGUAGE_DATA[language]))) {
        if (key === '') continue;
        const senses = found.get(key) ?? new Map<Language, Concept[]>();
        found.set(key, senses);
        const known = senses.get(language);
        if (!known) senses.set(language, [concept]);
        else if (!known.includes(concept)) known.push(concept);
      }
    }
  }
  return new Map(
    [...found].map(([key, senses]) => {
      const any = [...new Set([...senses.values()].flat())];
      return [key, Object.assign(senses, { any })];
    }),
  );
}

/** Made when a header is read: a thread that reads none starts in half the time. */
export const lexicon = onFirstUse((): ReadonlyMap<string, Senses> => buildLexicon());

/**
 * Keys in order, for abbreviations that are the beginning of a word (shapefiles cut headers to ten
 * characters).
 */
export const sortedKeys = onFirstUse((): readonly string[] => singleWords().sort());

function singleWords(): string[] {
  const words = new Set<string>();
  for (const language of LANGUAGES) {
    for (const list of Object.values(LANGUAGE_DATA[language].concepts)) {
      for (const phrase of list.split(',').filter((phrase) => !/\S\s+\S/.test(phrase)))
        for (const key of keysOf(phrase, LANGUAGE_DATA[language])) words.add(key);
    }
  }
  return [...words].filter((word) => word !== '');
}

const SPELLED: readonly Concept[] = [
  'lat',
  'lng',
  'zip',
  'address',
  'settlement',
  'municipality',
  'country',
  'street',
  'kind',
  'level1',
  'level2',
  'name',
  'coordinates',
];

/** Keys of at least six letters with one letter left out, for slips of the pen (`longtitude`, `adress`). */
function buildMisspellings(): Map<string, string> {
  const slips = new Map<string, string>();
  for (const [key, senses] of lexicon()) {
    if (key.length < 6 || key.length > 14) continue;
    if (![...senses.values()].some((concepts) => concepts.some((concept) => SPELLED.includes(concept))))
      continue;
    for (let at = 0; at < key.length; at++) {
      const slip = key.slice(0, at) + key.slice(at + 1);
      if (!slips.has(slip)) slips.set(slip, key);
    }
  }
  return slips;
}

export const misspellings = onFirstUse((): ReadonlyMap<string, string> => buildMisspellings());
