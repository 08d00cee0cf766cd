import { quote } from '../../base/cut.js';
import type { AddressParts, Unplaced } from '../../geo/gazetteer/place.js';
import type { Placer } from '../../geo/placer.js';
import type { Namesake, UnnamedArea } from '../../geo/regions/area-finder.js';
import { isPostal, isRegion } from '../../geo/regions/region-type.js';
import { clipReason } from '../../markers/clip-reason.js';
import { codeIn, type PlacedBy, placeMarker } from '../../markers/place-marker.js';
import { isCircle, isDriveTime } from '../../schema/marker-terms.js';
import type { Placed } from '../../schema/placed.js';
import type { ImportOptions } from '../options.js';
import {
  ADDRESS_PARTS,
  type AddressField,
  addressOf,
  type IncomingRow,
  RowDefect,
  type RowDefectCode,
  TEXT,
} from '../rows/incoming-row.js';
import type { AddressColumns } from './address-columns.js';
import { doubtOf } from './doubtful-coordinates.js';
import { minutesOf, type RowDriveTimes } from './drive-times.js';
import type { PlacingClock } from './placing-clock.js';

/** Options, columns and kernels that place the rows of a block. */
export interface RowPlacing {
  options: ImportOptions;
  placer: Placer;
  /** Asks no service for more: places rows without what is guessed of their addresses. */
  known: Placer;
  columns: AddressColumns;
  driveTimes: RowDriveTimes;
  /** Measures the rows that need more than their coordinates. */
  clock: PlacingClock;
}

/** How a row came to its place. */
export interface PlacedRow {
  by: PlacedBy;
  /** How well the region that its type asks for was found; null: its type is no region. */
  area: 'exact' | 'approximate' | 'none' | null;
  /** Counters of drive times that the row adds to; absent: its type is no drive time. */
  driveTimes?: readonly (keyof Placed['driveTimes'])[];
  contradiction: string | null;
  namesake?: Namesake;
  /** Its name and coordinates, where latitude and longitude look exchanged; undefined: they do not. */
  exchanged?: string | undefined;
  /** Its own coordinates are elsewhere than it says. */
  doubt?: 'elsewhere' | 'zeros' | undefined;
  /** A geocoding service knew its address. */
  byService?: boolean;
}

/**
 * Tells whether a row needs no more than its own coordinates: those of pins and circles, of which an import
 * can have a million.
 */
const hasPlace = (row: IncomingRow, wanted: string): boolean => !Number.isNaN(row.lat) && !isRegion(wanted);

const AT_COORDINATES: PlacedRow = {
  by: 'coordinates',
  area: null,
  contradiction: null,
  // Both kinds have the same members, so that V8 reads them alike.
  exchanged: undefined,
  doubt: undefined,
  byService: false,
};

/**
 * Settles where a row lies and as what: between reading it and looking for its duplicates. Its country, type
 * and radius are the upload's where it has none of its own; the country is another where the rest of its
 * address is found in another.
 * @param row changed: `lat`, `lng` and their texts, `country`, `impliesCountry`, `impliesRadius`, `type`
 * (never '' afterwards), `radiusMiles` (0 where the type has none), `regionSource`, `driveTimeArea`
 * @throws RowDefect location_missing, address_unknown, address_ambiguous, address_contradictory,
 * region_code_unknown, drive_time_invalid
 */
export function placeRow(row: IncomingRow, placing: RowPlacing): PlacedRow {
  const wanted = row.type === '' ? placing.options.markerType : row.type;
  return isDriveTime(wanted) ? placeDriveTime(row, wanted, placing) : locateRow(row, wanted, placing);
}

/**
 * A function of its own, as the next but one: V8 allocates what closures share at each call, also where none
 * is made.
 */
function placeDriveTime(row: IncomingRow, wanted: string, placing: RowPlacing): PlacedRow {
  const { options, driveTimes } = placing;
  // Before its address is looked for, which may cost something.
  const minutes = ifSuited(row, () => minutesOf(row, options, driveTimes.column));
  const located = locateRow(row, wanted, placing);
  const ownMinutes = minutes ?? options.defaultDriveTimeMinutes;
  const given =
    ifSuited(row, () => driveTimes.give(row, wanted, ownMinutes)) ??
    driveTimes.give(row, wanted, options.defaultDriveTimeMinutes);
  return { ...located, driveTimes: given };
}

/**
 * @returns null: the minutes do not suit, and were kept as a custom field
 * @throws RowDefect where their column is no guess
 */
function ifSuited<T>(row: IncomingRow, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RowDefect) || row.driveTime === '' || !row.keepUnsuited('drive_time')) throw error;
    row.driveTime = '';
    return null;
  }
}

/** Places a row; it is a pin where the type says neither a region nor a circle. */
function locateRow(row: IncomingRow, wanted: string, placing: RowPlacing): PlacedRow {
  const { options, placer } = placing;
  row.impliesRadius = isCircle(wanted) && row.radiusMiles === 0;
  row.radiusMiles = isCircle(wanted) ? row.radiusMiles || options.defaultRadiusMiles : 0;
  row.regionSource = '';
  const found = Number.isNaN(row.lat) ? null : doubtOf(row, options.defaultCountry, placer);
  const doubt = found === null || found === 'exchanged' ? undefined : found;
  const exchanged = found === 'exchanged' ? `${quote(row.name, 40)} (${row.lat}, ${row.lng})` : undefined;
  if (hasPlace(row, wanted)) {
    row.type = isCircle(wanted) ? wanted : 'pin';
    if (options.defaultCountry !== null && row.isEmpty(TEXT.country))
      implyCountry(row, options.defaultCountry);
    return found === null ? AT_COORDINATES : { ...AT_COORDINATES, exchanged, doubt };
  }
  return placeByAddress(row, wanted, placing, exchanged, doubt);
}

function placeByAddress(
  row: IncomingRow,
  wanted: string,
  placing: RowPlacing,
  exchanged: PlacedRow['exchanged'],
  doubt: PlacedRow['doubt'],
): PlacedRow {
  const { options, placer, columns, clock } = placing;
  const placed = clock.measure(() => placeByAll(row, wanted, placing));
  if ('code' in placed) throw defectOf(placed, row, columns);
  const { type, lat, lng, by, country, regionSource, contradiction, byService, namesake, parts } = placed;
  if (parts !== undefined && columns.hasWholeAddress) takeParts(row, parts);
  if (row.country === '' && options.defaultCountry !== null) {
    const isElsewhere = country !== null && country !== placer.countryCode(options.defaultCountry);
    implyCountry(row, isElsewhere ? country : options.defaultCountry);
  }
  row.type = type;
  if (by !== 'coordinates') {
    row.lat = lat;
    row.lng = lng;
    row.latText = String(lat);
    row.lngText = String(lng);
  }
  row.regionSource = regionSource ?? '';
  // The zip decides a postal area from now on (docs/decisions.md#places).
  if (isRegion(type) && isPostal(type) && row.zip === '') row.zip = codeIn(row.regionSource);
  const area = !isRegion(wanted)
    ? null
    : regionSource === null
      ? 'none'
      : regionSource.startsWith('approx/')
        ? 'approximate'
        : 'exact';
  return { by, area, contradiction, exchanged, doubt, byService, ...(namesake && { namesake }) };
}

type Placing = ReturnType<typeof placeMarker>;

/** Places a row by all that it says; where that fails, without parts of its address that are guesses. */
function placeByAll(row: IncomingRow, wanted: string, { options, placer, known }: RowPlacing): Placing {
  const address = addressOf(row);
  const placed = placeMarker(wanted, row, address, options.defaultCountry, placer);
  // Two addresses that are both good contradict each other: nobody knows which is meant.
  if (!('code' in placed) || placed.code === 'address_contradictory') return placed;
  const guesses = ADDRESS_PARTS.filter((field) => row.keeper?.hasGuess(field));
  const isUnknown = placed.code === 'address_unknown' || placed.code === 'region_code_unknown';
  const blamed = guesses.filter((field) => field === placed.part && isUnknown && ALONE.has(field));
  for (const fields of [blamed, guesses]) {
    if (fields.length === 0) continue;
    const rest = { ...address };
    for (const field of fields) rest[TEXT_OF[field] ?? (field as 'city')] = '';
    const other = placeMarker(wanted, row, rest, options.defaultCountry, known);
    // A town that is not known does not lie in the middle of its state.
    if ('code' in other || (fields === guesses && isVague(other.by))) continue;
    for (const field of fields) {
      row.keepUnsuited(field);
      row[TEXT_OF[field] ?? (field as 'city')] = '';
    }
    return other;
  }
  return placed;
}

const TEXT_OF: Readonly<Partial<Record<AddressField, 'street' | 'regionCode'>>> = {
  full_address: 'street',
  region_code: 'regionCode',
};
/** Parts without which the rest of an address says the same place. */
const ALONE: ReadonlySet<AddressField> = new Set(['country', 'region_code']);

const isVague = (by: PlacedBy): boolean => by === 'state' || by === 'country';

function implyCountry(row: IncomingRow, country: string): void {
  row.country = country;
  row.impliesCountry = true;
}

/** Fills a row from the parts of its whole address; other columns that it has stay as they are. */
function takeParts(row: IncomingRow, parts: AddressParts): void {
  row.street = parts.street;
  for (const part of ['city', 'state', 'zip', 'country'] as const) row[part] ||= parts[part];
}

const CODES: Readonly<Record<(Unplaced | UnnamedArea)['code'], RowDefectCode>> = {
  address_missing: 'location_missing',
  address_unknown: 'address_unknown',
  address_ambiguous: 'address_ambiguous',
  address_contradictory: 'address_contradictory',
  region_code_unknown: 'region_code_unknown',
};

const NOWHERE = 'neither coordinates nor an address that can be located';

function defectOf(
  { code, message, part }: Unplaced | UnnamedArea,
  row: IncomingRow,
  columns: AddressColumns,
): RowDefect {
  const { street, city, county, state, country, zip, regionCode } = row;
  const isBlank = street + city + county + state + country + zip + regionCode === '';
  const why = isBlank ? NOWHERE : clipReason(message);
  const column = part === null ? null : columns[part];
  const { unread } = row;
  if (unread === null) return new RowDefect(CODES[code], why, column);
  return new RowDefect(
    CODES[code],
    `${why}; ${unread.message}`,
    isBlank ? unread.column : column,
    unread.isExchanged,
  );
}
