import { exactField, REGION_CODE } from '../schema/import-fields.js';
import { assignFields, type Bid } from './assign.js';
import { areNamedAxesSwapped, areSwapped, axisTwins } from './axes.js';
import { makeBids } from './bids.js';
import { type Profile, profileColumn } from './column.js';
import { findHouseNumber, type HouseNumber } from './house-number.js';
import type { FieldLabel, Label } from './labels.js';
import { readHeader } from './read-header.js';
import { asAxis, conceptsOf, languageOf } from './reading.js';
import type { Candidate } from './score.js';
import { readWords, type Word } from './tokens.js';
import type { Language } from './vocabulary/index.js';

export type { Label } from './labels.js';

export interface InferenceInput {
  /** Header cells in file order; a provisional `Column N` counts as empty. */
  readonly headers: readonly string[];
  /** Sample rows; up to 80 are looked at. Cells may be of any length and content. */
  readonly rows: readonly (readonly string[])[];
  /** Fields that other columns already have; they are not given again. */
  readonly taken?: ReadonlySet<Label>;
  /** Indexes of the columns to infer, all by default; the others are context. */
  readonly open?: readonly number[];
}

export interface Inference {
  readonly label: Label;
  /** 0..1: how sure the label is. */
  readonly confidence: number;
  /** A few words for people. */
  readonly why: string;
}

export interface InferenceResult {
  /** One per column; columns that are not open are `custom` with confidence 0. */
  readonly columns: Inference[];
  /** A house number column that is to be joined into the street. */
  readonly houseNumber: HouseNumber | null;
  /** Latitudes stand in the `lng` column and the other way round. */
  readonly swapped: boolean;
  /** Open columns of numbers that may be coordinates by their headers, or by their digits where the headers say nothing. */
  readonly unprovedAxes: number[];
}

const CUSTOM: Inference = { label: 'custom', confidence: 0, why: 'not asked for' };

/**
 * Tells what the columns of a spreadsheet are from their headers and sample values. Never throws; linear in the number
 * of columns; no state. Exact field names win over everything; each field is given once.
 */
export function inferColumns({ headers, rows, taken, open }: InferenceInput): InferenceResult {
  const columns: Inference[] = headers.map(() => CUSTOM);
  const asked = [...new Set(open ?? headers.keys())].filter((index) => headers[index] !== undefined);
  const isOpen = new Set(asked);
  const words = headers.map((header, index) => (isBlank(header, index) ? [] : readWords(header)));
  const language = languageOf(words);
  const prefixes = sharedPrefixes(words);
  const fixed = new Map<FieldLabel, number>();
  for (const [index, header] of headers.entries()) {
    const field = exactField(header);
    if (!field || field === 'marker_type' || field === REGION_CODE || fixed.has(field)) continue;
    if (isOpen.has(index) ? taken?.has(field) : !taken?.has(field)) continue;
    fixed.set(field, index);
    if (isOpen.has(index)) columns[index] = { label: field, confidence: 1, why: 'exact field name' };
  }
  const twins = axisTwins(headers);
  const candidates = headers.map((header, index): Candidate => {
    const profile = profileColumn(rows, index);
    const reading = readHeader(words[index]!, language, prefixes);
    const exact = exactField(header);
    if (exact === 'marker_type' || exact === REGION_CODE) reading.blocked = true;
    const axis = twins.get(index);
    return { index, profile, reading: axis && reading.unknown ? asAxis(reading, axis) : reading };
  });
  const named = new Set(fixed.values());
  const free = candidates.filter(({ index }) => isOpen.has(index) && !named.has(index));
  const bids = makeBids(free, candidates, { fixed, taken: taken ?? new Set(), language, rows });
  const won = assignFields(bids);
  const bidders = new Set(bids.map(({ column }) => column));
  for (const { index, profile } of free) {
    const bid = won.get(index);
    columns[index] = bid
      ? explain(bid, candidates[index]!)
      : rest(headers[index]!, index, profile, bidders.has(index));
  }
  const labelled = new Map<string, number>([
    ...fixed,
    ...[...won].map(([index, { field }]) => [field, index] as const),
  ]);
  return {
    columns,
    houseNumber: findHouseNumber(candidates, isOpen, labelled),
    swapped: swapped(candidates, labelled, language, rows),
    unprovedAxes: free
      .filter((candidate) => columns[candidate.index]!.label === 'custom' && mayBeAxis(candidate))
      .map(({ index }) => index),
  };
}

/** `Column 5` is the name that an empty fifth header cell gets (header-row.ts). */
const isBlank = (header: string, index: number): boolean =>
  header.trim() === '' || header === `Column ${index + 1}` || /^unnamed: \d+$/i.test(header.trim());

/** Unknown first words of several headers (`bib_name, bib_plz`) are names of the table, not of the column. */
function sharedPrefixes(headers: readonly (readonly Word[])[]): Set<string> {
  const times = new Map<string, number>();
  for (const words of headers) {
    const first = words[0];
    if (first && !first.senses && words.length > 1) times.set(first.key, (times.get(first.key) ?? 0) + 1);
  }
  // `IP City` beside `City` is somebody else's.
  const whole = new Set(headers.map((words) => words.map(({ key }) => key).join(' ')));
  for (const words of headers) {
    const rest = words.slice(1).map(({ key }) => key);
    if (rest.length > 0 && whole.has(rest.join(' '))) times.delete(words[0]!.key);
  }
  return new Set([...times].filter(([, count]) => count > 1).map(([key]) => key));
}

/** Shorter numbers are prices and sizes. */
const LENGTH_OF_DEGREES = 6;

function mayBeAxis({ reading, profile }: Candidate): boolean {
  if (profile.number < 0.9) return false;
  if (reading.unknown)
    return profile.degreesWithDecimals >= 0.9 && profile.averageLength >= LENGTH_OF_DEGREES;
  const isAxis = reading.axis !== null || reading.fields.has('lat') || reading.fields.has('lng');
  return isAxis || reading.words.some((word) => conceptsOf(word, null).includes('projected'));
}

function explain({ field, score }: Bid, { reading, profile }: Candidate): Inference {
  const values =
    profile.count === 0 ? 'no values to check' : reading.unknown ? 'the values alone' : 'values agree';
  const why = reading.unknown ? values : `header reads as ${field}, ${values}`;
  return { label: field as FieldLabel, confidence: Math.max(0.3, Math.min(0.99, score * 0.95)), why };
}

function rest(header: string, index: number, profile: Profile, lost: boolean): Inference {
  if (isBlank(header, index) && profile.filled === 0)
    return { label: 'ignore', confidence: 1, why: 'empty column' };
  if ((isBlank(header, index) || /^(?:index|#)$/i.test(header.trim())) && profile.ordinal === 1) {
    return { label: 'ignore', confidence: 0.95, why: 'row numbers' };
  }
  return lost
    ? { label: 'custom', confidence: 0.6, why: 'another column fits its field better' }
    : { label: 'custom', confidence: 0.9, why: 'no field fits' };
}

function swapped(
  candidates: readonly Candidate[],
  labelled: ReadonlyMap<string, number>,
  language: Language | null,
  rows: InferenceInput['rows'],
): boolean {
  const lat = candidates[labelled.get('lat') ?? -1];
  const lng = candidates[labelled.get('lng') ?? -1];
  if (lat === undefined || lng === undefined) return false;
  const isNamed = lat.reading.axis === null || lng.reading.axis === null;
  if (!isNamed) return areSwapped(lat.profile, lng.profile, language);
  const columns = { lat: lat.index, lng: lng.index, country: labelled.get('country') ?? -1 };
  return areNamedAxesSwapped(lat.profile, lng.profile, rows, columns);
}
