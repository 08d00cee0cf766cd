import type { KnownNames } from '../geo/gazetteer/known-names.js';
import { exactField, REGION_CODE } from '../schema/import-fields.js';
import { assignFields } from './assign.js';
import { axisTwins, holdPlaces } from './axes.js';
import { foreignColumns, makeBids } from './bids.js';
import { profileColumn } from './column.js';
import type { FieldLabel, Label } from './labels.js';
import { LANGUAGES, type Language } from './languages/index.js';
import { readHeader } from './read-header.js';
import { asAxis, languageOf } from './reading.js';
import type { Candidate } from './score.js';
import { readWords, type Word } from './tokens.js';

export interface InferenceInput {
  /** Header cells in file order; a provisional `Column N` counts as empty. */
  readonly headers: readonly string[];
  /**
   * Sample rows; 80 at most are looked at, 40 for most measures, all of a column that is empty in these.
   * Cells may be of any length and content.
   */
  readonly rows: readonly (readonly string[])[];
  /** Fields that other columns already have; they are not given again. */
  readonly taken?: ReadonlySet<Label>;
  /** Indexes of the columns to infer, all by default; the others are context. */
  readonly open?: readonly number[];
  /** Names of places, which values are compared with; absent or null: a little less is recognised. */
  readonly names?: KnownNames | null;
}

/** A table with the evidence of its headers and values, and the decisions of the rules. */
export interface ReadTable {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Columns to infer; the others are context. */
  readonly isOpen: ReadonlySet<number>;
  /** Columns that have a field by its exact name. */
  readonly fixed: ReadonlyMap<FieldLabel, number>;
  readonly candidates: readonly Candidate[];
  /** Columns of another place than the row's. */
  readonly foreign: ReadonlySet<number>;
  /** The rules' decisions, which are evidence among others. */
  readonly ruled: readonly Ruled[];
  readonly language: Language | null;
}

export interface Ruled {
  readonly label: FieldLabel | 'custom';
  readonly strength: number;
  readonly isExact: boolean;
}

const CUSTOM: Ruled = { label: 'custom', strength: 0, isExact: false };

/** Reads the headers and values of a table, and applies the rules to them. */
export function readTable(input: InferenceInput): ReadTable {
  const { headers, rows, taken = new Set(), open, names = null } = input;
  const isOpen = new Set([...(open ?? headers.keys())].filter((index) => headers[index] !== undefined));
  const words = headers.map((header, index) => (isBlankHeader(header, index) ? [] : readWords(header)));
  const language = languageOf(words);
  const prefixes = sharedPrefixes(words);
  const fixed = new Map<FieldLabel, number>();
  for (const [index, header] of headers.entries()) {
    const field = exactField(header);
    if (!field || field === 'marker_type' || field === REGION_CODE || fixed.has(field)) continue;
    if (isOpen.has(index) !== taken.has(field)) fixed.set(field, index);
  }
  const twins = axisTwins(headers);
  const candidates = headers.map((header, index): Candidate => {
    const profile = profileColumn(rows, index, names);
    const reading = readHeader(words[index]!, language, prefixes);
    const exact = exactField(header);
    if (exact === 'marker_type' || exact === REGION_CODE) reading.blocked = true;
    const axis = twins.get(index);
    return { index, profile, reading: axis && reading.unknown ? asAxis(reading, axis) : reading };
  });
  believeAxes(candidates, rows);
  const named = new Set(fixed.values());
  const free = candidates.filter(({ index }) => isOpen.has(index) && !named.has(index));
  const context = { fixed, taken, language, rows };
  const won = assignFields(makeBids(free, candidates, context));
  const ruled = headers.map((): Ruled => CUSTOM);
  for (const [field, index] of fixed) ruled[index] = { label: field, strength: 1, isExact: true };
  for (const [index, { field, score }] of won)
    ruled[index] = { label: field as FieldLabel, strength: score, isExact: false };
  const foreign = foreignColumns(free, context);
  return { headers, rows, isOpen, fixed, candidates, foreign, ruled, language };
}

/** Believes headers that may name sizes, where the values under both of them are places. */
function believeAxes(candidates: readonly Candidate[], rows: ReadTable['rows']): void {
  const [lats, lngs] = (['lat', 'lng'] as const).map((axis) =>
    candidates.filter(({ reading }) => reading.measure && !reading.blocked && reading.fields.has(axis)),
  );
  const [lat, ...otherLats] = lats!;
  const [lng, ...otherLngs] = lngs!;
  if (lat === undefined || lng === undefined || otherLats.length + otherLngs.length > 0) return;
  const languages = LANGUAGES.filter((language) =>
    [lat, lng].every(({ reading }) => reading.words.some(({ senses }) => senses?.has(language))),
  );
  if (holdPlaces(rows, lat.index, lng.index, languages)) lat.reading.measure = lng.reading.measure = false;
}

/** `Column 5` is the name that an empty fifth header cell gets (header-row.ts). */
export const isBlankHeader = (header: string, index: number): boolean =>
  header.trim() === '' || header === `Column ${index + 1}` || /^unnamed: \d+$/i.test(header.trim());

/** Unknown first words of several headers (`bib_name, bib_plz`) are names of the table, not of the column. */
function sharedPrefixes(headers: readonly (readonly Word[])[]): Set<string> {
  const times = new Map<string, number>();
  for (const words of headers) {
    const first = words[0];
    if (first && !first.senses && words.length > 1) times.set(first.key, (times.get(first.key) ?? 0) + 1);
  }
  // `IP City` beside `City` belongs to another place than the row.
  const whole = new Set(headers.map((words) => words.map(({ key }) => key).join(' ')));
  for (const words of headers) {
    const rest = words.slice(1).map(({ key }) => key);
    if (rest.length > 0 && whole.has(rest.join(' '))) times.delete(words[0]!.key);
  }
  return new Set([...times].filter(([, count]) => count > 1).map(([key]) => key));
}
