import type { Bid } from './assign.js';
import { areSwapped, isAtHome } from './axes.js';
import type { Profile } from './column.js';
import { fold } from './fold.js';
import { FIELD_LABELS, type FieldLabel, type Label } from './labels.js';
import { type Language, wordsOf } from './languages/index.js';
import { chooseLevels } from './levels.js';
import { type ColumnRole, conceptsOf } from './reading.js';
import { isForeignRole, roleCost } from './roles.js';
import { type Candidate, scoreField, THRESHOLDS } from './score.js';

export interface BidContext {
  /** Columns that have a field by its exact name. */
  readonly fixed: ReadonlyMap<FieldLabel, number>;
  readonly taken: ReadonlySet<Label>;
  readonly language: Language | null;
  readonly rows: readonly (readonly string[])[];
}

export const ADDRESS_FIELDS: ReadonlySet<string> = new Set([
  'street',
  'street2',
  'full_address',
  'city',
  'state',
  'county',
  'zip',
  'country',
]);

/**
 * Fields that each open column could be, with scores. The rules that look at several columns at once are
 * applied here.
 */
export function makeBids(free: readonly Candidate[], all: readonly Candidate[], context: BidContext): Bid[] {
  const gone = new Set<string>([...context.fixed.keys(), ...context.taken]);
  const city =
    context.fixed.get('city') ??
    all.find(({ reading }) => reading.levels.some(({ rank }) => rank >= 3))?.index;
  const open = free.map((candidate) => withTowns(candidate, city, context.rows));
  let bids: Bid[] = [];
  for (const candidate of open) {
    if (candidate.reading.blocked) continue;
    for (const field of FIELD_LABELS) {
      if (gone.has(field) || field === 'state' || field === 'county') continue;
      const score = scoreField(field, candidate);
      if (score <= 0) continue;
      const cost =
        field === 'name'
          ? Math.min(0.15, roleCost(candidate.reading.role))
          : roleCost(candidate.reading.role);
      if (score < (THRESHOLDS[field] ?? THRESHOLDS.default)) continue;
      // Among several columns of names, the first mostly names the row.
      const place = field === 'name' ? Math.min(0.06, 0.01 * candidate.index) : 0;
      const empty = field === 'name' && candidate.profile.count === 0 && context.rows.length > 0 ? 0.4 : 0;
      bids.push({ field, column: candidate.index, score: Math.max(0.05, score - cost - place - empty) });
    }
  }
  const foreign = foreignColumns(open, context);
  const own = open.filter(({ index, reading }) => !reading.blocked && !foreign.has(index));
  for (const [field, choice] of Object.entries(
    chooseLevels(own, {
      language: context.language,
      fixed: gone as ReadonlySet<string>,
    }),
  )) {
    if (!gone.has(field)) bids.push({ field, column: choice.index, score: choice.score });
  }
  bids = settleAxes(bids, open, context.language);
  bids = settleAddress(withTownsOfStates(bids, open, gone), open, context);
  bids = settleCoordinates(bids, gone);
  bids = settleTitles(bids, open, context.language);
  bids = settleName(bids, open, gone);
  // The owner's town is not the site's.
  return bids.filter(({ field, column }) => !ADDRESS_FIELDS.has(field) || !foreign.has(column));
}

/** Separator between a street and its town, with the postal code before the town, if any. */
const BEFORE_TOWN = /[,;\n-]\s{0,9}(?:\d{4,5}\s{0,9})?$/;

/** Addresses that end with the town in the city column of their row are full addresses. */
function withTowns(candidate: Candidate, city: number | undefined, rows: BidContext['rows']): Candidate {
  const { reading, profile, index } = candidate;
  if (city === undefined || city === index) return candidate;
  if (!(reading.fields.has('full_address') || reading.fields.has('street'))) return candidate;
  if (profile.fullAddress >= 0.5) return candidate;
  let checked = 0;
  let found = 0;
  for (const row of rows.slice(0, 30)) {
    const town = fold((row[city] ?? '').slice(0, 60).trim());
    const address = fold((row[index] ?? '').slice(0, 300));
    if (town.length < 3 || address === '') continue;
    checked++;
    const at = address.lastIndexOf(town);
    const [before, behind] = [address.slice(0, at), address.slice(at + town.length)];
    // `Foo, Leeds Road 5` is a street.
    if (at > 4 && BEFORE_TOWN.test(before) && /^\s{0,9}(?:$|[,;.(\n-])/.test(behind)) found++;
  }
  return checked > 0 && found / checked >= 0.5
    ? { ...candidate, profile: { ...profile, fullAddress: found / checked } }
    : candidate;
}

/** Which roles have an address of their own in this row. */
function addressRoles(open: readonly Candidate[], { fixed }: BidContext): Set<ColumnRole> {
  const roles = new Set<ColumnRole>();
  if (fixed.has('street') || fixed.has('city')) roles.add('neutral');
  for (const { reading } of open) {
    const isPlace =
      reading.fields.has('street') ||
      reading.fields.has('full_address') ||
      reading.levels.some(({ rank }) => rank >= 3);
    if (isPlace && !reading.blocked) roles.add(reading.role);
  }
  return roles;
}

/** Columns of another place than the row's, which has an address of its own. */
export function foreignColumns(open: readonly Candidate[], context: BidContext): Set<number> {
  const roles = addressRoles(open, context);
  return new Set(open.filter(({ reading }) => isForeignRole(reading.role, roles)).map(({ index }) => index));
}

/** `x` is the longitude and `y` the latitude, unless only the other way round makes sense. */
function settleAxes(bids: readonly Bid[], open: readonly Candidate[], language: Language | null): Bid[] {
  const placed = new Set(bids.filter(({ field }) => field === 'lat').map(({ column }) => column));
  const able = (axis: 'x' | 'y') =>
    open.find(({ reading, index }) => reading.axis === axis && placed.has(index));
  const x = able('x');
  const y = able('y');
  const exchanged = x !== undefined && y !== undefined && areSwapped(y.profile, x.profile, language);
  const axes = new Map(open.map(({ index, reading }) => [index, reading.axis]));
  const named = new Set(bids.filter(({ column }) => axes.get(column) === null).map(({ field }) => field));
  return bids.filter(({ field, column }) => {
    const axis = axes.get(column) ?? null;
    if (axis === null || (field !== 'lat' && field !== 'lng')) return true;
    if (x && y && !isPlausible(x.profile, y.profile)) return false;
    // A single coordinate gives no place.
    if (!x || !y) return named.has(axis === 'x' ? 'lat' : 'lng');
    return (field === 'lat') === ((axis === 'y') !== exchanged);
  });
}

/**
 * Headers that name no axis stand for much else: positions on a screen, results of a test. Such a pair counts
 * when it lies where the seven languages are spoken, or has the many digits of a measured place away from the
 * origin.
 */
function isPlausible(x: Profile, y: Profile): boolean {
  const [lng, lat] = [x.medianDegrees, y.medianDegrees];
  if (isAtHome(lat, lng) || isAtHome(lng, lat)) return true;
  return Math.abs(lat) > 2 && Math.abs(lng) > 2 && x.averageLength >= 7 && y.averageLength >= 7;
}

/** `Ort` over `Peabody, MA` is no town, and all that says where the row is: it is read as a whole address. */
function withTownsOfStates(
  bids: readonly Bid[],
  open: readonly Candidate[],
  gone: ReadonlySet<string>,
): Bid[] {
  const says = (field: string): boolean => field === 'full_address' || field === 'street' || field === 'city';
  if ([...gone].some(says) || bids.some(({ field }) => says(field))) return [...bids];
  const town = open.find(
    ({ reading, profile }) =>
      !reading.blocked && reading.levels.some(({ rank }) => rank >= 3) && profile.fullAddress >= 0.5,
  );
  if (town === undefined) return [...bids];
  return [...bids, { field: 'full_address', column: town.index, score: THRESHOLDS.full_address! }];
}

/** A whole address is only wanted when no column has the street alone. */
function settleAddress(
  bids: readonly Bid[],
  open: readonly Candidate[],
  { fixed, taken }: BidContext,
): Bid[] {
  const addresses = new Set(
    bids.filter(({ field }) => field === 'street' || field === 'full_address').map(({ column }) => column),
  );
  const full = new Set(
    open
      .filter(({ index, profile }) => addresses.has(index) && profile.fullAddress >= 0.5)
      .map(({ index }) => index),
  );
  const hasStreet =
    fixed.has('street') ||
    taken.has('street') ||
    bids.some(({ field, column, score }) => field === 'street' && !full.has(column) && score >= 0.6);
  return bids.filter(({ field, column }) => {
    if (field === 'full_address') return !hasStreet;
    return field !== 'street' || !full.has(column) || (!hasStreet && taken.has('full_address'));
  });
}

/** Both coordinates in one cell are only wanted when they have no columns of their own. */
export function settleCoordinates(bids: readonly Bid[], gone: ReadonlySet<string>): Bid[] {
  const has = (field: string): boolean => gone.has(field) || bids.some((bid) => bid.field === field);
  return has('lat') && has('lng') ? bids.filter(({ field }) => field !== 'lat_lng') : [...bids];
}

const TITLES: ReadonlySet<string> = new Set(wordsOf(({ headers }) => headers.titles));

/** `Titel` beside `Nachname` is `Dr.`, not a name of the row. */
function settleTitles(bids: readonly Bid[], open: readonly Candidate[], language: Language | null): Bid[] {
  const isLast = ({ reading }: Candidate): boolean =>
    reading.words.some((word) => conceptsOf(word, language).includes('last'));
  if (!open.some(isLast)) return [...bids];
  const titles = new Set(
    open
      .filter(({ reading: { words } }) => words.length === 1 && TITLES.has(words[0]!.key))
      .map(({ index }) => index),
  );
  return bids.filter(({ field, column }) => field !== 'name' || !titles.has(column));
}

/**
 * Without a column of names, one of the first three columns may take the role, as the districts do in a list
 * of districts.
 */
function settleName(bids: readonly Bid[], open: readonly Candidate[], gone: ReadonlySet<string>): Bid[] {
  if (gone.has('name') || bids.some(({ field }) => field === 'name')) return [...bids];
  const levels = new Set(bids.map(({ column }) => column));
  for (const { index, reading, profile } of open) {
    if (
      index <= 2 &&
      !levels.has(index) &&
      reading.fields.has('name') &&
      profile.text >= 0.9 &&
      profile.distinct >= 0.9 &&
      profile.street < 0.5 &&
      profile.count > 1 &&
      !bids.some(({ field: other }) => other === 'street' || other === 'city')
    ) {
      return [...bids, { field: 'name', column: index, score: 0.4 }];
    }
  }
  return [...bids];
}
