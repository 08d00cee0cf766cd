import type { Concept } from './concepts.js';
import type { FieldLabel } from './labels.js';
import { LANGUAGE_DATA, LANGUAGES, type Language, wordsOf } from './languages/index.js';
import { conceptsOf, type HeaderMeaning } from './reading.js';
import { roleOf } from './roles.js';
import type { Word } from './tokens.js';

/** Concepts that neither support a reading nor weaken it. */
const NEUTRAL: readonly Concept[] = ['stop', 'plain', 'site', 'alternative', 'outlet'];
const LINE_NUMBERS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((language) => Object.entries(LANGUAGE_DATA[language].lineNumbers)),
);
const ENDPOINTS: ReadonlyMap<string, Concept> = new Map([
  ...wordsOf(({ headers }) => headers.origins).map((word): [string, Concept] => [word, 'origin']),
  ...wordsOf(({ headers }) => headers.destinations).map((word): [string, Concept] => [word, 'destination']),
]);
const QUESTIONS: ReadonlySet<string> = new Set(wordsOf(({ headers }) => headers.questions));
const PLACE: readonly Concept[] = [
  'lat',
  'lng',
  'xaxis',
  'yaxis',
  'coordinates',
  'address',
  'street',
  'settlement',
  'municipality',
  'zip',
  'name',
  'entity',
  'level1',
  'country',
  'location',
  'locality',
  'level2',
];

/** A header on its way from words to a reading: the concepts of its words, and the fields claimed so far. */
export class HeaderDraft {
  readonly words: readonly Word[];
  readonly language: Language | null;
  readonly reading: HeaderMeaning;
  /** Words that no vocabulary knows. */
  readonly unknown: number;
  /** Concepts that say something of the column. */
  readonly known: readonly Concept[];
  readonly #concepts: ReadonlySet<Concept>;

  /** `prefixes` are unknown first words that several headers share. */
  constructor(words: readonly Word[], language: Language | null, prefixes: ReadonlySet<string>) {
    this.words = words;
    this.language = language;
    const concepts = new Set<Concept>();
    let unknown = 0;
    let line = 0;
    for (const [at, word] of words.entries()) {
      const own = conceptsOf(word, language);
      for (const concept of own) concepts.add(concept);
      const number = LINE_NUMBERS.get(word.key) ?? (/^\d$/.test(word.key) ? Number(word.key) : 0);
      if (number > 0 && words.length > 1) line = number;
      else if (own.length === 0 && !(at === 0 && prefixes.has(word.key)) && word.key.length > 1) unknown++;
    }
    settleConcepts(concepts, words, language);
    this.#concepts = concepts;
    this.unknown = unknown;
    this.known = [...concepts].filter((concept) => !NEUTRAL.includes(concept));
    this.reading = {
      fields: new Map(),
      levels: [],
      role: roleOf(concepts),
      blocked: false,
      unknown: false,
      houseNumber: 0,
      line,
      coded: false,
      axis: null,
      measure: false,
      words,
    };
  }

  has(...some: readonly Concept[]): boolean {
    return some.some((concept) => this.#concepts.has(concept));
  }

  hasWord(pattern: RegExp): boolean {
    return this.words.some(({ key }) => pattern.test(key));
  }

  /** Claims a field. Each unknown word lowers the strength. */
  claim(field: FieldLabel, strength: number): void {
    const { fields } = this.reading;
    const value = strength - this.doubt;
    if (value > (fields.get(field) ?? 0)) fields.set(field, value);
  }

  get doubt(): number {
    return Math.min(0.36, 0.12 * this.unknown);
  }

  /** The header is none of the fields. */
  block(): true {
    this.reading.blocked = true;
    this.reading.fields.clear();
    return true;
  }
}

/** Drops concepts that other concepts of the header exclude. */
function settleConcepts(concepts: Set<Concept>, words: readonly Word[], language: Language | null): void {
  const has = (...some: readonly Concept[]): boolean => some.some((concept) => concepts.has(concept));
  if (has('date') && has(...PLACE)) {
    const ends = words.map(({ key }) => ENDPOINTS.get(key)).filter((end) => end !== undefined);
    if (ends.length > 0) {
      concepts.delete('date');
      for (const end of ends) concepts.add(end);
    }
  }
  // `DESCRIZIONE COMUNE`, `county_desc`: the text of a coded value, not prose about it.
  const labelled = has('settlement', 'municipality', 'level1', 'level2', 'region', 'country', 'kind');
  if (has('description') && (labelled || (language === 'it' && has('entity'))))
    concepts.delete('description');
  // `What is your name?` asks for the name.
  if (words.some(({ key }) => QUESTIONS.has(key))) concepts.delete('flag');
  // `Número de tienda` is which one, `Número de tiendas` how many.
  const isWhich = words.some(({ key }) => key === 'numerode') && !words.at(-1)!.key.endsWith('s');
  if (isWhich && has('outlet', 'zip')) {
    concepts.delete('count');
    concepts.add('number');
  }
  // Brazilian registers begin names with NO_ (`NO_ENTIDADE`), which is a number elsewhere.
  const isNoPrefix = language === 'pt' && words[0]?.key === 'no' && words.length > 1;
  if (isNoPrefix && !has('street', 'address', 'houseno')) {
    concepts.delete('number');
    concepts.add('name');
  }
}
