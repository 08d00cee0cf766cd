import { lowerBound } from '../base/lower-bound.js';
import type { Concept } from './concepts.js';
import { fold, repairMojibake } from './fold.js';
import { wordsOf } from './languages/index.js';
import { lexicon, misspellings, type Senses, sortedKeys } from './lexicon.js';

/** A word or phrase of a header; `senses` is undefined when no vocabulary knows it. */
export interface Word {
  readonly key: string;
  readonly senses: Senses | undefined;
}

/** Longer headers are sentences, whose beginning has the words that matter. */
const MAX_HEADER = 120;
const MAX_PHRASE_WORDS = 5;
/** Longer words are not taken apart: the time of the split grows with the square of the length. */
const MAX_COMPOUND = 48;
/** The longest first: `anzahl` is more than `zahl`. */
const HEADS = wordsOf(({ headers }) => headers.heads).sort((a, b) => b.length - a.length);
/** Concepts whose words are dropped in brackets, as they add nothing to the words outside. */
const ASIDE: ReadonlySet<Concept> = new Set([
  'kind',
  'address',
  'entity',
  'org',
  'fullname',
  'description',
  'index',
]);
const LINKING = ['', ...wordsOf(({ headers }) => headers.links)];

/** Words of a header: camelCase, digits, underscores and the like apart; folded; `StraÃŸe` repaired. */
export function splitHeader(header: string): string[] {
  const text = repairMojibake(header.slice(0, MAX_HEADER))
    .replace(/(?<=[\p{L}\s])#/gu, ' number ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2');
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/**
 * The words of a header with their meanings; the longest known phrase wins, then compounds, endings and
 * slips. In brackets only the words count that qualify the column by owner or purpose: `Ort (privat)`,
 * `Name (Karte)`.
 */
export function readWords(header: string): Word[] {
  // A place in an array is no remark: `location.coordinates[0]`.
  const open = /\[[01]\]$/.test(header) ? -1 : header.search(/[([{]/);
  const main = open > 0 ? readPhrases(splitHeader(header.slice(0, open))) : [];
  if (main.length === 0) return readPhrases(splitHeader(header));
  const close = header.slice(open).search(/[)\]}]/);
  const aside = close < 0 ? header.slice(open) : header.slice(open, open + close);
  const behind = close < 0 ? '' : header.slice(open + close + 1);
  return [
    ...main,
    ...readPhrases(splitHeader(aside)).filter(isQualifier),
    ...readPhrases(splitHeader(behind)),
  ];
}

/** A known word that names neither a kind nor an address. */
function isQualifier({ senses }: Word): boolean {
  if (!senses) return false;
  return ![...senses.values()].some((concepts) => concepts.some((concept) => ASIDE.has(concept)));
}

function readPhrases(parts: readonly string[]): Word[] {
  const words: Word[] = [];
  for (let at = 0; at < parts.length; ) {
    const span = longestPhrase(parts, at);
    if (span) {
      words.push(span.word);
      at += span.length;
      continue;
    }
    words.push(...readUnknown(parts[at]!));
    at++;
  }
  return words;
}

function longestPhrase(parts: readonly string[], at: number): { word: Word; length: number } | null {
  for (let length = Math.min(MAX_PHRASE_WORDS, parts.length - at); length > 0; length--) {
    const key = parts.slice(at, at + length).join('');
    const senses = lexicon().get(key) ?? singular(key);
    if (senses) return { word: { key, senses }, length };
  }
  return null;
}

const PLURALS = wordsOf(({ headers }) => headers.plurals).map((each) => each.split('=') as [string, string]);

function singular(key: string): Senses | undefined {
  if (key.length < 5) return undefined;
  for (const [ending, instead] of PLURALS) {
    if (!key.endsWith(ending)) continue;
    const senses = lexicon().get(key.slice(0, -ending.length) + instead);
    if (senses) return senses;
  }
  return undefined;
}

function readUnknown(part: string): Word[] {
  if (/^\p{N}+$/u.test(part)) return [{ key: part, senses: undefined }];
  const compound = splitCompound(part);
  if (compound) return compound;
  const senses = abbreviated(part) ?? misspelt(part);
  if (senses) return [{ key: part, senses }];
  return splitHead(part) ?? [{ key: part, senses: undefined }];
}

/**
 * A glued word as known words of at least three letters, as few as possible: `kundestrasse`, `storename`,
 * `hsnrort`.
 */
export function splitCompound(part: string): Word[] | null {
  if (part.length < 6 || part.length > MAX_COMPOUND) return null;
  const best: (Word[] | null)[] = [[]];
  for (let end = 1; end <= part.length; end++) {
    best[end] = null;
    for (let start = Math.max(0, end - 20); start <= end - 3; start++) {
      const before = best[start];
      if (!before) continue;
      for (const link of LINKING) {
        // A linking letter stands between two parts, never at the end.
        if (link !== '' && (end === part.length || !part.endsWith(link, end))) continue;
        const key = part.slice(start, end - link.length);
        if (key.length < 3) continue;
        const senses = lexicon().get(key);
        if (!senses) continue;
        // Parts of one word are of one language: `debiteurnaam` is not French `debit`, English `eur`, Dutch
        // `naam`.
        if (before.length > 0 && !sharesLanguage(before, senses)) continue;
        const found = best[end];
        if (!found || before.length + 1 < found.length) best[end] = [...before, { key, senses }];
      }
    }
  }
  const words = best[part.length];
  return words && words.length > 1 && words.length <= 6 ? words : null;
}

const sharesLanguage = (words: readonly Word[], senses: Senses): boolean =>
  [...senses.keys()].some((language) => words.every((word) => word.senses!.has(language)));

function splitHead(part: string): Word[] | null {
  for (const head of HEADS) {
    if (part.length < head.length + 3 || !part.endsWith(head)) continue;
    return [
      { key: part.slice(0, -head.length), senses: undefined },
      { key: head, senses: lexicon().get(head) },
    ];
  }
  return null;
}

/** The only meaning of all known words that begin so, for `municipali`, `denominazi`, `coordin`. */
function abbreviated(part: string): Senses | undefined {
  if (part.length < 5) return undefined;
  const keys = sortedKeys();
  const first = lowerBound(keys, part);
  let found: Senses | undefined;
  let concept: string | undefined;
  for (let at = first; at < keys.length && at < first + 60; at++) {
    const key = keys[at]!;
    if (!key.startsWith(part)) break;
    if (/\d/.test(key)) continue;
    const senses = lexicon().get(key)!;
    for (const concepts of senses.values()) {
      concept ??= concepts[0]!;
      if (!concepts.includes(concept as (typeof concepts)[number])) return undefined;
    }
    found ??= senses;
  }
  return found;
}

function misspelt(part: string): Senses | undefined {
  if (part.length < 6 || part.length > 16) return undefined;
  const direct = misspellings().get(part);
  if (direct) return lexicon().get(direct);
  for (let at = 0; at < part.length; at++) {
    const slip = part.slice(0, at) + part.slice(at + 1);
    const key = lexicon().has(slip) && slip.length >= 6 ? slip : misspellings().get(slip);
    if (key) return lexicon().get(key);
  }
  return undefined;
}
