import { quote } from '../../base/cut.js';
import { parseCoordinate } from '../../format/cells/coordinate.js';
import {
  addressWithPair,
  type CoordinatePair,
  isLngFirst,
  readCoordinatePair,
} from '../../format/cells/coordinate-pair.js';
import { isEmptyCategory, isEmptyCell, isEmptyPlace, isEmptyWord } from '../../format/cells/empty-words.js';
import { type GridPoint, readGeohash, readGridCode, readUtm } from '../../format/cells/grid-codes.js';
import { joinDegrees } from '../../format/cells/joined-degrees.js';
import { type LetterO, letterOUnder } from '../../format/cells/letter-o.js';
import { hasTwoReadings, readNumber } from '../../format/cells/number.js';
import { plainDegrees } from '../../format/cells/plain-bytes.js';
import type { CsvCells } from '../../format/csv-cells.js';
import { isExportHeader } from '../../format/exported-file.js';
import { type Projector, projectorOf, systemOf } from '../../geo/crs/systems.js';
import {
  AXIS_PARTS,
  COMPOSITE_FIELDS,
  IMPORT_FIELDS,
  type MappedField,
  REGION_CODE,
  UTM_PARTS,
} from '../../schema/import-fields.js';
import type { ColumnMapping } from '../../schema/job.js';
import {
  ADDRESS_MEMBERS,
  EXTRA_MEMBERS,
  MARKER_TYPES,
  MAX_RADIUS_MILES,
  MAX_TEXT,
  TEXT_MEMBERS,
} from '../../schema/marker-terms.js';
import { defectOfAxis, defectOfPair, LIMITS } from './coordinate-defects.js';
import { FollowedTypes } from './followed-types.js';
import { type CellKeeper, type GuessedField, type IncomingRow, RowDefect, TEXT } from './incoming-row.js';
import { MemberName, NamedCells } from './named-cells.js';
import { projectedPoint, splitPair } from './projected-point.js';
import { unitOfRadius } from './radius-unit.js';

const EXTRAS: ReadonlySet<string> = new Set(EXTRA_MEMBERS);
const TYPES: ReadonlySet<string> = new Set(MARKER_TYPES);
const TEXT_FIELDS = ['name', ...ADDRESS_MEMBERS, ...TEXT_MEMBERS, 'county', 'color', 'expire'] as const;

/** Every reader has the same members, so that V8 finds each at one place. */
const NO_COLUMNS = Object.fromEntries(
  [...IMPORT_FIELDS, 'marker_type', REGION_CODE, ...COMPOSITE_FIELDS].map((field) => [field, -1]),
) as Record<MappedField, number>;

/** How a field that is not text of any sort tells that a word stands for no value. */
const EMPTY_WORDS: Readonly<Partial<Record<MappedField, (text: string) => boolean>>> = {
  ...Object.fromEntries(
    (
      [
        'lat',
        'lng',
        'lat_lng',
        'geohash',
        ...UTM_PARTS,
        ...AXIS_PARTS,
        'radius',
        'drive_time',
        'color',
        'expire',
      ] as const
    ).map((field) => [field, isEmptyWord]),
  ),
  ...Object.fromEntries(
    ([...ADDRESS_MEMBERS, 'county', 'full_address', 'house_number', REGION_CODE] as const).map((field) => [
      field,
      isEmptyPlace,
    ]),
  ),
  category: isEmptyCategory,
};

const OTHER_AXIS = { lat: 'lng', lng: 'lat' } as const;
/** Reads records of one upload into an IncomingRow, and follows which types the custom fields' values fit. */
export class CsvRowReader implements CellKeeper {
  readonly types = new FollowedTypes();
  readonly #headers: readonly string[];
  readonly #milesPerRadiusUnit: number;
  /** -1: the upload has no such column. */
  readonly #column = { ...NO_COLUMNS };
  /** The text fields that have a column; the row's others stay empty. */
  readonly #texts: { text: number; index: number }[] = [];
  readonly #joinsStreet: boolean;
  /** Minutes, seconds or hemispheres stand in columns of their own. */
  readonly #joinsAxes: boolean;
  /** Zones, eastings and northings stand in columns of their own. */
  readonly #hasUtm: boolean;
  /** null: coordinates are degrees. */
  readonly #projector: Projector | null;
  readonly #letterO: LetterO;
  /** Order of the coordinates in a column that has both. */
  readonly #isLngFirst: boolean;
  readonly #emptyWords: { index: number; isEmpty: (text: string) => boolean }[] = [];
  readonly #extras = new NamedCells();
  readonly #custom = new NamedCells();
  /** Columns that are guessed; `isKept`: they are custom fields anyway. */
  readonly #guessed = new Map<string, { name: MemberName; index: number; isKept: boolean }>();
  #cells: CsvCells | null = null;
  readonly #watched: readonly number[];

  /**
   * @param milesPerRadiusUnit of a column of radii whose header names no unit
   * @param watched columns whose texts go to `row.watched`, too; -1 for one that the upload does not have
   * @param displaced fields whose columns are custom fields, too
   * @param crs EPSG code of the system that coordinates are of; null: degrees
   */
  constructor(
    mapping: readonly ColumnMapping[],
    milesPerRadiusUnit: number,
    watched: readonly number[] = [],
    displaced: readonly string[] = [],
    crs: number | null = null,
  ) {
    const system = crs === null ? null : systemOf(crs);
    this.#projector = system === null ? null : projectorOf(system);
    this.#watched = watched;
    this.#headers = mapping.map((column) => column.header);
    // Cells of an export are what a marker has: a town may be called None.
    const hasEmptyWords = !isExportHeader(this.#headers);
    for (const { index, header, field, how } of mapping) {
      if (field !== null) {
        this.#column[field as MappedField] = index;
        const isEmpty = EMPTY_WORDS[field as MappedField];
        if (isEmpty !== undefined && hasEmptyWords) this.#emptyWords.push({ index, isEmpty });
        if (how === 'inferred' || how === 'pattern')
          this.#guessed.set(field, {
            name: new MemberName(header),
            index,
            isKept: displaced.includes(field),
          });
        if (EXTRAS.has(field)) this.#extras.add(new MemberName(field), index);
      }
      if (field === null ? how === 'custom' : displaced.includes(field)) {
        this.#custom.add(new MemberName(header), index);
      }
    }
    this.#milesPerRadiusUnit =
      unitOfRadius(this.#headers[this.#column.radius] ?? '')?.miles ?? milesPerRadiusUnit;
    this.#joinsStreet = this.#column.house_number >= 0 || this.#column.full_address >= 0;
    this.#joinsAxes = AXIS_PARTS.some((field) => this.#column[field] >= 0);
    this.#hasUtm = UTM_PARTS.every((field) => this.#column[field] >= 0);
    this.#letterO = letterOUnder(
      (['lat', 'lng', 'lat_lng'] as const).flatMap((field) => this.#headers[this.#column[field]] ?? []),
    );
    this.#isLngFirst = isLngFirst(this.#headers[this.#column.lat_lng] ?? '');
    for (const field of TEXT_FIELDS) {
      const index = this.#column[field];
      if (index !== -1) this.#texts.push({ text: TEXT[field], index });
    }
  }

  /**
   * @param cells trimmed by this
   * @param row cleared, then filled
   * @throws RowDefect
   */
  read(cells: CsvCells, row: IncomingRow): void {
    this.types.beginRow();
    row.clear(cells.bytes);
    this.#checkShape(cells);
    cells.pad(this.#headers.length);
    cells.trim();
    const { bytes, from, to } = cells;
    for (const { index, isEmpty } of this.#emptyWords)
      if (isEmptyCell(bytes, from[index]!, to[index]!, isEmpty)) to[index] = from[index]!;
    row.keeper = this;
    this.#cells = cells;
    this.#extras.read(cells);
    this.#custom.read(cells);
    for (const { text, index } of this.#texts) row.setCell(text, from[index]!, to[index]!);
    if (this.#joinsStreet) row.street = this.#joinStreet(cells, row.street);
    this.#readCoordinates(cells, row);
    if (this.#column.radius >= 0) row.radiusMiles = this.#readRadius(cells, row);
    if (this.#column.drive_time >= 0) row.driveTime = this.#text(cells, 'drive_time');
    if (this.#column.region_code >= 0) row.regionCode = this.#text(cells, 'region_code');
    if (this.#column.marker_type >= 0) row.type = this.#readType(cells);
    for (let i = 0; i < this.#watched.length; i++) {
      const index = this.#watched[i]!;
      row.watched[i] = index === -1 ? '' : cells.text(index);
    }
    row.extras = this.#extras;
    this.#custom.follow(this.types);
    row.customFields = this.#custom;
  }

  /** Header of a guessed column; null: there is none for the field. */
  guessedHeader(field: GuessedField): string | null {
    return this.#guessed.get(field)?.name.text ?? null;
  }

  hasGuess(field: GuessedField): boolean {
    const cells = this.#cells!;
    // A whole address counts where there is no street.
    const isRead = field !== 'full_address' || this.#text(cells, 'street') === '';
    return isRead && this.#guessed.has(field) && this.#text(cells, field) !== '';
  }

  keep(field: GuessedField): string | null {
    const column = this.#guessed.get(field);
    if (column === undefined) return null;
    const { name, index, isKept } = column;
    const { bytes, from, to } = this.#cells!;
    if (!isKept) {
      this.#custom.addToRecord(name, index);
      this.types.seeCell(name.text, bytes, from[index]!, to[index]!);
    }
    this.#extras.leaveOut(index);
    return name.text;
  }

  #text(cells: CsvCells, field: MappedField): string {
    const index = this.#column[field];
    return index === -1 ? '' : cells.text(index);
  }

  #header(field: MappedField): string {
    return this.#headers[this.#column[field]]!;
  }

  #checkShape(cells: CsvCells): void {
    if (cells.unclearTo > 0) throw unclear(cells);
    const columns = this.#headers.length;
    if (cells.count <= columns && cells.recordBytes <= MAX_TEXT && !cells.hasNul) return;
    for (let i = 0; i < cells.count; i++) {
      const cell = cells.text(i);
      if (i >= columns && cell.trim() !== '') {
        const message = `the record has more cells than the header has columns (${columns})`;
        throw new RowDefect('cells_extra', message);
      }
      if (cell.length > MAX_TEXT) {
        const message = `a cell has over ${MAX_TEXT} characters`;
        throw new RowDefect('cell_too_long', message, this.#headers[i] ?? null);
      }
      if (cell.includes('\0')) {
        throw new RowDefect('nul_character', 'a cell holds a NUL character', this.#headers[i] ?? null);
      }
    }
  }

  /**
   * A house number stands before or behind its street as its column does; a whole address counts where there
   * is no street.
   */
  #joinStreet(cells: CsvCells, street: string): string {
    const number = this.#text(cells, 'house_number');
    if (street === '') return this.#text(cells, 'full_address');
    if (number === '') return street;
    return this.#column.house_number < this.#column.street ? `${number} ${street}` : `${street} ${number}`;
  }

  #readCoordinates(cells: CsvCells, row: IncomingRow): void {
    if (this.#projector !== null) {
      this.#readProjected(cells, row, this.#projector);
      return;
    }
    if (this.#readPlainDegrees(cells, row)) return;
    this.#readAxes(cells, row);
    if (!Number.isNaN(row.lat)) return;
    if (this.#column.lat_lng >= 0) this.#ifSuited(row, ['lat_lng'], () => this.#readPair(cells, row));
    if (this.#column.geohash >= 0 && Number.isNaN(row.lat))
      this.#ifSuited(row, ['geohash'], () => this.#readGeohash(cells, row));
    if (this.#hasUtm && Number.isNaN(row.lat))
      this.#ifSuited(row, UTM_PARTS, () => this.#readUtm(cells, row));
    if (Number.isNaN(row.lat) && this.#joinsStreet) this.#splitAddress(row);
  }

  #readProjected(cells: CsvCells, row: IncomingRow, projector: Projector): void {
    const pair = this.#text(cells, 'lat_lng');
    const [easting, northing] = splitPair(pair) ?? [this.#text(cells, 'lng'), this.#text(cells, 'lat')];
    const fields = easting === '' && northing === '' ? (['lat_lng'] as const) : (['lng', 'lat'] as const);
    if (easting === '' && northing === '' && pair === '') return;
    this.#ifSuited(row, fields, () => {
      const text = pair === '' ? `${easting} ${northing}` : pair;
      const field = pair === '' ? (this.#column.lng >= 0 ? 'lng' : 'lat') : 'lat_lng';
      this.#setGridPoint(row, projectedPoint(projector, easting, northing), text, field);
    });
  }

  #readAxes(cells: CsvCells, row: IncomingRow): void {
    const lat = this.#readAxis(cells, row, 'lat');
    const lng = this.#readAxis(cells, row, 'lng');
    // One without the other counts as neither (docs/decisions.md#places), but what is there must be readable.
    if (lat === null || lng === null) {
      if (lat !== lng) row.unread ??= this.#lonely(lat === null ? 'lng' : 'lat');
      return;
    }
    row.lat = lat.degrees;
    row.lng = lng.degrees;
    row.latText = textOfDegrees(lat.text, lat.degrees);
    row.lngText = textOfDegrees(lng.text, lng.degrees);
  }

  /** @returns null: there is none @throws RowDefect where it is not readable, and the column is no guess */
  #readAxis(
    cells: CsvCells,
    row: IncomingRow,
    axis: 'lat' | 'lng',
  ): { text: string; degrees: number } | null {
    if (this.#text(cells, axis) === '') return null;
    const parts = AXIS_PARTS.filter((field) => field.startsWith(axis) && this.#column[field] >= 0);
    // Parts that are guessed cannot reject degrees that are whole without them.
    const blamed =
      this.#fits(axis, this.#text(cells, axis), this.#text(cells, OTHER_AXIS[axis])) ||
      this.#guessed.has(axis)
        ? [axis, ...parts]
        : [];
    return this.#ifSuited(row, blamed, () => {
      const text = this.#axisText(cells, axis);
      return { text, degrees: this.#degrees(axis, text, this.#text(cells, OTHER_AXIS[axis])) };
    });
  }

  /** Why a coordinate without the other one is none. */
  #lonely(axis: 'lat' | 'lng'): RowDefect {
    const other = OTHER_AXIS[axis];
    const what =
      this.#column[other] === -1
        ? `no column is read as ${other}`
        : `the cell of ${other}, in ${quote(this.#header(other), 40)}, is empty`;
    const message = `${axis}, in ${quote(this.#header(axis), 40)}, has no partner: ${what}`;
    return new RowDefect('coordinate_invalid', message, this.#header(axis));
  }

  /**
   * Reads coordinates; cells of guessed columns that hold none become custom fields, and the row says why
   * they were not read.
   * @param fields that the coordinates are read from
   * @returns null: they do not suit @throws RowDefect where none of the columns is a guess
   */
  #ifSuited<T>(row: IncomingRow, fields: readonly GuessedField[], read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      const guessed = fields.filter((field) => this.#guessed.has(field));
      if (!(error instanceof RowDefect) || guessed.length === 0) throw error;
      for (const field of guessed) if (this.hasGuess(field)) row.keepUnsuited(field);
      row.unread ??= error;
      return null;
    }
  }

  /** US portals write an address and its place into one cell. */
  #splitAddress(row: IncomingRow): void {
    const found = addressWithPair(row.street);
    if (found === null) return;
    row.street = found.address;
    this.#setPair(row, found.pair);
  }

  #setPair(row: IncomingRow, { lat, lng }: CoordinatePair): void {
    row.lat = lat;
    row.lng = lng;
    row.latText = String(lat);
    row.lngText = String(lng);
  }

  /**
   * Decimals within the limits, read from their bytes.
   * @returns false for anything else, and for 0, which may be written as -0
   */
  #readPlainDegrees({ bytes, from, to }: CsvCells, row: IncomingRow): boolean {
    const { lat, lng } = this.#column;
    if (lat === -1 || lng === -1 || this.#joinsAxes) return false;
    const latDegrees = plainDegrees(bytes, from[lat]!, to[lat]!);
    const lngDegrees = plainDegrees(bytes, from[lng]!, to[lng]!);
    if (!(Math.abs(latDegrees) <= LIMITS.lat && Math.abs(lngDegrees) <= LIMITS.lng)) return false;
    if (latDegrees === 0 || lngDegrees === 0) return false;
    row.lat = latDegrees;
    row.lng = lngDegrees;
    row.setCell(TEXT.latText, from[lat]!, to[lat]!);
    row.setCell(TEXT.lngText, from[lng]!, to[lng]!);
    return true;
  }

  /** Degrees with their minutes, seconds and hemisphere. */
  #axisText(cells: CsvCells, axis: 'lat' | 'lng'): string {
    const degrees = this.#text(cells, axis);
    if (!this.#joinsAxes || degrees === '') return degrees;
    const parts = {
      degrees,
      minutes: this.#text(cells, `${axis}_minutes`),
      seconds: this.#text(cells, `${axis}_seconds`),
      direction: this.#text(cells, `${axis}_direction`),
    };
    const joined = joinDegrees(parts, axis, this.#column[`${axis}_direction`] >= 0);
    if (joined !== null) return joined;
    const told = Object.values(parts).map((part) => quote(part, 40));
    const message = `${axis} has degrees ${told[0]}, minutes ${told[1]}, seconds ${told[2]}, direction ${told[3]}, which make no coordinate`;
    throw new RowDefect('coordinate_invalid', message, this.#header(axis));
  }

  #readPair(cells: CsvCells, row: IncomingRow): void {
    const text = this.#text(cells, 'lat_lng');
    if (text === '') return;
    const pair = readCoordinatePair(text, this.#letterO, this.#isLngFirst) ?? readGridCode(text);
    if (pair === null || typeof pair === 'string') {
      const header = this.#header('lat_lng');
      const message = `${quote(text, 40)} ${defectOfPair(text, header, pair)}`;
      throw new RowDefect('coordinate_invalid', message, header);
    }
    this.#setPair(row, pair);
    if (this.#column.street === -1 && this.#column.full_address === -1)
      row.street = addressWithPair(text)?.address ?? '';
  }

  #readGeohash(cells: CsvCells, row: IncomingRow): void {
    const text = this.#text(cells, 'geohash');
    if (text !== '') this.#setGridPoint(row, readGeohash(text) ?? 'is no geohash', text, 'geohash');
  }

  #readUtm(cells: CsvCells, row: IncomingRow): void {
    const [zone, easting, northing] = UTM_PARTS.map((field) => this.#text(cells, field)) as [
      string,
      string,
      string,
    ];
    if (easting === '' && northing === '') return;
    const hemisphere = this.#text(cells, 'lat_direction');
    const text = `${zone} ${easting} ${northing}`;
    this.#setGridPoint(row, readUtm(zone, easting, northing, hemisphere), text, 'utm_zone');
  }

  #setGridPoint(row: IncomingRow, point: GridPoint, text: string, field: MappedField): void {
    if (typeof point === 'string')
      throw new RowDefect('coordinate_invalid', `${quote(text, 40)} ${point}`, this.#header(field));
    this.#setPair(row, point);
  }

  /** @param other text of the other axis */
  #degrees(field: 'lat' | 'lng', text: string, other: string): number {
    const degrees = parseCoordinate(text, field, this.#letterO, other);
    if (!(Math.abs(degrees) <= LIMITS[field])) {
      // Beside itself an S stands for seconds: a text that is only ambiguous stands in no wrong column.
      const isExchanged =
        !this.#fits(field, text, text) &&
        this.#fits(OTHER_AXIS[field], text, other) &&
        this.#fits(field, other, text);
      const message = `${field} ${quote(text, 40)} ${defectOfAxis(field, text, degrees, this.#header(field))}`;
      throw new RowDefect(
        'coordinate_invalid',
        isExchanged ? `${message}; lat and lng look exchanged` : message,
        this.#header(field),
        isExchanged,
      );
    }
    return degrees;
  }

  #fits(field: 'lat' | 'lng', text: string, other: string): boolean {
    return Math.abs(parseCoordinate(text, field, this.#letterO, other)) <= LIMITS[field];
  }

  #readRadius(cells: CsvCells, row: IncomingRow): number {
    const text = this.#text(cells, 'radius');
    if (text === '') return 0;
    const miles = readNumber(text) * this.#milesPerRadiusUnit;
    if (!(miles > 0 && miles <= MAX_RADIUS_MILES)) {
      if (row.keepUnsuited('radius')) return 0;
      const what = hasTwoReadings(text)
        ? 'can be thousands or decimals: write it like 1500 or like 1.5'
        : `is not a number above 0 and up to ${MAX_RADIUS_MILES} miles`;
      const message = `radius ${quote(text, 40)} ${what}`;
      throw new RowDefect('radius_invalid', message, this.#header('radius'));
    }
    return miles;
  }

  #readType(cells: CsvCells): string {
    const text = this.#text(cells, 'marker_type');
    const type = text.toLowerCase();
    if (type !== '' && !TYPES.has(type)) {
      const message = `${quote(text, 40)} is not a marker type`;
      throw new RowDefect('type_invalid', message, this.#header('marker_type'));
    }
    return type;
  }
}

const unclear = ({ line, unclearTo }: CsvCells): RowDefect =>
  new RowDefect(
    'quote_unclear',
    `a quote on lines ${line} to ${unclearTo} opens or closes within a cell, which leaves their rows unclear: none of these lines was read`,
  );

/**
 * The cell as it is, where PostgreSQL reads the same number from it; it refuses what is too small for a
 * double.
 */
const textOfDegrees = (text: string, degrees: number): string =>
  Number(text) === degrees && degrees !== 0 ? text : String(degrees);
