import { badRequest } from '../../base/errors.js';
import { TallRowCollector } from '../tall-rows.js';
import { csvText } from '../workbook/csv-text.js';
import { numberText } from '../workbook/number-text.js';
import { customFieldOf, driveTimeOf, EXPORTED_COLUMNS, isExported, LAST_HEADER } from './exported-feature.js';

/** Where a feature is: as degrees, or as the name of what it has instead of a point. */
interface PointTexts {
  readonly lat: string;
  readonly lng: string;
}

const NOWHERE: PointTexts = { lat: '', lng: '' };

/**
 * Writes features as CSV: a record each, latitude and longitude first, then the properties in the order in
 * which they were first seen. A feature with another geometry than a point has the name of that in place of
 * its latitude, for which its row is rejected. Features of an export are written as the export as CSV has
 * them, so that they are the same markers when read back.
 */
export class FeatureRows {
  #columns: Map<string, number>;
  /** The first feature decides; null: there was none. */
  #isExport: boolean | null = null;
  readonly #maxColumns: number;
  readonly #maxCharacters: number;
  #characters = 0;
  readonly #tallRows = new TallRowCollector();
  #features = 0;
  #out: string;

  /**
   * @param maxCharacters of all rows: a feature that has one of thousands of properties is a row of thousands
   * of empty cells
   */
  constructor(maxColumns: number, maxCharacters: number) {
    this.#maxColumns = maxColumns;
    this.#maxCharacters = maxCharacters;
    this.#columns = new Map([
      ['lat', 0],
      ['lng', 1],
    ]);
    // Features count from 1: the header stands on line 0.
    this.#out = 'lat,lng\n';
    this.#tallRows.add(0, 1);
  }

  get header(): readonly string[] {
    const names = [...this.#columns.keys()];
    return this.#isExport ? [...EXPORTED_COLUMNS.map(([header]) => header), ...names, LAST_HEADER] : names;
  }

  get tallRows(): TallRowCollector['runs'] {
    return this.#tallRows.runs;
  }

  /** Characters that wait to be taken. */
  get waiting(): number {
    return this.#out.length;
  }

  take(): Buffer {
    const bytes = Buffer.from(this.#out, 'utf8');
    this.#out = '';
    return bytes;
  }

  /** Adds a feature that is too long to be read. @param why takes the place of its latitude */
  addUnread(why: string): void {
    this.#isExport ??= false;
    this.#write(this.#isExport ? exportedCells({}, { lat: why, lng: '' }) : [csvText(why), '']);
  }

  add(feature: unknown): void {
    const { type, geometry, attributes, id, properties = attributes } = asObject(feature);
    const given = asObject(properties);
    this.#isExport ??= this.#beginsExport(type === 'Feature' && isExported(given));
    if (this.#isExport) {
      this.#addExported(given, type === 'Feature' ? geometry : feature);
      return;
    }
    const isFeature = type === 'Feature';
    const isEsri = type === undefined && attributes !== undefined;
    const place = isFeature
      ? placeOf(geometry)
      : isEsri
        ? esriPlaceOf(geometry)
        : { lat: nameOf(feature), lng: '' };
    const cells = [csvText(place.lat), csvText(place.lng)];
    if (isFeature && (typeof id === 'string' || typeof id === 'number') && !Object.hasOwn(given, 'id'))
      this.#set(cells, 'id', textOf(id));
    for (const [name, value] of Object.entries(given)) this.#set(cells, name, textOf(value));
    this.#write(cells);
  }

  #beginsExport(isExport: boolean): boolean {
    if (isExport) this.#columns = new Map();
    return isExport;
  }

  /** An area stands around the point that its marker has as properties; a point may have been moved. */
  #addExported(properties: Record<string, unknown>, geometry: unknown): void {
    const moved = placeOf(geometry, exactText);
    const { lat, lng } = properties;
    const hasPoint = moved.lng !== '' || !isExported(properties);
    const cells = exportedCells(properties, hasPoint ? moved : { lat: exactText(lat), lng: exactText(lng) });
    for (const [property, value] of Object.entries(properties)) {
      const name = customFieldOf(property);
      if (name !== null) this.#set(cells, name, exactText(value), EXPORTED_COLUMNS.length);
    }
    this.#write(cells);
  }

  /** @param before number of columns before those of properties */
  #set(cells: string[], name: string, text: string, before = 0): void {
    let column = this.#columns.get(name);
    if (column === undefined) {
      column = before + this.#columns.size;
      if (column >= this.#maxColumns)
        throw badRequest(
          `Too many columns: the features have over ${this.#maxColumns - 2} different properties`,
        );
      this.#columns.set(name, column);
    }
    // A property by the name of an axis says where the feature is when its geometry does not.
    if (text === '' || (cells[column] ?? '') !== '') return;
    while (cells.length < column) cells.push('');
    cells[column] = csvText(text);
  }

  #write(cells: readonly string[]): void {
    const record = cells.join(',');
    this.#features++;
    this.#characters += record.length;
    if (this.#characters > this.#maxCharacters)
      throw badRequest(
        `The features have ${this.#columns.size - 2} different properties, and most have few of them: as a table they are far longer than the file. Leave out the properties that few features have`,
      );
    const lineEnds = record.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (lineEnds > 0) this.#tallRows.add(this.#features, lineEnds);
    this.#out += `${record}\n`;
  }
}

/** Cells of the columns that every export has. */
function exportedCells(properties: Record<string, unknown>, place: PointTexts): string[] {
  const values: Record<string, unknown> = { ...properties, ...place, drive_time: driveTimeOf(properties) };
  return EXPORTED_COLUMNS.map(([, field]) =>
    csvText(exactText(values[field === 'marker_type' ? 'type' : field])),
  );
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** Type of a value that is no feature, or no point; the value itself when it has none. */
function nameOf(value: unknown): string {
  const { type } = asObject(value);
  return typeof type === 'string' && type !== ''
    ? type.slice(0, 40)
    : (JSON.stringify(value) ?? '').slice(0, 40);
}

function placeOf(geometry: unknown, text: (value: unknown) => string = textOf): PointTexts {
  if (geometry === null || geometry === undefined) return NOWHERE;
  const { type, coordinates } = asObject(geometry);
  const isSingle = type === 'MultiPoint' && Array.isArray(coordinates) && coordinates.length === 1;
  if (type !== 'Point' && !isSingle) return { lat: nameOf(geometry), lng: '' };
  const position = isSingle ? coordinates[0] : coordinates;
  if (!Array.isArray(position)) return { lat: nameOf(geometry), lng: '' };
  const [lng, lat] = position.map(text);
  return { lat: lat ?? '', lng: lng ?? '' };
}

/** Geometries of Esri's JSON by the member that they have. */
const ESRI_GEOMETRIES = { rings: 'Polygon', paths: 'LineString', points: 'MultiPoint' } as const;

function esriPlaceOf(geometry: unknown): PointTexts {
  const members = asObject(geometry);
  const { x, y } = members;
  if (typeof x === 'number' && typeof y === 'number') return { lat: textOf(y), lng: textOf(x) };
  const member = Object.keys(ESRI_GEOMETRIES).find((name) => members[name] !== undefined);
  return member === undefined ? NOWHERE : { lat: ESRI_GEOMETRIES[member as 'rings'], lng: '' };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(String(value)) ?? String(value);
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** A number of an export as it was written, of more digits than a spreadsheet shows. */
const exactText = (value: unknown): string => (typeof value === 'number' ? String(value) : textOf(value));
