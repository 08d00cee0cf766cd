import { ADDRESS_MEMBERS, TEXT_MEMBERS } from '../../schema/marker-terms.js';
import { FILLS } from '../../schema/palette-colors.js';
import { unescapeCopyText } from '../cells/copy-text.js';
import { jsonString } from '../cells/json-string.js';
import { propertyOf } from '../geojson/exported-feature.js';
import type { AreaJson } from './area-geometry.js';
import { timeText } from './format-rows.js';

const TEXT_COLUMNS = ['type', ...TEXT_MEMBERS, 'color', ...ADDRESS_MEMBERS, 'region_source'] as const;
const COLUMNS = [
  'id',
  'name',
  'lat',
  'lng',
  'radius',
  ...TEXT_COLUMNS,
  'created_at',
  'updated_at',
  'extras',
  'custom_fields',
  'area',
] as const;
type Column = (typeof COLUMNS)[number];

const TIMES: Readonly<Partial<Record<Column, string>>> = {
  created_at: timeText('created_at'),
  updated_at: timeText('coalesce(updated_at, created_at)'),
};

/** SQL of the columns of `markers` that `formatFeatures` is given. */
export const FEATURE_EXPRESSIONS: readonly string[] = COLUMNS.map((column) => TIMES[column] ?? column);

/** Size of a chunk for the socket, which the last feature may exceed. */
const OUTPUT_CHARACTERS = 1024 * 1024;
const NEWLINE = 10;

export interface FeatureOptions {
  /** Where to begin in the rows, in bytes. */
  readonly from: number;
  /** null: without areas. */
  readonly areas: AreaJson | null;
  /** Packed areas of drive times, by key. */
  readonly driveTimes: ReadonlyMap<string, Uint8Array>;
  /** Areas beyond this are left out; their markers are points. */
  readonly areaCharacters: number;
}

export interface FormattedFeatures {
  /** Features, with commas between them. */
  readonly json: string;
  /** Where the rows go on that are not among them, in bytes. */
  readonly end: number;
  /** Length of the areas in `json`, in UTF-16 code units, and number of areas left out. */
  readonly areaCharacters: number;
  readonly omitted: number;
}

/**
 * Whole rows of COPY text (FEATURE_EXPRESSIONS, nulls empty) as GeoJSON features, until there are enough for
 * a chunk: areas can be a thousand times as long as their rows.
 */
export function formatFeatures(copyText: Buffer, options: FeatureOptions): FormattedFeatures {
  const names = new PropertyNames();
  const features: string[] = [];
  let characters = 0;
  let areaCharacters = 0;
  let omitted = 0;
  let at = options.from;
  while (at < copyText.length && characters < OUTPUT_CHARACTERS) {
    const end = copyText.indexOf(NEWLINE, at);
    const row = readRow(copyText.toString('utf8', at, end));
    let area = options.areas === null ? null : options.areas.textOf(asArea(row, options.driveTimes));
    const isOmitted = area !== null && areaCharacters + area.length > options.areaCharacters;
    if (isOmitted) {
      area = null;
      omitted++;
    }
    areaCharacters += area?.length ?? 0;
    const feature = featureOf(row, names, area, isOmitted);
    features.push(feature);
    characters += feature.length;
    at = end + 1;
  }
  return { json: features.join(',\n'), end: at, areaCharacters, omitted };
}

type Row = Record<Column, string>;

function readRow(line: string): Row {
  const cells = line.split('\t');
  return Object.fromEntries(COLUMNS.map((column, i) => [column, unescapeCopyText(cells[i]!)])) as Row;
}

/** Areas of drive times that are read at a time: 64 of 5 KB, at most a few MB. */
const MOST_DRIVE_TIMES = 64;
const LAST_TAB = 9;

/**
 * Which areas of drive times rows have, from byte `from` on.
 * @returns their keys, and where the rows end that have no others, in bytes
 */
export function wantedAreas(copyText: Buffer, from: number): { keys: string[]; end: number } {
  const keys = new Set<string>();
  let at = from;
  while (at < copyText.length) {
    const end = copyText.indexOf(NEWLINE, at);
    const key = copyText.toString('latin1', copyText.lastIndexOf(LAST_TAB, end) + 1, end);
    if (key !== '') {
      if (!keys.has(key) && keys.size === MOST_DRIVE_TIMES) break;
      keys.add(key);
    }
    at = end + 1;
  }
  return { keys: [...keys], end: at };
}

const asArea = (
  { type, lat, lng, radius, region_source, area }: Row,
  driveTimes: FeatureOptions['driveTimes'],
) => ({
  type,
  lat: Number(lat),
  lng: Number(lng),
  radius: radius === '' ? null : Number(radius),
  regionSource: region_source === '' ? null : region_source,
  driveTime: driveTimes.get(area) ?? null,
});

function featureOf(row: Row, names: PropertyNames, area: string | null, isOmitted: boolean): string {
  const { id, name, lat, lng, radius, created_at, updated_at, extras, custom_fields } = row;
  const point = `{"type":"Point","coordinates":[${number(lng)},${number(lat)}]}`;
  let properties = `"name":${jsonString(name)}`;
  for (const column of TEXT_COLUMNS)
    if (row[column] !== '') properties += `,"${column}":${jsonString(row[column])}`;
  properties += `,"lat":${number(lat)},"lng":${number(lng)}`;
  if (radius !== '') properties += `,"radius":${number(radius)},"radius_unit":"miles"`;
  properties += `,"created_at":"${created_at}","updated_at":"${updated_at}"`;
  if (isOmitted) properties += ',"area_omitted":true';
  properties += `${membersOf(extras, null)}${membersOf(custom_fields, names)}`;
  const fill = FILLS.get(row.color);
  if (fill !== undefined)
    properties +=
      area === null ? `,"marker-color":"${fill}"` : `,"fill":"${fill}","fill-opacity":0.5,"stroke":"${fill}"`;
  return `{"type":"Feature","id":${id},"geometry":${area ?? point},"properties":{${properties}}}`;
}

/** JSON.stringify knows no -0, and COPY writes it. */
const number = (text: string): string => (text === '-0' ? '0' : text);

/** @param json an object of strings, or ''. @param names of its members; null: as they are */
function membersOf(json: string, names: PropertyNames | null): string {
  if (json === '') return '';
  let members = '';
  for (const [name, value] of Object.entries(JSON.parse(json) as Record<string, string>))
    members += `,${names === null ? jsonString(name) : names.of(name)}:${jsonString(value)}`;
  return members;
}

/** Names that are remembered, of which each row may have others. */
const MAX_NAMES = 5000;

/** The property of each custom field, as JSON. */
class PropertyNames {
  readonly #known = new Map<string, string>();

  of(customField: string): string {
    let property = this.#known.get(customField);
    if (property === undefined) {
      property = jsonString(propertyOf(customField));
      if (this.#known.size < MAX_NAMES) this.#known.set(customField, property);
    }
    return property;
  }
}
