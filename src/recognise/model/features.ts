import type { Profile } from '../column.js';
import { fold } from '../fold.js';
import type { Label } from '../labels.js';
import type { Language } from '../languages/index.js';
import type { ReadTable } from '../read-table.js';
import { conceptsOf, type HeaderMeaning } from '../reading.js';
import { splitHeader } from '../tokens.js';
import { hashText, mix } from './hash.js';

/** Number of buckets that features are hashed into; two features in one bucket are learned as one. */
export const BUCKETS = 1 << 15;

/** Kinds of evidence: the same word counts differently in the header and in the one before. */
const GROUPS = [
  'bias',
  'header',
  'word',
  'wordPair',
  'firstWord',
  'lastWord',
  'ngram',
  'words',
  'concept',
  'conceptPair',
  'neighbourWord',
  'neighbourRule',
  'rule',
  'ruleSure',
  'ruleBeside',
  'ruleWithout',
  'wanted',
  'reading',
  'readingSure',
  'readingRank',
  'readingRole',
  'readingValue',
  'level',
  'role',
  'flag',
  'line',
  'value',
  'ruleValue',
  'shape',
  'unique',
  'valueWord',
  'position',
  'width',
  'language',
  'rest',
  'restWord',
] as const;
type Group = (typeof GROUPS)[number];
/** Hashes of names that the code has itself, of which there are few. */
const HASHES = new Map<string, number>();
function hashOf(name: string): number {
  const known = HASHES.get(name);
  if (known !== undefined) return known;
  const hash = hashText(name);
  HASHES.set(name, hash);
  return hash;
}
const SEEDS = Object.fromEntries(GROUPS.map((group) => [group, hashText(group)])) as Record<Group, number>;

const MEASURED = [
  'text',
  'number',
  'digits',
  'code',
  'pair',
  'postal',
  'houseNumber',
  'street',
  'streetType',
  'streetNumber',
  'organisation',
  'country',
  'state',
  'stateCode',
  'email',
  'phone',
  'url',
  'image',
  'video',
  'date',
  'yesNo',
  'color',
  'fullAddress',
  'ordinal',
  'longitude',
  'degreesWithDecimals',
  'filled',
  'knownTown',
  'knownState',
  'knownCounty',
  'knownPostalCode',
] as const satisfies readonly (keyof Profile)[];
const NAMES_OF_MEASURED = MEASURED.map(hashText);

/** Fields whose absence says something of the columns that are left. */
const CORE = ['name', 'street', 'city', 'zip', 'state', 'country', 'lat', 'lng', 'full_address'] as const;

const MAX_WORDS = 8;
const MAX_LETTERS = 48;
const MAX_VALUES = 5;
/** Number of headers with the same beginning from which it counts as a shared prefix. */
const SHARED = 3;

/** Evidence that follows from what the rules have decided. */
const RULED: ReadonlySet<Group> = new Set<Group>([
  'rule',
  'ruleSure',
  'ruleBeside',
  'ruleWithout',
  'ruleValue',
  'neighbourRule',
]);

/**
 * Feature buckets of each column, for training and inference alike.
 * @param withRules false for labelled rows that the rules were written for: they would teach to trust the
 * rules too far
 */
export function featuresOf(table: ReadTable, withRules = true): Int32Array[] {
  return new TableFeatures(table, withRules ? NOTHING : RULED).all();
}

const NOTHING: ReadonlySet<Group> = new Set();

class TableFeatures {
  readonly #table: ReadTable;
  readonly #without: ReadonlySet<Group>;
  readonly #words: readonly (readonly string[])[];
  readonly #wordHashes: readonly (readonly number[])[];
  readonly #labels: readonly number[];
  readonly #given: ReadonlySet<Label>;
  /** Number of headers that begin with these one or two words, and go on. */
  readonly #beginnings = new Map<string, number>();
  readonly #rivals = new Map<string, number[]>();

  constructor(table: ReadTable, without: ReadonlySet<Group>) {
    this.#table = table;
    this.#without = without;
    this.#words = table.headers.map((header) => splitHeader(header).slice(0, MAX_WORDS));
    this.#wordHashes = this.#words.map((words) => words.map(hashText));
    this.#labels = table.ruled.map(({ label }) => hashOf(label));
    this.#given = new Set(table.ruled.map(({ label }) => label));
    for (const words of this.#words) {
      for (const length of [1, 2]) {
        if (words.length <= length) continue;
        const beginning = words.slice(0, length).join(' ');
        this.#beginnings.set(beginning, (this.#beginnings.get(beginning) ?? 0) + 1);
      }
    }
    for (const { index, reading } of table.candidates) {
      for (const field of reading.fields.keys()) {
        const rivals = this.#rivals.get(field);
        if (rivals) rivals.push(index);
        else this.#rivals.set(field, [index]);
      }
    }
  }

  all(): Int32Array[] {
    return this.#table.headers.map((_, index) => {
      const found = new Found(this.#without);
      this.#header(found, index);
      this.#neighbours(found, index);
      this.#rules(found, index);
      this.#reading(found, index);
      this.#values(found, index);
      this.#withoutPrefix(found, index);
      return found.buckets();
    });
  }

  #header(found: Found, index: number): void {
    const words = this.#wordHashes[index]!;
    const text = this.#words[index]!.join(' ').slice(0, MAX_LETTERS);
    found.add('bias');
    found.add('header', hashText(text));
    for (const word of words) found.add('word', word);
    for (let at = 1; at < words.length; at++) found.add('wordPair', words[at - 1], words[at]);
    if (words.length > 0) {
      found.add('firstWord', words[0]);
      found.add('lastWord', words.at(-1));
    }
    found.add('words', Math.min(5, words.length));
    found.ngrams(` ${text} `);
    found.add('position', Math.min(6, index));
    found.add('width', Math.min(5, Math.floor(this.#table.headers.length / 5)));
    found.add('language', hashOf(this.#table.language ?? ''));
  }

  /**
   * `Default Address Company` is read as `Company`, too, where several headers begin with `Default Address`.
   */
  #withoutPrefix(found: Found, index: number): void {
    const words = this.#words[index]!;
    const one = this.#beginnings.get(words[0] ?? '') ?? 0;
    if (words.length < 2 || one < SHARED) return;
    const two = this.#beginnings.get(`${words[0]} ${words[1]}`) ?? 0;
    const rest = words.slice(words.length > 2 && two >= one - 1 ? 2 : 1);
    found.add('rest', hashText(rest.join(' ')));
    for (const word of rest) found.add('restWord', hashText(word));
  }

  #neighbours(found: Found, index: number): void {
    for (const distance of [-2, -1, 1, 2]) {
      const words = this.#wordHashes[index + distance];
      if (words === undefined) {
        found.add('neighbourRule', distance, 0);
        continue;
      }
      if (Math.abs(distance) === 1) for (const word of words) found.add('neighbourWord', distance, word);
      found.add('neighbourRule', distance, this.#labels[index + distance]);
    }
  }

  #rules(found: Found, index: number): void {
    const { label, strength, isExact } = this.#table.ruled[index]!;
    const ruled = this.#labels[index]!;
    found.add('rule', ruled, isExact ? 1 : 0);
    found.add('ruleSure', ruled, Math.round(strength * 5));
    for (const other of this.#given) if (other !== label) found.add('ruleBeside', ruled, hashOf(other));
    for (const field of CORE) {
      if (this.#given.has(field)) continue;
      found.add('ruleWithout', ruled, hashOf(field));
      if (this.#table.candidates[index]!.reading.fields.has(field)) found.add('wanted', hashOf(field));
    }
  }

  #reading(found: Found, index: number): void {
    const { reading } = this.#table.candidates[index]!;
    const role = hashOf(reading.role);
    for (const [field, strength] of reading.fields) {
      const name = hashOf(field);
      const rivals = this.#rivals.get(field)!;
      found.add('reading', name);
      found.add('readingSure', name, Math.round(strength * 4));
      found.add('readingRank', name, (rivals[0] === index ? 8 : 0) + Math.min(3, rivals.length));
      found.add('readingRole', name, role);
    }
    for (const { rank } of reading.levels) found.add('level', rank * 2);
    found.add('role', role);
    for (const flag of flagsOf(reading)) found.add('flag', hashOf(flag));
    if (reading.line > 0) found.add('line', reading.line);
    const concepts = conceptHashes(reading, this.#table.language);
    for (const [at, concept] of concepts.entries()) {
      found.add('concept', concept);
      for (let other = at + 1; other < concepts.length; other++)
        found.add('conceptPair', concept, concepts[other]);
    }
  }

  #values(found: Found, index: number): void {
    const { profile, reading } = this.#table.candidates[index]!;
    const ruled = this.#labels[index]!;
    const fields = [...reading.fields.keys()].map(hashOf);
    for (const [at, measure] of MEASURED.entries()) {
      const share = binOf(profile[measure]);
      if (share === 0) continue;
      const name = NAMES_OF_MEASURED[at]!;
      found.add('value', name, share);
      found.add('ruleValue', ruled, mix(name, share));
      for (const field of fields) found.add('readingValue', field, mix(name, share));
    }
    const length = hashOf('averageLength');
    found.add('value', length, lengthBinOf(profile.averageLength));
    found.add('ruleValue', ruled, mix(length, lengthBinOf(profile.averageLength)));
    this.#samples(found, index);
  }

  #samples(found: Found, index: number): void {
    const cells = this.#table.rows
      .slice(0, MAX_VALUES)
      .map((row) => (row[index] ?? '').slice(0, 60).trim())
      .filter((cell) => cell !== '');
    const distinct = new Set(cells);
    found.add('unique', cells.length === 0 ? -1 : binOf(distinct.size / cells.length));
    for (const cell of distinct) found.add('shape', hashOfShape(cell));
    for (const cell of [...distinct].slice(0, 3)) {
      const words = fold(cell).match(/\p{L}{3,}/gu) ?? [];
      for (const word of words.slice(0, 5)) found.add('valueWord', hashText(word));
    }
  }
}

/**
 * The buckets of one column, each once. The marks serve all columns of a thread, because filling a new set is
 * expensive.
 */
class Found {
  static readonly #marks = new Uint32Array(BUCKETS);
  static #lastMark = 0;
  readonly #mark: number;
  readonly #buckets: number[] = [];
  readonly #without: ReadonlySet<Group>;

  constructor(without: ReadonlySet<Group>) {
    Found.#lastMark = (Found.#lastMark + 1) >>> 0;
    if (Found.#lastMark === 0) {
      Found.#marks.fill(0);
      Found.#lastMark = 1;
    }
    this.#mark = Found.#lastMark;
    this.#without = without;
  }

  add(group: Group, one = 0, two = 0): void {
    if (!this.#without.has(group)) this.#put(mix(mix(SEEDS[group], one), two));
  }

  /** Parts of three and four letters. */
  ngrams(text: string): void {
    for (let from = 0; from + 3 <= text.length; from++) {
      let hash = SEEDS.ngram;
      for (let at = from; at < Math.min(text.length, from + 4); at++) {
        hash = mix(hash, text.charCodeAt(at));
        if (at >= from + 2) this.#put(hash);
      }
    }
  }

  buckets(): Int32Array {
    return Int32Array.from(this.#buckets);
  }

  #put(hash: number): void {
    const bucket = hash & (BUCKETS - 1);
    if (Found.#marks[bucket] === this.#mark) return;
    Found.#marks[bucket] = this.#mark;
    this.#buckets.push(bucket);
  }
}

const flagsOf = (reading: HeaderMeaning): string[] => [
  ...(reading.blocked ? ['blocked'] : []),
  ...(reading.unknown ? ['unknown'] : []),
  ...(reading.coded ? ['coded'] : []),
  ...(reading.measure ? ['measure'] : []),
  ...(reading.houseNumber > 0 ? ['houseNumber'] : []),
  ...(reading.axis ? [reading.axis] : []),
];

const conceptHashes = ({ words }: HeaderMeaning, language: Language | null): number[] =>
  [...new Set(words.slice(0, MAX_WORDS).flatMap((word) => conceptsOf(word, language)))]
    .sort()
    .slice(0, 6)
    .map(hashOf);

const binOf = (share: number): number =>
  Number.isNaN(share) || share <= 0
    ? 0
    : share < 0.25
      ? 1
      : share < 0.5
        ? 2
        : share < 0.8
          ? 3
          : share < 1
            ? 4
            : 5;

const LENGTHS = [2, 3, 5, 8, 12, 20, 40];
const lengthBinOf = (length: number): number => LENGTHS.filter((limit) => length >= limit).length;

const DIGIT = 57;
const UPPER = 65;
const LOWER = 97;

/**
 * Hash of the shape of a cell: `Ring 3` and `Weg 17` are capitals, small letters, a blank, digits; longer
 * runs count as three.
 */
function hashOfShape(cell: string): number {
  let hash = 0;
  let last = 0;
  let run = 0;
  for (let at = 0; at < Math.min(24, cell.length); at++) {
    const kind = kindOf(cell.charCodeAt(at), cell[at]!);
    run = kind === last ? run + 1 : 1;
    last = kind;
    if (run <= 3) hash = mix(hash, kind);
  }
  return hash;
}

function kindOf(code: number, letter: string): number {
  if (code >= 48 && code <= 57) return DIGIT;
  if (code < 128) return code >= 97 && code <= 122 ? LOWER : code >= 65 && code <= 90 ? UPPER : code;
  if (letter !== letter.toUpperCase()) return LOWER;
  return letter !== letter.toLowerCase() ? UPPER : code;
}
