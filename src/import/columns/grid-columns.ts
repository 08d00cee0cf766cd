import { quote } from '../../base/cut.js';
import { readCoordinatePair } from '../../format/cells/coordinate-pair.js';
import { readDegrees } from '../../format/cells/degrees.js';
import { isEmptyWord } from '../../format/cells/empty-words.js';
import { gridCodeIn, isGeohash, isUtmZone, SHORT_PLUS_CODE } from '../../format/cells/grid-codes.js';
import { directionLetter } from '../../format/cells/joined-degrees.js';
import { readNumber } from '../../format/cells/number.js';
import type { Projector } from '../../geo/crs/systems.js';
import { readHeader } from '../../recognise/read-header.js';
import { readWords, splitHeader } from '../../recognise/tokens.js';
import type { MappedField } from '../../schema/import-fields.js';
import type { ColumnMapping } from '../../schema/job.js';
import { isWktPoint } from '../rows/projected-point.js';

/**
 * Headers of codes that hold both coordinates, in English, German, French, Spanish, Italian, Portuguese and
 * Dutch.
 */
const CODES =
  /\b(?:utm|mgrs|usng|utmref|utm ref|meldegitter|plus ?codes?|open ?location ?codes?|olc|codes? plus|codigos? plus|codic[ei] plus|ngr|osgr|(?:military |os )?grid ?(?:ref|refs|reference|references|square|coordinates?|coords?)|(?:planquadrat|gitterreferenz|quadrillage|carroyage|cuadricula|quadricula|reticolato|rasterreferentie))\b/;
/** Headers of coordinates in whatever notation. */
const COORDINATES = /\b(?:coord|koord|gps|lat ?l(?:o?ng?|ong)\b)/;
const GEOHASH = /\bgeo ?hash/;

const ZONE = /\b(?:zone|zona|fuseau|huso|fuso|utm)\b/;
const EASTING =
  /\b(?:easting|eastings|east|este|est|ost|oost|ostwert|rechtswert|estant|leste|utm (?:e|x)|e|x)\b/;
const NORTHING = /\b(?:northing|northings|north|norte|nord|noord|nordwert|hochwert|utm (?:n|y)|n|y)\b/;

const HEMISPHERE =
  /\b(?:hemisphere|hemi|hem|hemisphaere|hemisphare|halbkugel|hemisferio|emisfero|halfrond|ns|n s|n or s)\b/;

/**
 * Stands in every header of ASCII that one of these fits, but for eastings and northings: thousands of others
 * take a while to be split.
 */
const MAY_FIT =
  /utm|mgrs|usng|ngr|osgr|meldegitter|plus|open|olc|grid|planquadrat|gitterreferenz|quadrillage|carroyage|cuadricula|quadricula|reticolato|rasterreferentie|coord|koord|gps|lat|hash|zon[ea]|fuseau|huso|fuso|[^ -~]/i;

/** Headers that may name a latitude or a longitude, in the languages above. */
const AXIS = /lat|lon|lng|breit|breed|l(?:ä|ae|a\u0308|e)ng/i;
/** Strength of a header that is the name of an axis, and of nothing else. */
const NAMES_AXIS = 0.8;

/**
 * Share of the sample's filled cells that must be what the header says: the other rows are read by their
 * other columns.
 */
const LEAST = 0.1;
/** Share of cells that must be parts of UTM, whose headers say less. */
const MOST = 0.8;

type Rows = readonly (readonly string[])[];

/** Tells whether a header row may have columns of codes of a grid. */
export const mayHaveGrid = (headers: readonly string[]): boolean =>
  headers.some((header) => {
    if (AXIS.test(header)) return true;
    if (!MAY_FIT.test(header)) return false;
    const words = wordsOf(header);
    return [CODES, COORDINATES, GEOHASH, ZONE].some((each) => each.test(words));
  });

/** Tells whether a header row may have coordinates of more places than one. */
export const mayHaveOtherAxes = (headers: readonly string[]): boolean =>
  headers.filter((header) => AXIS.test(header)).length > 3;

export interface FoundGrid {
  mapping: ColumnMapping[];
  /** Columns whose headers say coordinates, and whose cells do not. */
  notes: string[];
}

/**
 * Reads coordinates, UTM coordinates, MGRS references, Plus Codes and geohashes of columns whose headers say
 * so, unless other columns say where all rows of the sample are: features without a geometry have empty
 * columns of degrees. A row whose cell cannot be read is placed by its other columns.
 * @param rows of the sample
 */
export function findGrid(mapping: readonly ColumnMapping[], rows: Rows): FoundGrid {
  const none: FoundGrid = { mapping: [...mapping], notes: [] };
  if (mapping.some(({ field }) => field === 'lat_lng' || field === 'geohash' || field === 'utm_zone'))
    return none;
  const axes = mapping.filter(({ field }) => field === 'lat' || field === 'lng');
  const isPlaced = (row: readonly string[]): boolean => axes.every(({ index }) => row[index]?.trim());
  if (axes.length === 2 && rows.every(isPlaced)) return none;
  // Thousands of headers take a while to be split.
  const open = mapping
    .filter(({ how }) => how === 'custom' || how === 'inferred' || how === 'pattern')
    .map((column) => ({ column, words: wordsOf(column.header) }));
  const find = (headers: RegExp, test: (cell: string) => boolean, least: number): ColumnMapping | undefined =>
    open.find(({ column, words }) => headers.test(words) && shareOf(rows, column.index, test) >= least)
      ?.column;
  const code = find(CODES, isCode, LEAST) ?? find(COORDINATES, isCoordinates, LEAST);
  if (code !== undefined)
    return {
      mapping: give(mapping, [[code, 'lat_lng', 'the header says so, and its codes are places']]),
      notes: [],
    };
  const geohash = find(GEOHASH, isGeohash, MOST);
  if (geohash !== undefined)
    return { mapping: give(mapping, [[geohash, 'geohash', 'the header says so']]), notes: [] };
  const utm = findUtm(mapping, rows, find);
  if (utm !== null) return { mapping: utm, notes: [] };
  const found = axes.length < 2 ? findAxes(mapping, open, rows) : null;
  if (found !== null) return found;
  const unread = open.find(
    ({ column, words }) => CODES.test(words) && shareOf(rows, column.index, isCode) > 0,
  );
  return unread === undefined ? none : { ...none, notes: [fewNote([unread.column], rows, isCode)] };
}

function findUtm(
  mapping: readonly ColumnMapping[],
  rows: Rows,
  find: (headers: RegExp, test: (cell: string) => boolean, least: number) => ColumnMapping | undefined,
): ColumnMapping[] | null {
  const zone = find(ZONE, isUtmZone, MOST);
  const easting = find(EASTING, (cell) => isWithin(cell, 100_000, 900_000), MOST);
  const northing = find(NORTHING, (cell) => isWithin(cell, 0, 10_000_000), MOST);
  if (!zone || !easting || !northing || easting === northing) return null;
  const saysUtm = [zone, easting, northing].some(({ header }) => /\butm\b/.test(wordsOf(header)));
  const hemisphere = find(HEMISPHERE, isHemisphere, MOST);
  const agreeing = rows.filter((row) => {
    const cell = row[zone.index] ?? '';
    const side =
      hemisphere === undefined || !/^\d+$/.test(cell.trim()) ? '' : (row[hemisphere.index] ?? '').trim();
    return mayBeUtm(cell + (directionLetter(side, 'lat') ?? ''), row[northing.index] ?? '');
  });
  if (!saysUtm && agreeing.length <= rows.length / 2) return null;
  return give(mapping, [
    [zone, 'utm_zone', 'zones of UTM beside an easting and a northing'],
    [easting, 'utm_easting', 'metres beside a zone of UTM'],
    [northing, 'utm_northing', 'metres beside a zone of UTM'],
    ...(hemisphere === undefined
      ? []
      : [[hemisphere, 'lat_direction', 'the hemisphere of a zone of UTM'] as const]),
  ]);
}

/** Rows of the sample that show in which order an easting and a northing stand. */
const SHOWING_ROWS = 20;

/**
 * Reads coordinates of a system that the client names: of columns whose headers say easting and northing, or
 * that may be coordinates. Which is which shows in where the rows lie: some countries call the northing X.
 * @param unproved columns that may be coordinates, whatever they are called
 * @returns null: there are none, or the columns of the coordinates are known already
 */
export function findProjected(
  mapping: readonly ColumnMapping[],
  rows: Rows,
  unproved: readonly number[],
  projector: Projector,
): ColumnMapping[] | null {
  const isRead = (field: string): boolean => mapping.some((column) => column.field === field);
  if (isRead('lat_lng') || (isRead('lat') && isRead('lng'))) return null;
  const isOpen = ({ how, field }: ColumnMapping): boolean =>
    how === 'custom' || how === 'inferred' || how === 'pattern' || field === 'lat' || field === 'lng';
  const open = mapping.filter(isOpen);
  const what = `of EPSG:${projector.system.code}`;
  const points = open.find(({ index }) => shareOf(rows, index, isWktPoint) >= MOST);
  if (points !== undefined) return give(mapping, [[points, 'lat_lng', `points ${what}`]]);
  const named = (headers: RegExp): ColumnMapping[] =>
    open.filter(
      ({ header, index }) => headers.test(wordsOf(header)) && shareOf(rows, index, isPlainNumber) >= MOST,
    );
  const pairs = [
    ...named(EASTING).flatMap((easting) => named(NORTHING).map((northing) => [easting, northing] as const)),
    ...(unproved.length >= 2 ? [[mapping[unproved[0]!]!, mapping[unproved[1]!]!] as const] : []),
  ];
  for (const [first, second] of pairs.filter(([first, second]) => first !== second)) {
    const insideOf = (x: ColumnMapping, y: ColumnMapping): number =>
      rows
        .slice(0, SHOWING_ROWS)
        .filter((row) => projector.toWgs84(numberIn(row, x.index), numberIn(row, y.index)) !== null).length;
    const [straight, turned] = [insideOf(first, second), insideOf(second, first)];
    if (Math.max(straight, turned) === 0) continue;
    const [x, y] = straight >= turned ? [first, second] : [second, first];
    return give(mapping, [
      [x, 'lng', `eastings ${what}`],
      [y, 'lat', `northings ${what}`],
    ]);
  }
  return null;
}

const numberIn = (row: readonly string[], index: number): number => readNumber((row[index] ?? '').trim());
const isPlainNumber = (cell: string): boolean => !Number.isNaN(readNumber(cell));

/**
 * Columns that are called latitude and longitude, and of which the inferrer could not tell it for cells of
 * other kinds.
 */
function findAxes(
  mapping: readonly ColumnMapping[],
  open: readonly { column: ColumnMapping }[],
  rows: Rows,
): FoundGrid | null {
  const named = (axis: 'lat' | 'lng') => {
    const found = open.filter(
      ({ column }) => column.how === 'custom' && AXIS.test(column.header) && namesAxis(column.header, axis),
    );
    return found.length === 1 ? found[0]!.column : null;
  };
  const [lat, lng] = (['lat', 'lng'] as const).map(
    (axis) => mapping.find(({ field }) => field === axis) ?? named(axis),
  ) as [ColumnMapping | null, ColumnMapping | null];
  if (lat === null || lng === null || lat === lng) return null;
  const share = Math.min(
    shareOf(rows, lat.index, (cell) => isDegrees(cell, 90)),
    shareOf(rows, lng.index, (cell) => isDegrees(cell, 180)),
  );
  if (share < 0) return null;
  if (share < LEAST)
    return { mapping: [...mapping], notes: [fewNote([lat, lng], rows, (cell) => isDegrees(cell, 180))] };
  const why = 'the header says so, and cells are degrees';
  const missing = [[lat, 'lat', why] as const, [lng, 'lng', why] as const].filter(
    ([{ field }]) => field === null,
  );
  return { mapping: give(mapping, missing), notes: [] };
}

/** Share of the filled cells of a column that are degrees, where it is one of coordinates. */
const DEGREES = 0.9;

/**
 * Tells of further columns of coordinates beside guessed ones, such as those of where a way ends: only one
 * place becomes the marker.
 */
export function otherAxesNotes(mapping: readonly ColumnMapping[], rows: Rows): string[] {
  const chosen = mapping.filter(({ field }) => field === 'lat' || field === 'lng');
  if (chosen.length < 2 || chosen.some(({ how }) => how !== 'inferred' && how !== 'pattern')) return [];
  const others = (['lat', 'lng'] as const).map((axis) =>
    mapping.filter(
      ({ header, index, how }) =>
        how === 'custom' &&
        AXIS.test(header) &&
        readHeader(readWords(header), null, new Set()).fields.has(axis) &&
        shareOf(rows, index, (cell) => isDegrees(cell, axis === 'lat' ? 90 : 180)) >= DEGREES,
    ),
  );
  const [lats, lngs] = others as [ColumnMapping[], ColumnMapping[]];
  if (lats.length === 0 || lngs.length === 0) return [];
  const pair = (columns: readonly ColumnMapping[]): string =>
    columns.map(({ header }) => quote(header)).join(' and ');
  return [
    `The rows lie at ${pair(chosen)}, though ${pair([lats[0]!, lngs[0]!])} hold coordinates, too: name the columns in column_mapping if others are right, as {"lat": ${quote(lats[0]!.header)}, "lng": ${quote(lngs[0]!.header)}}.`,
  ];
}

function namesAxis(header: string, axis: 'lat' | 'lng'): boolean {
  const reading = readHeader(readWords(header), null, new Set());
  const isClear = reading.axis === null && !reading.blocked && !reading.measure && reading.role === 'neutral';
  return isClear && (reading.fields.get(axis) ?? 0) >= NAMES_AXIS;
}

function fewNote(columns: readonly ColumnMapping[], rows: Rows, test: (cell: string) => boolean): string {
  const cells = filledCells(rows, columns[0]!.index);
  const names = columns.map(({ header }) => quote(header)).join(' and ');
  const [verb, them] = columns.length === 1 ? ['looks', 'it'] : ['look', 'them'];
  return `${names} ${verb} like coordinates by name, and ${cells.filter(test).length} of the first ${cells.length} cells can be read as such: name ${them} in column_mapping to have ${them} read; a row whose cell cannot be read is rejected then.`;
}

const wordsOf = (header: string): string => splitHeader(header).join(' ');

const isHemisphere = (cell: string): boolean => directionLetter(cell, 'lat') !== null;

const isCode = (cell: string): boolean => {
  const name = gridCodeIn(cell, 'grid');
  return name !== null && name !== SHORT_PLUS_CODE && !name.startsWith('what3words');
};

const isCoordinates = (cell: string): boolean => isCode(cell) || readCoordinatePair(cell, 'east') !== null;

const isDegrees = (cell: string, limit: number): boolean => Math.abs(readDegrees(cell).degrees) <= limit;

function isWithin(cell: string, from: number, to: number): boolean {
  const meters = /^\d{1,8}(?:[.,]\d{1,6})?$/.test(cell) ? readNumber(cell) : Number.NaN;
  return meters >= from && meters <= to;
}

/**
 * Metres: grids of single countries count from a corner of theirs, so that those of small ones have lower
 * northings.
 */
const BEYOND_SMALL_GRIDS = 1_300_000;
const BANDS = 'CDEFGHJKLMNPQRSTUVWX';

/**
 * Tells whether a zone without a word on UTM is one: the letter of its band agrees with the northing, or a
 * hemisphere stands with a far one.
 */
function mayBeUtm(zone: string, northing: string): boolean {
  const [, letter] = /^\s*\d\d? ?([A-Z])\s*$/i.exec(zone) ?? [];
  const meters = readNumber(northing.trim());
  if (letter === undefined || Number.isNaN(meters)) return northing.trim() === '';
  const band = letter.toUpperCase();
  if (band === 'N' || band === 'S') return meters >= BEYOND_SMALL_GRIDS;
  const lat = (band < 'N' ? meters - 10_000_000 : meters) / 110_900;
  const south = 8 * BANDS.indexOf(band) - 80;
  return BANDS.includes(band) && lat >= south - 1 && lat <= south + (band === 'X' ? 13 : 9);
}

/** Share of the filled cells that pass; -1: none is filled. */
function shareOf(rows: Rows, index: number, test: (cell: string) => boolean): number {
  const cells = filledCells(rows, index);
  return cells.length === 0 ? -1 : cells.filter(test).length / cells.length;
}

const filledCells = (rows: Rows, index: number): string[] =>
  rows.map((row) => (row[index] ?? '').trim()).filter((cell) => cell !== '' && !isEmptyWord(cell));

/** Gives fields to columns; what they were read as goes. */
function give(
  mapping: readonly ColumnMapping[],
  given: readonly (readonly [ColumnMapping, MappedField, string])[],
): ColumnMapping[] {
  return mapping.map((column): ColumnMapping => {
    const found = given.find(([each]) => each === column);
    if (found === undefined) return column;
    const [{ index, header }, field, why] = found;
    return { index, header, field, how: 'inferred', confidence: 1, why };
  });
}
