import { cut } from '../../base/cut.js';
import { decodeCell, RepeatedCells } from '../../format/cells/decode.js';
import type { CopyWriter } from '../../format/copy-writer.js';
import { type COMPOSITE_FIELDS, REGION_CODE } from '../../schema/import-fields.js';
import { ADDRESS_MEMBERS, TEXT_MEMBERS } from '../../schema/marker-terms.js';
import { codeAmong, type Match } from '../../schema/match.js';
import type { RemovedMembers } from '../../schema/removed-members.js';
import type { RowErrorCode } from '../../schema/row-error-codes.js';

/** Texts of a row, all trimmed; '' for what it does not have. */
const TEXTS = [
  'name',
  /** Marker type. */
  'type',
  /** `lat` and `lng` as decimal text: formatting a double costs more than all else that is done to it. */
  'latText',
  'lngText',
  ...ADDRESS_MEMBERS,
  ...TEXT_MEMBERS,
  /** Evidence for where the address is; stored with `extras`. */
  'county',
  /** FIPS, ISO or postal code of its area, as the upload has it; stored as `regionSource` alone. */
  'regionCode',
  'color',
  'expire',
  /** Minutes of a drive, as the upload has it. */
  'driveTime',
  /** Data set and code of the row's area. */
  'regionSource',
  /** Key of its area among those of drive times. */
  'driveTimeArea',
] as const;
type TextName = (typeof TEXTS)[number];

/** Numbers of the texts. */
export const TEXT = Object.fromEntries(TEXTS.map((name, text) => [name, text])) as Record<TextName, number>;

/**
 * JSON text of an object of strings, '' when empty: made from cells when a rule asks for it, or written as it
 * is.
 */
export interface MemberTexts {
  text(): string;
  /** Value of one member; '' where it is not there. */
  get(name: string): string;
  write(to: CopyWriter): void;
}

/** Fields whose columns may be guessed by what they hold, and that not every text suits. */
export type GuessedField =
  | 'color'
  | 'expire'
  | 'radius'
  | 'drive_time'
  | 'lat'
  | 'lng'
  | (typeof COMPOSITE_FIELDS)[number]
  | AddressField;
/** Parts of an address that a row can do without where they are guessed. */
export const ADDRESS_PARTS = [
  'street',
  'full_address',
  'city',
  'county',
  'state',
  'zip',
  'country',
  REGION_CODE,
] as const;
export type AddressField = (typeof ADDRESS_PARTS)[number];

/** Keeps cells of guessed columns that do not suit their field as custom fields. */
export interface CellKeeper {
  /** @returns the header of the column; null: it is no guess, and the row is rejected */
  keep(field: GuessedField): string | null;
  /** Tells whether the record has a cell of a guessed column for the field. */
  hasGuess(field: GuessedField): boolean;
}

/**
 * One marker on its way from an upload to the database; the readers of both formats fill the same object
 * again and again. A text is a string that a reader or a rule has set, or a range of bytes that becomes one
 * when a rule asks for it.
 */
class Row {
  /** Degrees; NaN when the row has no coordinates. */
  lat = Number.NaN;
  lng = Number.NaN;
  /** The country is `default_country`, or told by the rest of the address: the row itself names none. */
  impliesCountry = false;
  /** The radius is `default_radius`: the row itself says none. */
  impliesRadius = false;
  /** Miles; 0 when the row has none of its own. */
  radiusMiles = 0;
  /** Value of each column that the reader was told to watch; '' for none. */
  watched: string[] = [];
  /** Members that go from the marker that the row overwrites; null: none. */
  removed: RemovedMembers | null = null;
  /** Set by the reader. */
  keeper: CellKeeper | null = null;
  /** Columns whose cells were kept as custom fields, each as its field and its header on two lines. */
  readonly kept: string[] = [];
  /**
   * Why coordinates of the row were not read, where its address may place it; null: it has none, or all were
   * read.
   */
  unread: RowDefect | null = null;
  /** UTF-8, where each text lies that is no string. */
  bytes: Buffer = NO_BYTES;
  readonly from = new Int32Array(TEXTS.length);
  readonly to = new Int32Array(TEXTS.length);
  /** Texts as strings; null: so far only a range of bytes. */
  readonly #strings: (string | null)[] = Array(TEXTS.length).fill(null);
  readonly #isSet = new Uint8Array(TEXTS.length);
  /** Texts that are strings, `#stringCount` of them: of most rows two or three. */
  readonly #stringTexts = new Uint8Array(TEXTS.length);
  #stringCount = 0;
  readonly #countries = new RepeatedCells();
  #customFields: MemberTexts | string = '';
  #extras: MemberTexts | string = '';

  /**
   * Makes a used row empty. Both readers do it first, so that a record never shows what the one before it
   * left.
   */
  clear(bytes: Buffer = NO_BYTES): void {
    this.lat = Number.NaN;
    this.lng = Number.NaN;
    this.impliesCountry = false;
    this.impliesRadius = false;
    this.radiusMiles = 0;
    if (this.watched.length > 0) this.watched.length = 0;
    this.removed = null;
    this.keeper = null;
    if (this.kept.length > 0) this.kept.length = 0;
    this.unread = null;
    this.bytes = bytes;
    // A call of `fill` costs more than so few numbers.
    const { from, to } = this;
    for (let text = 0; text < TEXTS.length; text++) from[text] = to[text] = 0;
    for (let i = 0; i < this.#stringCount; i++) {
      const text = this.#stringTexts[i]!;
      this.#strings[text] = null;
      this.#isSet[text] = 0;
    }
    this.#stringCount = 0;
    this.#customFields = '';
    this.#extras = '';
  }

  text(text: number): string {
    const known = this.#strings[text]!;
    if (known !== null) return known;
    const from = this.from[text]!;
    const to = this.to[text]!;
    if (from === to) return '';
    const decoded =
      text === TEXT.country ? this.#countries.decode(this.bytes, from, to) : decodeCell(this.bytes, from, to);
    this.#keepString(text, decoded);
    return decoded;
  }

  #keepString(text: number, string: string): void {
    if (this.#strings[text] === null) this.#stringTexts[this.#stringCount++] = text;
    this.#strings[text] = string;
  }

  setText(text: number, string: string): void {
    this.#keepString(text, string);
    this.#isSet[text] = 1;
  }

  setCell(text: number, from: number, to: number): void {
    this.from[text] = from;
    this.to[text] = to;
  }

  /** Tells whether a reader or a rule has set a text. */
  isString(text: number): boolean {
    return this.#isSet[text] === 1;
  }

  isEmpty(text: number): boolean {
    return this.#isSet[text] === 1 ? this.#strings[text] === '' : this.from[text] === this.to[text];
  }

  /** Writes a text as a column of COPY, which is null when empty. */
  write(text: number, to: CopyWriter): void {
    const from = this.from[text]!;
    const end = this.to[text]!;
    if (this.#isSet[text] === 1) to.textOrNull(this.#strings[text]!);
    else if (from === end) to.null();
    else to.cell(this.bytes, from, end);
  }

  /**
   * Makes a cell that does not suit its field a custom field, where the column is a guess.
   * @returns false: it is none
   */
  keepUnsuited(field: GuessedField): boolean {
    const header = this.keeper?.keep(field) ?? null;
    if (header !== null) this.kept.push(`${field}\n${header}`);
    return header !== null;
  }

  get customFields(): string {
    return textOfMembers(this.#customFields);
  }
  set customFields(members: MemberTexts | string) {
    this.#customFields = members;
  }

  get extras(): string {
    return textOfMembers(this.#extras);
  }
  set extras(members: MemberTexts | string) {
    this.#extras = members;
  }

  /** The code of a row by which an import matches it, trimmed; '' for none. */
  codeOf({ column, name }: Match): string {
    const members = column === 'extras' ? this.#extras : this.#customFields;
    return typeof members === 'string' ? codeAmong(members, name) : members.get(name).trim();
  }

  writeMembers(to: CopyWriter): void {
    writeMembers(this.#customFields, to);
    to.tab();
    writeMembers(this.#extras, to);
  }
}

const NO_BYTES = Buffer.alloc(0);

const textOfMembers = (members: MemberTexts | string): string =>
  typeof members === 'string' ? members : members.text();

function writeMembers(members: MemberTexts | string, to: CopyWriter): void {
  if (typeof members === 'string') to.textOrNull(members);
  else members.write(to);
}

for (const [text, name] of TEXTS.entries())
  Object.defineProperty(Row.prototype, name, {
    get(this: Row): string {
      return this.text(text);
    },
    set(this: Row, string: string) {
      this.setText(text, string);
    },
  });

export type IncomingRow = Row & Record<TextName, string>;

/**
 * The address as an object of its own, which can be spread: a row has no texts of its own but those that are
 * asked for.
 */
export function addressOf(row: IncomingRow) {
  const { name, street, street2, city, county, state, country, zip, regionCode } = row;
  return { name, street, street2, city, county, state, country, zip, regionCode };
}

export const emptyRow = (): IncomingRow => new Row() as IncomingRow;

/**
 * Why a row is rejected. `code` is stable; `column` is set when one column is to blame. Thrown, though it is
 * no Error: with a stack trace a row that is wrong costs 3.4 µs more than all that is done to one that is
 * right, without one 0.7.
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
  const shown = cut(name, MAX_COLUMN);
  return shown.replaceAll('\0', '\ufffd');
}

export type RowDefectCode = RowErrorCode;
