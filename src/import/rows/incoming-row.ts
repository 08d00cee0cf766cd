import type { RemovedMembers } from '../../schema/removed-members.js';
import type { RowErrorCode } from '../../schema/row-error-codes.js';

/** One marker on its way from an upload to the database; the readers of both formats fill the same object again and again. */
export interface IncomingRow {
  name: string;
  /** Marker type; '' when the row has none of its own. */
  type: string;
  /** Degrees; NaN when the row has no coordinates. */
  lat: number;
  lng: number;
  /** The same as decimal text: formatting a double costs more than all else that is done to it. */
  latText: string;
  lngText: string;
  street: string;
  street2: string;
  city: string;
  /** Evidence for where the address is; stored with `extras`. */
  county: string;
  state: string;
  country: string;
  /** The country is `default_country`, or told by the rest of the address: the row itself names none. */
  impliesCountry: boolean;
  zip: string;
  /** FIPS, ISO or postal code of its area, as the upload has it; stored as `regionSource` alone. */
  regionCode: string;
  category: string;
  color: string;
  /** Miles; 0 when the row has none of its own. */
  radiusMiles: number;
  expire: string;
  /** What the row itself has of each column that the reader was told to watch; '' for none. */
  watched: string[];
  /** JSON text of an object of strings, '' when empty. */
  customFields: string;
  /** JSON text of the extra members, '' when empty. */
  extras: string;
  /** What the row says is to go from the marker that it overwrites; null: nothing. */
  removed: RemovedMembers | null;
  /** Minutes of a drive, as the upload has it; '' when the row has none of its own. */
  driveTime: string;
  /** Data set and code of the row's area; '' without one. */
  regionSource: string;
  /** Key of its area among those of drive times; '' of others. */
  driveTimeArea: string;
}

/**
 * Why a row is rejected. `code` is stable; `column` is set when one column is to blame. Thrown, though it is no Error: with a stack
 * trace a row that is wrong costs 3.4 µs more than all that is done to one that is right, without one 0.7.
 */
export class RowDefect {
  readonly message: string;
  readonly column: string | null;

  constructor(
    readonly code: RowDefectCode,
    message: string,
    column: string | null = null,
    /** Its latitude and longitude would be those of a place the other way round. */
    readonly isExchanged = false,
  ) {
    this.message = message.toWellFormed();
    this.column = column === null ? null : storable(column);
  }
}

/** Characters of a column's name: a job shows 1,000 errors, and one header may have millions. */
const MAX_COLUMN = 200;

/** Names in a JSON upload may hold what PostgreSQL cannot store: NUL becomes U+FFFD. */
function storable(name: string): string {
  const shown = name.length > MAX_COLUMN ? `${name.slice(0, MAX_COLUMN).toWellFormed()}…` : name;
  return shown.replaceAll('\0', '\ufffd');
}

export type RowDefectCode = RowErrorCode;

export function emptyRow(): IncomingRow {
  return {
    name: '',
    type: '',
    lat: Number.NaN,
    lng: Number.NaN,
    latText: '',
    lngText: '',
    street: '',
    street2: '',
    city: '',
    county: '',
    state: '',
    country: '',
    impliesCountry: false,
    zip: '',
    regionCode: '',
    category: '',
    color: '',
    radiusMiles: 0,
    expire: '',
    watched: [],
    customFields: '',
    extras: '',
    removed: null,
    driveTime: '',
    regionSource: '',
    driveTimeArea: '',
  };
}

/** Makes a used row equal to `emptyRow()`. Both readers call it first, so that a record never shows what the one before it left. */
export function clearRow(row: IncomingRow): void {
  row.name = '';
  row.type = '';
  row.lat = Number.NaN;
  row.lng = Number.NaN;
  row.latText = '';
  row.lngText = '';
  row.street = '';
  row.street2 = '';
  row.city = '';
  row.county = '';
  row.state = '';
  row.country = '';
  row.impliesCountry = false;
  row.zip = '';
  row.regionCode = '';
  row.category = '';
  row.color = '';
  row.radiusMiles = 0;
  row.expire = '';
  row.watched.length = 0;
  row.customFields = '';
  row.extras = '';
  row.removed = null;
  row.driveTime = '';
  row.regionSource = '';
  row.driveTimeArea = '';
}
