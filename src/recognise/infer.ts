import { isEmptyWord } from '../format/cells/empty-words.js';
import { exactField } from '../schema/import-fields.js';
import { areNamedAxesSwapped, areSwapped } from './axes.js';
import { decide, type Inference } from './decide.js';
import { findHouseNumber, type HouseNumber } from './house-number.js';
import type { Label } from './labels.js';
import type { Language } from './languages/index.js';
import { CLASSIFIER, type Classifier } from './model/classifier.js';
import { featuresOf } from './model/features.js';
import { type InferenceInput, readTable } from './read-table.js';
import { conceptsOf } from './reading.js';
import type { Candidate } from './score.js';

export type { Inference } from './decide.js';
export type { Label } from './labels.js';
export type { InferenceInput } from './read-table.js';

export interface InferenceResult {
  /** One per column; columns that are not open are `custom` with confidence 0. */
  readonly columns: Inference[];
  /** A house number column that is to be joined into the street. */
  readonly houseNumber: HouseNumber | null;
  /** Latitudes stand in the `lng` column and the other way round. */
  readonly swapped: boolean;
  /**
   * Open columns of numbers that may be coordinates by their headers, or by their digits where the headers
   * say nothing.
   */
  readonly unprovedAxes: number[];
  /**
   * Columns that are a latitude and a longitude by their headers, and whose values prove nothing or are not
   * known; absent: none.
   */
  readonly likelyAxes?: readonly [lat: number, lng: number];
  /** Columns called latitude and longitude whose cells are empty: other columns hold the coordinates. */
  readonly emptyAxes?: readonly number[];
}

const NOT_ASKED: Inference = { label: 'custom', confidence: 0, why: 'not asked for' };

/**
 * Infers the columns of a spreadsheet from their headers and sample values. Never throws; linear in the
 * number of columns; no state. Exact field names win over everything; each field is given once.
 */
export function inferColumns(input: InferenceInput, classifier: Classifier = CLASSIFIER): InferenceResult {
  const emptyAxes = findEmptyAxes(input);
  if (emptyAxes.length > 0) {
    const headers = input.headers.map((header, index) => (emptyAxes.includes(index) ? '' : header));
    const taken = new Set([...input.taken!].filter((field) => field !== 'lat' && field !== 'lng'));
    const found = infer({ ...input, headers, taken }, classifier);
    const labels = new Set(found.columns.map(({ label }) => label));
    if (labels.has('lat_lng') || (labels.has('lat') && labels.has('lng'))) return { ...found, emptyAxes };
  }
  return infer(input, classifier);
}

/**
 * Columns called latitude and longitude that nothing is in, so that others may be read; none where one of the
 * two has values.
 */
function findEmptyAxes({ headers, rows, taken, open }: InferenceInput): number[] {
  if (rows.length === 0 || open === undefined || !taken?.has('lat') || !taken.has('lng')) return [];
  const axes = [...headers.keys()].filter((index) => {
    const field = exactField(headers[index]!);
    return (field === 'lat' || field === 'lng') && !open.includes(index);
  });
  const isEmpty = (cell = ''): boolean => cell.trim() === '' || isEmptyWord(cell.trim());
  return axes.length === 2 && rows.every((row) => axes.every((index) => isEmpty(row[index]))) ? axes : [];
}

function infer(input: InferenceInput, classifier: Classifier): InferenceResult {
  const table = readTable(input);
  const columns = input.headers.map(() => NOT_ASKED);
  const { isOpen, fixed, candidates, language } = table;
  const gone = input.taken ?? new Set<Label>();
  const decided = decide(
    table,
    featuresOf(table).map((buckets) => classifier.probabilities(buckets)),
    gone,
  );
  for (const index of isOpen) columns[index] = decided[index]!;
  const labelled = new Map<string, number>(fixed);
  for (const [index, { label }] of columns.entries())
    if (label !== 'custom' && label !== 'ignore') labelled.set(label, index);
  const hasPlace = (['lat', 'lng', 'lat_lng'] as const).some(
    (field) => labelled.has(field) || gone.has(field),
  );
  const kept = candidates.filter(({ index }) => isOpen.has(index) && columns[index]!.label === 'custom');
  const likelyAxes = hasPlace ? null : findLikelyAxes(kept);
  return {
    columns,
    houseNumber: findHouseNumber(candidates, isOpen, labelled),
    swapped: swapped(candidates, labelled, language, input.rows),
    unprovedAxes: kept.filter(mayBeAxis).map(({ index }) => index),
    ...(likelyAxes && { likelyAxes }),
  };
}

/** The only two columns whose headers name the axes; null: there are none, or their values are no degrees. */
function findLikelyAxes(kept: readonly Candidate[]): readonly [lat: number, lng: number] | null {
  const may = kept.filter(
    ({ reading, profile }) => !reading.blocked && (profile.count === 0 || profile.longitude >= 0.9),
  );
  const lats = may.filter(({ reading }) => reading.fields.has('lat') && reading.axis !== 'x');
  const lngs = may.filter(({ reading }) => reading.fields.has('lng') && reading.axis !== 'y');
  return lats.length === 1 && lngs.length === 1 ? [lats[0]!.index, lngs[0]!.index] : null;
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
