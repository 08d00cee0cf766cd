import { createRequire } from 'node:module';
import { quote } from '../../base/cut.js';
import type { CoordinatePair } from './coordinate-pair.js';
import { directionLetter } from './joined-degrees.js';
import { decimalOf } from './number.js';

const BAND = '[C-HJ-NP-X]';
const ZONE = String.raw`(?:utm[ :]{0,2})?(?:zone )?(\d{1,2}) ?(${BAND}|north|south)`;
const METERS = String.raw`\d{1,8}(?:[.,]\d{1,6})?`;
const EASTING = String.raw`(?:m?E[ :=]{0,2})?(\d{6,7}(?:[.,]\d{1,6})?) ?(?:m? ?E)?`;
const NORTHING = `(?:m?N[ :=]{0,2})?(${METERS}) ?(?:m? ?N)?`;
const BETWEEN = '[ ,;/]{1,3}';
/** `32U 691607 5334760`, with or without units, labels and a comma. */
const UTM = new RegExp(`^${ZONE}[ ,;:]{0,2}${EASTING}${BETWEEN}${NORTHING}$`, 'i');
/** `691607E 5334760N 32U` */
const UTM_BEFORE_ZONE = new RegExp(`^${EASTING}${BETWEEN}${NORTHING}${BETWEEN}${ZONE}$`, 'i');
const UTM_ZONE = new RegExp(
  String.raw`^(?:wgs ?84[ /]{1,3})?(?:utm[ :]{0,2})?(?:zone )?(\d{1,2})[ -]?(?:(${BAND}|north|south))?$`,
  'i',
);
const ONE_NUMBER = new RegExp(`^${METERS}$`);
/** `32U PU 91607 34760`, `32UPU9160734760`; the halves have as many digits. */
const MGRS = new RegExp(
  String.raw`^(\d{1,2}) ?(${BAND}) ?([A-HJ-NP-Z])([A-HJ-NP-V]) ?(?:(\d{1,5}) (\d{1,5})|(\d{2,10}))$`,
  'i',
);
/** `SU 38712 14892`, `SU3814`, in Great Britain; the halves have as many digits. */
const BRITISH = /^([HJNOST])([A-HJ-Z]) ?(?:(\d{1,5}) (\d{1,5})|(\d{2,10}))$/i;
/** Codes of articles look the same. */
const BRITISH_HEADER = /grid|\bngr\b|\bosgr\b/i;
/** EPSG:27700, as `geo/crs` has it. */
const BRITISH_GRID =
  '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489';
const BRITISH_LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
/** `8FWH4HX8+9C`; before the plus, shorter ones need a town. */
const PLUS_CODE =
  /^([2-9CFGHJMPQRVWX]{4}(?:[2-9CFGHJMPQRVWX]{2}){0,2}\+[2-9CFGHJMPQRVWX]{2,7}|[2-9CFGHJMPQRVWX]{2,8}0{0,6}\+)(?:[ ,].{1,60})?$/i;
const GEOHASH = /^(?=.*\d)(?=.*[a-z])[\dbcdefghjkmnpqrstuvwxyz]{5,12}$/i;
const ANY_GEOHASH = /^[\dbcdefghjkmnpqrstuvwxyz]{1,20}$/i;
const WHAT3WORDS = /^\/\/\/[\p{L}]+[.。][\p{L}]+[.。][\p{L}]+$/u;

export const SHORT_PLUS_CODE = 'short Plus Code';

const MAX_LENGTH = 100;

/** Degrees: a cell of a grid that is higher says no place. */
const MAX_HEIGHT = 0.1;

/** A point, or why the code gives none, to follow the code in a message. */
export type GridPoint = CoordinatePair | string;

interface OpenLocationCode {
  isFull(code: string): boolean;
  isShort(code: string): boolean;
  decode(code: string): {
    latitudeCenter: number;
    longitudeCenter: number;
    latitudeLo: number;
    latitudeHi: number;
  };
}
interface Projection {
  inverse(point: [number, number]): [number, number];
}

/** The libraries are loaded by the threads that meet such codes, which few uploads have. */
const load = createRequire(import.meta.url);
let openLocationCode: OpenLocationCode | null = null;
const projections = new Map<string, Projection>();

const plusCodes = (): OpenLocationCode =>
  (openLocationCode ??= new (load('open-location-code').OpenLocationCode)() as OpenLocationCode);

const zoneOf = (zone: number, isSouth: boolean): Projection =>
  projection(`+proj=utm +zone=${zone}${isSouth ? ' +south' : ''} +datum=WGS84 +units=m +no_defs`);

function projection(definition: string): Projection {
  const known =
    projections.get(definition) ?? (load('proj4') as (definition: string) => Projection)(definition);
  projections.set(definition, known);
  return known;
}

/**
 * Name of a code that stands for a place, other than degrees; null: the cell holds none.
 * @param header only one that says so makes a geohash, or a British reference, of letters and digits
 */
export function gridCodeIn(text: string, header: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  if (UTM.test(text) || UTM_BEFORE_ZONE.test(text)) return 'UTM coordinate';
  if (isMgrs(MGRS.exec(text))) return 'MGRS reference';
  if (BRITISH_HEADER.test(header) && isBritish(BRITISH.exec(text))) return 'British grid reference';
  if (PLUS_CODE.test(text)) return text.indexOf('+') < 8 ? SHORT_PLUS_CODE : 'Plus Code';
  if (WHAT3WORDS.test(text)) return 'what3words address';
  return /g[eé]o.?hash/i.test(header) && GEOHASH.test(text) ? 'geohash' : null;
}

/**
 * Field of a column whose cells hold codes of a name that `gridCodeIn` gives; null: such codes are not read.
 */
export function fieldOfCode(name: string): 'lat_lng' | 'geohash' | null {
  if (name === 'geohash') return 'geohash';
  return /^(?:UTM|MGRS|British|Plus) /.test(name) ? 'lat_lng' : null;
}

const isMgrs = (found: RegExpExecArray | null): boolean =>
  found !== null &&
  (found[7] === undefined ? found[5]!.length === found[6]!.length : found[7].length % 2 === 0);

const isBritish = (found: RegExpExecArray | null): boolean =>
  found !== null &&
  (found[5] === undefined ? found[3]!.length === found[4]!.length : found[5].length % 2 === 0);

/** Tells whether a cell holds a geohash, where its header says that it may. */
export const isGeohash = (text: string): boolean => ANY_GEOHASH.test(text);

/** Tells whether a cell holds a zone of UTM, with or without its hemisphere. */
export const isUtmZone = (text: string): boolean => text.length <= MAX_LENGTH && UTM_ZONE.test(text);

/**
 * UTM coordinate, MGRS or British reference or Plus Code (the middle of its cell), which no other text of a
 * column of coordinates looks like; null: the cell holds none.
 */
export function readGridCode(text: string): GridPoint | null {
  if (text.length > MAX_LENGTH) return null;
  const utm = UTM.exec(text);
  if (utm) return utmPoint(utm[1]!, utm[2]!, utm[3]!, utm[4]!);
  const turned = UTM_BEFORE_ZONE.exec(text);
  if (turned) return utmPoint(turned[3]!, turned[4]!, turned[1]!, turned[2]!);
  const mgrs = MGRS.exec(text);
  if (isMgrs(mgrs)) return mgrsPoint(mgrs!);
  const british = BRITISH.exec(text);
  if (isBritish(british)) return britishPoint(british!);
  const plusCode = PLUS_CODE.exec(text);
  return plusCode ? plusCodePoint(plusCode[1]!) : null;
}

/**
 * Zone, easting and northing in columns of their own.
 * @param hemisphere a word of a further column, such as N or South; '': there is none
 */
export function readUtm(zone: string, easting: string, northing: string, hemisphere = ''): GridPoint {
  const found = zone.length <= MAX_LENGTH ? UTM_ZONE.exec(zone) : null;
  if (found === null) return 'is no zone of UTM such as 32N';
  const side = hemisphere === '' ? undefined : SIDES[directionLetter(hemisphere, 'lat') ?? ''];
  if (hemisphere !== '' && side === undefined)
    return `has the hemisphere ${quote(hemisphere, 20)}: write N or S`;
  const letter = letterOf(found[2], side);
  if (letter === null)
    return `contradicts itself: the letter ${found[2]} of its zone is not ${side === 'north' ? 'north' : 'south'} of the equator`;
  if (letter === undefined)
    return 'names no hemisphere: write N or S, or the letter of its band, behind the zone, such as 32N';
  if (!ONE_NUMBER.test(easting) || !ONE_NUMBER.test(northing))
    return 'has an easting or a northing that is no number of metres';
  return utmPoint(found[1]!, letter, easting, northing);
}

const SIDES: Readonly<Record<string, 'north' | 'south'>> = { N: 'north', S: 'south' };

/**
 * The letter of a zone beside its hemisphere, which tells what N and S mean; null: they contradict each
 * other.
 */
function letterOf(
  letter: string | undefined,
  side: 'north' | 'south' | undefined,
): string | null | undefined {
  if (letter === undefined || side === undefined) return letter ?? side;
  const band = letter.toUpperCase();
  if (band === 'S' || band === side.toUpperCase() || band === side[0]!.toUpperCase()) return side;
  return band.length === 1 && band >= 'N' === (side === 'north') ? band : null;
}

/** The middle of a geohash's cell. */
export function readGeohash(text: string): GridPoint | null {
  const hash = text.toLowerCase();
  if (!ANY_GEOHASH.test(hash)) return null;
  const box = load('ngeohash').decode_bbox(hash) as [number, number, number, number];
  const [south, west, north, east] = box;
  return middleOf(south, west, north, east, 'geohash');
}

/** South, in degrees, of the bands of 8 degrees from C; X has 12. */
const BANDS = 'CDEFGHJKLMNPQRSTUVWX';
const southOf = (band: string): number => 8 * BANDS.indexOf(band) - 80;
const heightOf = (band: string): number => (band === 'X' ? 12 : 8);
/** Degrees. A point on the border of a band may have the letter of either. */
const ON_BORDER = 0.02;

const liesIn = (band: string, lat: number, border: number): boolean =>
  lat >= southOf(band) - border && lat <= southOf(band) + heightOf(band) + border;

/**
 * Zones with land between 50 and 60 degrees south. In the others a northing of the band S (32 to 40 degrees
 * north) lies at sea in the south, so that `30S` is the band.
 */
const ZONES_WITH_FAR_SOUTH = new Set([18, 19, 20, 21, 23, 24, 25, 26, 31, 42, 43, 57, 58, 59]);

function utmPoint(zoneText: string, letter: string, eastingText: string, northingText: string): GridPoint {
  const zone = Number(zoneText);
  const easting = decimalOf(eastingText);
  const northing = decimalOf(northingText);
  if (zone < 1 || zone > 60) return `is no UTM coordinate: zones are 1 to 60, not ${zone}`;
  if (!(easting >= 100_000 && easting < 900_000))
    return 'is no UTM coordinate: the easting stands before the northing, and is 100000 to 900000 metres';
  if (northing > 10_000_000) return 'is no UTM coordinate: northings are at most 10000000 metres';
  const at = (isSouth: boolean): CoordinatePair => {
    const [lng, lat] = zoneOf(zone, isSouth).inverse([easting, northing]);
    // Zones at the date line reach beyond it.
    return { lat, lng: lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng };
  };
  const band = letter.toUpperCase();
  if (band === 'NORTH' || band === 'N') return onEarth(at(false));
  if (band === 'SOUTH') return onEarth(at(true));
  if (band !== 'S') {
    const point = at(band < 'N');
    return liesIn(band, point.lat, ON_BORDER) ? point : otherBand(band, point.lat);
  }
  const north = at(false);
  if (!liesIn('S', north.lat, ON_BORDER)) return onEarth(at(true));
  return ZONES_WITH_FAR_SOUTH.has(zone)
    ? `has two readings, as S is the south or the band from 32 to 40 degrees north: write ${zone} north or ${zone} south`
    : north;
}

const otherBand = (band: string, lat: number): string =>
  `contradicts itself: the letter ${band} is for latitudes from ${southOf(band)} to ${southOf(band) + heightOf(band)}, and the northing is at ${lat.toFixed(1)}`;

/** UTM has no poles. */
const onEarth = (point: CoordinatePair): GridPoint =>
  point.lat >= -80.5 && point.lat <= 84.5
    ? point
    : 'is no UTM coordinate: it would lie near a pole, where UTM does not reach';

/** Letters of the columns of squares, by the remainder of the zone. */
const COLUMNS = ['STUVWXYZ', 'ABCDEFGH', 'JKLMNPQR'];

function britishPoint(found: RegExpExecArray): GridPoint {
  const [, first, second, east, north, both] = found;
  const [large, small] = [first, second].map((letter) => BRITISH_LETTERS.indexOf(letter!.toUpperCase())) as [
    number,
    number,
  ];
  const square = [
    5 * ((large + 3) % 5) + (small % 5),
    19 - 5 * Math.floor(large / 5) - Math.floor(small / 5),
  ];
  if (square[0]! > 6 || square[1]! < 0 || square[1]! > 12)
    return `is no British grid reference: there is no square ${first!.toUpperCase()}${second!.toUpperCase()}`;
  const half = both === undefined ? east!.length : both.length / 2;
  const cell = 10 ** (5 - half);
  const meters = [east ?? both!.slice(0, half), north ?? both!.slice(half)].map(
    (digits, axis) => 100_000 * square[axis]! + (Number(digits) + 0.5) * cell,
  );
  const [lng, lat] = projection(BRITISH_GRID).inverse(meters as [number, number]);
  return { lat, lng };
}

function mgrsPoint(found: RegExpExecArray): GridPoint {
  const [, zoneText, bandText, column, row, east, north, both] = found;
  const zone = Number(zoneText);
  const band = bandText!.toUpperCase();
  const digits = both ?? `${east}${north}`;
  if (zone < 1 || zone > 60) return `is no MGRS reference: zones are 1 to 60, not ${zone}`;
  if (!COLUMNS[zone % 3]!.includes(column!.toUpperCase()))
    return `is no MGRS reference: zone ${zone} has no square ${column!.toUpperCase()}${row!.toUpperCase()}`;
  const reference = `${zone}${band}${column}${row}${digits}`.toUpperCase();
  const [lng, lat] = (load('mgrs') as { toPoint(reference: string): [number, number] }).toPoint(reference);
  const cell = 10 ** (5 - digits.length / 2) / 100_000;
  if (!liesIn(band, lat, ON_BORDER + cell)) return otherBand(band, lat);
  return { lat, lng: lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng };
}

function plusCodePoint(text: string): GridPoint {
  const code = text.toUpperCase();
  const codes = plusCodes();
  if (codes.isShort(code))
    return 'is a short Plus Code: its first four characters, which say the region, are missing. Write the full code, such as 8FWH4HX8+9C';
  if (!codes.isFull(code)) return 'is no Plus Code that exists';
  const { latitudeLo, latitudeHi, latitudeCenter: lat, longitudeCenter: lng } = codes.decode(code);
  return latitudeHi - latitudeLo > MAX_HEIGHT ? tooLarge('Plus Code') : { lat, lng };
}

const middleOf = (south: number, west: number, north: number, east: number, name: string): GridPoint =>
  north - south > MAX_HEIGHT ? tooLarge(name) : { lat: (south + north) / 2, lng: (west + east) / 2 };

const tooLarge = (name: string): string =>
  `is a ${name} of an area that is too large for a place: write more of its characters`;
