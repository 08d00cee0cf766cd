import { exactField, REGION_CODE } from '../schema/import-fields.js';
import { assignFields, type Bid } from './assign.js';
import { isArrayPosition } from './axes.js';
import { ADDRESS_FIELDS, settleCoordinates } from './bids.js';
import type { Profile } from './column.js';
import { FIELD_LABELS, type FieldLabel, type Label } from './labels.js';
import type { Probabilities } from './model/classifier.js';
import { isBlankHeader, type ReadTable } from './read-table.js';
import { fieldReason, lostReason } from './reason.js';
import { type Candidate, isRuledOut } from './score.js';
import { type SecondMeaning, secondBest } from './second-best.js';

export interface Inference {
  readonly label: Label;
  /** 0..1: how sure the label is. */
  readonly confidence: number;
  /** A few words for people. */
  readonly why: string;
  /** Absent where no other reading is worth telling. */
  readonly secondBest?: SecondMeaning;
}

/** A bid that every other one beats. */
const LEAST = 1e-3;

/** A column may get a field whose probability, as a share of its likeliest field, exceeds this. */
const SECOND_BEST = 0.1;

/** A field wins over `custom` when this times its probability is higher; by cross-validation. */
const PREFERENCE = 1.5;

/** Gives the fields to the columns that are likeliest to hold them, for the table as a whole. */
export function decide(
  table: ReadTable,
  likely: readonly Probabilities[],
  taken: ReadonlySet<Label>,
): Inference[] {
  const gone = new Set<string>([...table.fixed.keys(), ...taken]);
  const bids = makeBids(table, likely, gone);
  const settled = settleAddress(settleCoordinates(bids, gone), gone);
  const first = assignFields(settled);
  const hasName = gone.has('name') || [...first.values()].some(({ field }) => field === 'name');
  const won = withPartner(hasName ? first : assignFields(withName(settled, table, likely)), table, gone);
  const wanted = wantedFields(bids);
  return table.candidates.map((candidate) => {
    const { index } = candidate;
    const { label, isExact } = table.ruled[index]!;
    if (isExact) return { label, confidence: 1, why: 'exact field name' };
    const header = table.headers[index]!;
    const chances = likely[index]!;
    const field = won.get(index)?.field as FieldLabel | undefined;
    const inference = field
      ? {
          label: field,
          confidence: Math.max(
            certainField(candidate, table, chances) === field ? SURE : 0,
            chances.of(field),
          ),
          why: fieldReason(field, header, candidate),
        }
      : rest(header, candidate, chances, wanted.get(index));
    if (inference.label === 'ignore' || isNeverInferred(header)) return inference;
    const isFree = (other: FieldLabel): boolean => isPossible(other, candidate, table);
    return { ...inference, ...secondBest(inference.label, chances, isFree) };
  });
}

/**
 * Share of the values of a column that are degrees, where another column has the other axis and the header
 * says which this is.
 */
const HALF_DEGREES = 0.5;

/**
 * Gives a latitude the longitude beside it, and the other way round: one alone is no place. What cells do not
 * suit stays with their rows.
 */
function withPartner(won: Map<number, Bid>, table: ReadTable, gone: ReadonlySet<string>): Map<number, Bid> {
  const has = (field: string): boolean =>
    gone.has(field) || [...won.values()].some((bid) => bid.field === field);
  if (has('lat') === has('lng')) return won;
  const missing = has('lat') ? 'lng' : 'lat';
  const letter = missing === 'lat' ? 'lngLetter' : 'latLetter';
  const partners = table.candidates
    .filter(({ index, reading, profile }) => {
      const isFree = table.isOpen.has(index) && !won.has(index) && !table.ruled[index]!.isExact;
      const isNamed = reading.fields.has(missing) && reading.axis === null && !reading.blocked;
      const mayBe = profile.count === 0 || (profile.longitude >= HALF_DEGREES && profile[letter] < 0.5);
      return isFree && isNamed && mayBe;
    })
    .sort((a, b) => b.profile.longitude - a.profile.longitude);
  const [partner] = partners;
  return partner === undefined
    ? won
    : new Map(won).set(partner.index, { field: missing, column: partner.index, score: LEAST });
}

/** Field that each column is likeliest to hold. */
function wantedFields(bids: readonly Bid[]): Map<number, FieldLabel> {
  const best = new Map<number, Bid>();
  for (const bid of bids) if (bid.score > (best.get(bid.column)?.score ?? 0)) best.set(bid.column, bid);
  return new Map([...best].map(([column, { field }]) => [column, field as FieldLabel]));
}

/** Columns of marker types and region codes are read by their exact names alone. */
function isNeverInferred(header: string): boolean {
  const field = exactField(header);
  return field === 'marker_type' || field === REGION_CODE;
}

function makeBids(table: ReadTable, likely: readonly Probabilities[], gone: ReadonlySet<string>): Bid[] {
  const named = new Set(table.fixed.values());
  return table.candidates.flatMap((candidate) => {
    const { index } = candidate;
    if (!table.isOpen.has(index) || named.has(index) || isNeverInferred(table.headers[index]!)) return [];
    const certain = certainField(candidate, table, likely[index]!);
    if (certain !== null && !gone.has(certain)) return [{ field: certain, column: index, score: CERTAIN }];
    const chances = withAddress(likely[index]!, table.ruled[index]!.label);
    const isFree = (field: FieldLabel): boolean => !gone.has(field) && isPossible(field, candidate, table);
    let none = chances('custom') + chances('ignore');
    const likeliest = Math.max(...FIELD_LABELS.map(chances));
    const likelier = FIELD_LABELS.filter(
      (field) => PREFERENCE * chances(field) > none && chances(field) > SECOND_BEST * likeliest,
    );
    const free = likelier.filter(isFree);
    // Once `city` is given, a second column of towns does not get its next likely field.
    for (const field of likelier) if (!free.includes(field)) none = Math.max(none, chances(field));
    return free
      .filter((field) => PREFERENCE * chances(field) > none)
      .map((field) => ({ field, column: index, score: Math.log((PREFERENCE * chances(field)) / none) }));
  });
}

/** Bid of a field that is a thousand times likelier. */
const CERTAIN = Math.log(1000);
const SURE = 0.95;

/**
 * Field of a column that is not the model's to judge: geometries of points, places in an array of
 * coordinates, and fields that it has not learned.
 */
function certainField(
  { index, profile }: Candidate,
  { headers, ruled }: ReadTable,
  chances: Probabilities,
): FieldLabel | null {
  const { label } = ruled[index]!;
  if (label !== 'custom' && !chances.knows(label)) return label;
  const isAxis = (label === 'lat' || label === 'lng') && isArrayPosition(headers[index]!);
  if (isAxis) return label;
  return profile.count > 0 && profile.pointGeometry >= 0.9 ? 'lat_lng' : null;
}

/**
 * A list that nothing else names keeps the name that the rules see, such as its districts; a list of places
 * takes the likeliest one, because without a name every row is rejected.
 */
function withName(settled: readonly Bid[], table: ReadTable, likely: readonly Probabilities[]): Bid[] {
  // Columns that bid for the name have got other fields.
  const bids = settled.filter(({ field }) => field !== 'name');
  const bidders = new Set(bids.map(({ column }) => column));
  const ruled = table.ruled.findIndex(({ label }) => label === 'name');
  const column = ruled >= 0 || !hasPlaces(bids, table) ? ruled : likeliestName(table, likely, bidders);
  return column < 0 || bidders.has(column) ? [...bids] : [...bids, { field: 'name', column, score: LEAST }];
}

/** A name that is less likely than this is none. */
const LEAST_NAME = 0.25;

const hasPlaces = (bids: readonly Bid[], { fixed }: ReadTable): boolean =>
  [...fixed.keys(), ...bids.map(({ field }) => field)].some(
    (field) => ADDRESS_FIELDS.has(field) || field === 'lat' || field === 'lat_lng',
  );

function likeliestName(
  table: ReadTable,
  likely: readonly Probabilities[],
  taken: ReadonlySet<number>,
): number {
  const named = new Set(table.fixed.values());
  let best = -1;
  for (const candidate of table.candidates) {
    const { index } = candidate;
    if (!table.isOpen.has(index) || named.has(index) || taken.has(index)) continue;
    if (isNeverInferred(table.headers[index]!) || !isPossible('name', candidate, table)) continue;
    const chance = likely[index]!.of('name');
    if (chance >= LEAST_NAME && (best < 0 || chance > likely[best]!.of('name'))) best = index;
  }
  return best;
}

function isPossible(field: FieldLabel, candidate: Candidate, { ruled, foreign }: ReadTable): boolean {
  if (ruled[candidate.index]!.label === field) return true;
  if (isRuledOut(field, candidate) || (ADDRESS_FIELDS.has(field) && foreign.has(candidate.index)))
    return false;
  // Headers such as `X` and `North` name an axis: the values of both columns decide which, and no other field
  // is possible.
  return candidate.reading.axis === null;
}

/** Values, among them the towns of the same rows, tell better than words whether an address is whole. */
function withAddress(chances: Probabilities, ruled: Label): (label: Label) => number {
  const others = INSTEAD.get(ruled);
  if (others === undefined) return (label) => chances.of(label);
  const sum = others.reduce((total, other) => total + chances.of(other), chances.of(ruled));
  return (label) => (label === ruled ? sum : others.includes(label) ? 0 : chances.of(label));
}

/** `Ort` over `Peabody, MA` is a whole address, too, where nothing else says where the row is. */
const INSTEAD: ReadonlyMap<Label, readonly Label[]> = new Map<Label, readonly Label[]>([
  ['street', ['full_address']],
  ['full_address', ['street', 'city']],
]);

/** A whole address is only wanted when no column has the street alone. */
function settleAddress(bids: readonly Bid[], gone: ReadonlySet<string>): Bid[] {
  const hasStreet = gone.has('street') || bids.some(({ field }) => field === 'street');
  return bids.filter(({ field }) => field !== 'full_address' || !hasStreet);
}

function rest(
  header: string,
  { index, profile }: Candidate,
  chances: Probabilities,
  lost: FieldLabel | undefined,
): Inference {
  if (isBlankHeader(header, index) && profile.filled === 0)
    return { label: 'ignore', confidence: 1, why: 'empty column' };
  const saysNothing = isBlankHeader(header, index) || /^(?:index|#)$/i.test(header.trim());
  if (saysNothing && isCounter(profile, chances))
    return { label: 'ignore', confidence: Math.max(0.95, chances.of('ignore')), why: 'row numbers' };
  const confidence = chances.of('custom');
  return { label: 'custom', confidence, why: lost ? lostReason(lost) : 'no field fits' };
}

/** Numbers from 0 or 1 without a gap; or some of them, as the model has seen in files that were filtered. */
const isCounter = (profile: Profile, chances: Probabilities): boolean =>
  profile.ordinal === 1 || (profile.rising === 1 && chances.of('ignore') > chances.of('custom'));
