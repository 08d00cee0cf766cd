import { cut, quote } from '../../base/cut.js';
import { parseCoordinate } from '../../format/cells/coordinate.js';
import { CsvCells } from '../../format/csv-cells.js';
import { type JsonCells, NULL, NUMBER, OBJECT, STRING } from '../../format/json-cells.js';
import { ELEMENT, JsonNames } from '../../format/json-names.js';
import type { ColumnMapping } from '../../schema/job.js';
import {
  ADDRESS_MEMBERS,
  EXTRA_MEMBERS,
  MAX_CUSTOM_FIELDS,
  MAX_TEXT,
  TEXT_MEMBERS,
} from '../../schema/marker-terms.js';
import type { RemovedMembers } from '../../schema/removed-members.js';
import { notationDefect } from './coordinate-defects.js';
import { CsvRowReader } from './csv-row.js';
import { FollowedTypes } from './followed-types.js';
import {
  type CellKeeper,
  emptyRow,
  type GuessedField,
  type IncomingRow,
  RowDefect,
  TEXT,
} from './incoming-row.js';
import { MemberName, NamedCells } from './named-cells.js';

/** Additional members that are texts of the row, too. */
const EXTRA_TEXTS: ReadonlyMap<string, number> = new Map([
  ['county', TEXT.county],
  ['expire', TEXT.expire],
  ['drive_time', TEXT.driveTime],
]);

/** Reads elements of `markers` into an IncomingRow, and follows which types the custom fields' values fit. */
export class JsonRowReader implements CellKeeper {
  /** Names of the cells that it reads. */
  readonly names = new JsonNames();
  readonly types = new FollowedTypes();
  readonly #members = (['name', 'region_code', 'lat', 'lng'] as const).map((member) =>
    this.names.idOf(ELEMENT, member),
  ) as [number, number, number, number];
  readonly #address = this.names.idOf(ELEMENT, 'address');
  readonly #customFields = this.names.idOf(ELEMENT, 'custom_fields');
  readonly #texts = TEXT_MEMBERS.map((member) => ({
    member,
    text: TEXT[member],
    id: this.names.idOf(ELEMENT, member),
  }));
  readonly #addressMembers = ADDRESS_MEMBERS.map((member) => ({
    member,
    text: TEXT[member],
    id: this.names.idOf(this.#address, member),
  }));
  readonly #extraMembers = EXTRA_MEMBERS.map((member) => ({
    member,
    name: new MemberName(member),
    text: EXTRA_TEXTS.get(member),
    id: this.names.idOf(ELEMENT, member),
  }));
  readonly #custom = new NamedCells();
  readonly #extras = new NamedCells();
  /** Names of custom fields, by number. */
  readonly #fields: MemberName[] = [];
  /**
   * Custom fields that are read as something else (`auto_map=true`), and how: as the cells of a spreadsheet
   * are.
   */
  readonly #mapped: { names: ReadonlySet<string>; reader: CsvRowReader; row: IncomingRow } | null;
  readonly #watched: readonly string[];
  /** Custom fields that are read as something else and stay custom fields all the same. */
  readonly #displaced: ReadonlySet<string>;
  /** Element that was read last. */
  #read: { cells: JsonCells; row: IncomingRow } | null = null;
  /** Members of the marker that are kept as custom fields, too. */
  readonly #kept: readonly number[];

  /**
   * @param watched custom fields whose texts go to `row.watched`, too
   * @param displaced fields that are kept as custom fields, too: by their own name where the marker has them
   * itself
   */
  constructor(
    mapping: readonly ColumnMapping[] = [],
    watched: readonly string[] = [],
    displaced: readonly string[] = [],
  ) {
    this.#watched = watched;
    this.#kept = ['category', 'region_code']
      .filter((member) => displaced.includes(member))
      .map((member) => this.names.idOf(ELEMENT, member));
    this.#displaced = new Set(
      mapping.flatMap(({ field, header }) => (field !== null && displaced.includes(field) ? [header] : [])),
    );
    const columns = mapping.filter(({ field }) => field !== null);
    const reader = new CsvRowReader(
      columns.map((column, index) => ({ ...column, index })),
      1,
    );
    const names = new Set(columns.map(({ header }) => header));
    this.#mapped = names.size === 0 ? null : { names, reader, row: emptyRow() };
  }

  /**
   * @param cells with the names of this reader, trimmed by it
   * @param row cleared, then filled
   * @throws RowDefect
   */
  read(cells: JsonCells, row: IncomingRow): void {
    this.types.beginRow();
    row.clear();
    if (!cells.isObject) throw new RowDefect('value_invalid', 'a marker must be an object');
    const [name, code, lat, lng] = this.#members;
    readText(cells, name, 'name', row, TEXT.name);
    for (const { member, text, id } of this.#texts) readText(cells, id, member, row, text);
    readCode(cells, code, row);
    assertObject(cells, this.#address, 'address');
    for (const { member, text, id } of this.#addressMembers) readText(cells, id, member, row, text);
    readPlace(cells, lat, lng, row);
    assertObject(cells, this.#customFields, 'custom_fields');
    this.#readCustomFields(cells);
    row.customFields = this.#custom;
    for (let i = 0; i < this.#watched.length; i++) row.watched[i] = this.fieldText(cells, this.#watched[i]!);
    this.#readExtras(cells, row);
    // Numbers may have moved it.
    row.bytes = cells.bytes;
    if (cells.hasNull) row.removed = this.#readRemoved(cells);
    this.#read = { cells, row };
    row.keeper = this;
    if (this.#mapped) this.#readMapped(cells, row);
    // The same as an empty cell; a marker without the member is named by its area, as a file without the
    // column is.
    if (row.isEmpty(TEXT.name) && cells.kinds[cells.find(name)] === STRING)
      throw new RowDefect('name_missing', 'the name is empty');
  }

  hasGuess(field: GuessedField): boolean {
    const header = this.#mapped?.reader.guessedHeader(field) ?? null;
    const { cells } = this.#read!;
    return header !== null && !this.#hasOwn(field) && hasText(cells, cells.find(this.#fieldId(header)));
  }

  /** Tells whether the marker itself has a member, which goes before a custom field. */
  #hasOwn(field: GuessedField): boolean {
    const { cells } = this.#read!;
    const members = [...this.#extraMembers, ...this.#addressMembers];
    const own = members.find(({ member }) => member === field)?.id;
    const id = field === 'region_code' ? this.#members[1] : own;
    return id !== undefined && hasText(cells, cells.find(id));
  }

  /** Keeps a custom field that was read as something else as what it is. */
  keep(field: GuessedField): string | null {
    const header = this.#mapped?.reader.guessedHeader(field) ?? null;
    const { cells, row } = this.#read!;
    if (header === null || this.#hasOwn(field)) return null;
    const cell = cells.find(this.#fieldId(header));
    if (!this.#displaced.has(header)) {
      this.#custom.addToRecord(new MemberName(header), cell);
      this.types.seeCell(header, cells.bytes, cells.from[cell]!, cells.to[cell]!);
    }
    if (row.extras === '') return header;
    const { [field]: _, ...extras } = JSON.parse(row.extras) as Record<string, string>;
    row.extras = Object.keys(extras).length === 0 ? '' : JSON.stringify(extras);
    return header;
  }

  #fieldId(name: string): number {
    return this.names.idOf(this.#customFields, name);
  }

  /** Text of a custom field; '' without it. @throws RowDefect */
  fieldText(cells: JsonCells, name: string): string {
    const cell = cells.find(this.#fieldId(name));
    if (cell === -1) return '';
    trimText(cells, cell, name);
    return cells.text(cell);
  }

  /** Fills members that the marker itself leaves empty from its custom fields. */
  #readMapped(cells: JsonCells, row: IncomingRow): void {
    const { names, reader, row: mapped } = this.#mapped!;
    reader.read(CsvCells.of(Array.from(names, (name) => this.fieldText(cells, name))), mapped);
    for (const member of [...ADDRESS_MEMBERS, ...TEXT_MEMBERS]) {
      if (row[member] === '') row[member] = mapped[member];
    }
    if (Number.isNaN(row.lat)) {
      row.lat = mapped.lat;
      row.lng = mapped.lng;
      row.latText = mapped.latText;
      row.lngText = mapped.lngText;
      row.unread = mapped.unread;
    }
    for (const kept of mapped.kept) row.keepUnsuited(kept.slice(0, kept.indexOf('\n')) as GuessedField);
    for (const member of ['regionCode', 'county', 'expire', 'driveTime'] as const)
      if (row[member] === '') row[member] = mapped[member];
    if (mapped.extras !== '')
      row.extras =
        row.extras === ''
          ? mapped.extras
          : JSON.stringify({ ...JSON.parse(mapped.extras), ...JSON.parse(row.extras) });
  }

  /** null removes (docs/decisions.md#json). */
  #readRemoved(cells: JsonCells): RemovedMembers | null {
    const isNull = ({ id }: { id: number }): boolean => cells.kinds[cells.find(id)] === NULL;
    const columns: string[] = this.#addressMembers.filter(isNull).map(({ member }) => member);
    const extras = this.#extraMembers.filter(isNull).map(({ member }) => member);
    if (extras.includes('expire')) columns.push('expires_at');
    const fields: string[] = [];
    const [from, to] = this.#fieldRange(cells);
    for (let cell = from; cell < to; cell++) {
      const key = this.names.keys[cells.names[cell]!]!;
      if (cells.kinds[cell] === NULL && !this.#mapped?.names.has(key)) fields.push(key);
    }
    if (fields.length > MAX_CUSTOM_FIELDS)
      throw new RowDefect(
        'value_invalid',
        `custom_fields removes over ${MAX_CUSTOM_FIELDS} members, which is as many as a marker may have`,
        'custom_fields',
      );
    if (columns.length + extras.length + fields.length === 0) return null;
    return { columns, custom_fields: fields, extras };
  }

  #fieldRange(cells: JsonCells): [from: number, to: number] {
    const cell = cells.find(this.#customFields);
    return cell === -1 ? [0, 0] : [cells.from[cell]!, cells.to[cell]!];
  }

  #readCustomFields(cells: JsonCells): void {
    this.#custom.clear();
    const [from, to] = this.#fieldRange(cells);
    const kept = this.#kept.filter((own) => hasText(cells, cells.find(own)));
    if (kept.length === 0) for (let cell = from; cell < to; cell++) this.#readCustomField(cells, cell);
    else {
      // In the order of an object's members.
      const fields: Record<string, number> = Object.create(null);
      for (const own of kept) fields[this.names.keys[own]!] = cells.find(own);
      for (let cell = from; cell < to; cell++) fields[this.names.keys[cells.names[cell]!]!] = cell;
      for (const cell of Object.values(fields)) this.#readCustomField(cells, cell);
    }
    this.#custom.read(cells);
    this.#custom.follow(this.types);
  }

  #readCustomField(cells: JsonCells, cell: number): void {
    const id = cells.names[cell]!;
    const key = this.names.keys[id]!;
    if (this.#mapped?.names.has(key) && !this.#displaced.has(key)) return;
    if (key.includes('\0'))
      throw new RowDefect('nul_character', 'a custom field has a NUL character in its name', key);
    if (key.length > MAX_TEXT)
      throw new RowDefect(
        'cell_too_long',
        `a custom field has a name of over ${MAX_TEXT} characters`,
        cut(key, 40),
      );
    trimText(cells, cell, key, 'custom field');
    if (!hasText(cells, cell)) return;
    if (this.#custom.count === MAX_CUSTOM_FIELDS)
      throw new RowDefect(
        'value_invalid',
        `custom_fields has over ${MAX_CUSTOM_FIELDS} members, which is as many as a marker may have`,
        'custom_fields',
      );
    this.#fields[id] ??= new MemberName(key);
    this.#custom.add(this.#fields[id], cell);
  }

  #readExtras(cells: JsonCells, row: IncomingRow): void {
    this.#extras.clear();
    for (const { member, name, text, id } of this.#extraMembers) {
      const cell = cells.find(id);
      if (cell === -1) continue;
      trimText(cells, cell, member);
      if (text !== undefined) row.setCell(text, cells.from[cell]!, cells.to[cell]!);
      if (hasText(cells, cell)) this.#extras.add(name, cell);
    }
    this.#extras.read(cells);
    row.extras = this.#extras;
  }
}

const hasText = ({ from, to }: JsonCells, cell: number): boolean => cell !== -1 && from[cell] !== to[cell];

const isAbsent = (cells: JsonCells, cell: number): boolean => cell === -1 || cells.kinds[cell] === NULL;

/** @throws RowDefect */
function assertObject(cells: JsonCells, id: number, member: string): void {
  const cell = cells.find(id);
  if (!isAbsent(cells, cell) && cells.kinds[cell] !== OBJECT)
    throw new RowDefect('value_invalid', `${member} must be an object`, member);
}

function readText(cells: JsonCells, id: number, member: string, row: IncomingRow, text: number): void {
  const cell = cells.find(id);
  if (cell === -1) return;
  trimText(cells, cell, member);
  row.setCell(text, cells.from[cell]!, cells.to[cell]!);
}

/** Reads a code as text; a code of digits may be a number in JSON. */
function readCode(cells: JsonCells, id: number, row: IncomingRow): void {
  const cell = cells.find(id);
  if (cell !== -1 && cells.kinds[cell] === NUMBER && Number.isSafeInteger(cells.number(cell)))
    cells.kinds[cell] = STRING;
  readText(cells, id, 'region_code', row, TEXT.regionCode);
}

/** Takes the blanks around a text. @throws RowDefect for what is no text of a marker */
function trimText(cells: JsonCells, cell: number, key: string, prefix = ''): void {
  if (cells.kinds[cell] === NULL) return;
  const defect = textDefect(cells, cell);
  if (defect !== null) {
    const [code, why] = defect;
    throw new RowDefect(code, `${prefix === '' ? key : `${prefix} ${quote(key, 40)}`} ${why}`, key);
  }
  cells.trim(cell);
}

function textDefect(
  cells: JsonCells,
  cell: number,
): ['value_invalid' | 'cell_too_long' | 'nul_character', why: string] | null {
  if (cells.kinds[cell] !== STRING) return ['value_invalid', 'must be a string'];
  if (cells.to[cell]! - cells.from[cell]! <= MAX_TEXT && !cells.hasNul) return null;
  const text = cells.text(cell);
  if (text.length > MAX_TEXT) return ['cell_too_long', `has over ${MAX_TEXT} characters`];
  return text.includes('\0') ? ['nul_character', 'holds a NUL character'] : null;
}

function readPlace(cells: JsonCells, latId: number, lngId: number, row: IncomingRow): void {
  const latCell = cells.find(latId);
  const lngCell = cells.find(lngId);
  const lat = readDegrees(cells, latCell, 'lat');
  const lng = readDegrees(cells, lngCell, 'lng');
  if (Number.isNaN(lat) || Number.isNaN(lng)) return;
  row.lat = lat;
  row.lng = lng;
  row.setCell(TEXT.latText, cells.from[latCell]!, cells.to[latCell]!);
  row.setCell(TEXT.lngText, cells.from[lngCell]!, cells.to[lngCell]!);
}

function readDegrees(cells: JsonCells, cell: number, member: 'lat' | 'lng'): number {
  if (isAbsent(cells, cell)) return Number.NaN;
  if (cells.kinds[cell] === NUMBER) {
    const degrees = cells.number(cell);
    if (Math.abs(degrees) <= LIMITS[member]) return degrees;
  }
  throw degreesDefect(cells.parsed() as Record<string, unknown>, member);
}

function degreesDefect(marker: Record<string, unknown>, member: 'lat' | 'lng'): RowDefect {
  const value = marker[member];
  const isText = typeof value === 'string' && value.trim() !== '' && fits(Number(value), member);
  const what = isText
    ? 'is text: write the number without quotes'
    : typeof value === 'string' && isNotation(value.trim(), member)
      ? `is text: send decimal degrees as a number, such as ${EXAMPLES[member]}`
      : `${typeof value === 'number' ? 'is not' : 'is not a number'} within -${LIMITS[member]} and ${LIMITS[member]}`;
  const message = `${member} ${cut(JSON.stringify(value), 40)} ${what}`;
  const isExchanged = fits(marker.lat, 'lng') && fits(marker.lng, 'lat');
  return new RowDefect(
    'coordinate_invalid',
    isExchanged ? `${message}; lat and lng look exchanged` : message,
    member,
    isExchanged,
  );
}

const EXAMPLES = { lat: 48.8567, lng: 2.3522 } as const;

/** Tells whether a text is a coordinate as people write it, if perhaps one that leaves a question open. */
const isNotation = (text: string, axis: 'lat' | 'lng'): boolean =>
  fits(parseCoordinate(text, axis, 'east'), axis) || notationDefect(axis, text) !== null;

/** Degrees. */
const LIMITS = { lat: 90, lng: 180 } as const;

const fits = (value: unknown, axis: 'lat' | 'lng'): value is number =>
  typeof value === 'number' && Math.abs(value) <= LIMITS[axis];
