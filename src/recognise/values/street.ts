import { anyOf, wordsOf } from '../languages/index.js';
import type { Cell } from './cell.js';

const MAX_WORDS = 14;
const TYPES: ReadonlySet<string> = new Set(wordsOf(({ values }) => values.streetTypes));
const FIRM = anyOf(({ values }) => values.firmStreetEndings);
const ENDINGS = new RegExp(`(?:${FIRM}|${anyOf(({ values }) => values.streetEndings)})$`);
/** A single word needs a firm ending to be a street (`Nürnberg`, `Bielefeld` are none). */
const FIRM_ENDINGS = new RegExp(`(?:${FIRM})$`);
/** `14485 NW Walker Rd`, `12 bis rue X`, `2, rue de Y` */
const NUMBER_FIRST =
  /^(?:n[°o.]\s?)?\d{1,5}(?:[-/]\d{1,5})?\s?(?:[a-d]|bis|ter|quater)?\s?,?\s+(?:\d{1,4}(?:st|nd|rd|th)\s)?\p{L}/iu;
/** `Neuer Kamp 31a`, `Via Roma, 12/B`, `Rua X, nº 5`, `Calle Mayor s/n` */
const NUMBER_LAST =
  /\p{L}[.,]?\s(?:(?:n[°ºo.]{0,2}|nr\.?|no\.?|num\.?|#)\s?)?(?:\d{1,5}\s?(?:[-/+]\s?\d{1,4})?\s?[a-z]?(?:[-/][a-z\d]{1,3})?|s\/?n\.?|snc)(?:$|[,;(\n])/iu;

/** True for a street, with or without its number, in any of the seven languages. */
export function looksLikeStreet(cell: Cell): boolean {
  const { text } = cell;
  if (text.length < 4 || !/\p{L}{2}/u.test(text)) return false;
  if (NUMBER_FIRST.test(text)) return true;
  if (NUMBER_LAST.test(text)) return true;
  return hasStreetType(cell);
}

/** True when a word says that this is a street: `Rue`, `Hauptstraße`, `Blvd`. */
export function hasStreetType({ words }: Cell): boolean {
  if (words.length < 2) return FIRM_ENDINGS.test(words[0] ?? '') && words[0]!.length > 6;
  return words
    .slice(0, MAX_WORDS)
    .some((word) => (word.length > 1 && TYPES.has(word)) || (word.length > 5 && ENDINGS.test(word)));
}

const HOUSE_NUMBER =
  /^(?:n[°ºo.]{0,2}\s?)?\d{1,5}\s?(?:[a-z]|bis|ter|quater)?(?:\s?[-/+–,]\s?\d{0,5}\s?[a-z]?){0,3}$|^s\/?n\.?$|^snc$/i;

/** `12`, `12a`, `12-14`, `12 bis`, `s/n`. */
export const isHouseNumber = (text: string): boolean => text.length <= 14 && HOUSE_NUMBER.test(text);
