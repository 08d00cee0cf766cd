import { de } from './de/index.js';
import { en } from './en/index.js';
import { es } from './es/index.js';
import { fr } from './fr/index.js';
import { it } from './it/index.js';
import type { LanguageData } from './language.js';
import { nl } from './nl/index.js';
import { pt } from './pt/index.js';

/**
 * The languages that are read: another one is a folder beside these, and a name here. In doubt the earlier
 * one counts.
 */
export const LANGUAGE_DATA = { en, de, fr, es, it, pt, nl } satisfies Record<string, LanguageData>;

export type Language = keyof typeof LANGUAGE_DATA;
export const LANGUAGES = Object.keys(LANGUAGE_DATA) as Language[];

/** Texts of each language for a purpose. */
const textsOf = (purpose: (of: LanguageData) => string | undefined): string[] =>
  LANGUAGES.flatMap((language) => purpose(LANGUAGE_DATA[language]) ?? []);

/** Words of all languages for one purpose, each once. */
export const wordsOf = (purpose: (of: LanguageData) => string | undefined): string[] => [
  ...new Set(textsOf(purpose).flatMap((words) => words.split('|'))),
];

/** Alternatives of a regular expression: the words of all languages for one purpose. */
export const anyOf = (purpose: (of: LanguageData) => string | undefined): string =>
  textsOf(purpose).join('|');
