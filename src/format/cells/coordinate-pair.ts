import { parseCoordinate } from './coordinate.js';
import { plainDegreeText } from './degree-marks.js';
import { readMarked } from './degrees.js';
import type { LetterO } from './letter-o.js';
import { decimalOf } from './number.js';

export interface CoordinatePair {
  lat: number;
  lng: number;
}

/** Longer cells hold something else, or a geometry. */
const MAX_LENGTH = 400;
const NUMBER = String.raw`[+-]?\d{1,3}(?:\.\d{0,30})?(?:[eE][+-]?\d{1,2})?`;
const HEIGHT = String.raw`[+-]?(?:\d{1,9}(?:\.\d{0,30})?|nan)`;
/** Whose coordinates are degrees, longitude first: WGS84, and what lies within a metre or two of it. */
const CRS = String.raw`(?:SRID\s?=\s?(?:4326|4258|4269|4979)\s?;|<http://www\.opengis\.net/def/crs/OGC/1\.3/CRS84>)`;
/**
 * WKT and EWKT, longitude first: `POINT(13.4 52.5)`, `SRID=4326;POINT Z (13.4 52.5 30)`. Programs write
 * commas between the numbers, too; then no further number may be the other half of a decimal comma.
 */
const WKT_POINT = new RegExp(
  String.raw`^(?:${CRS}\s{0,3})?(?:ST_)?(?:Make)?POINT\s{0,3}(?:ZM|Z|M)?\s{0,3}[([]\s{0,3}(${NUMBER})(?:\s{1,3}(${NUMBER})(?:\s{1,3}${HEIGHT}){0,2}|\s{0,3}[,;]\s{0,3}(${NUMBER})(?:\s{0,3}[,;]\s{0,3}${HEIGHT})?)\s{0,3}[)\]]\s{0,3};?$`,
  'i',
);
/** A cell that begins like a geometry is read as one or not at all. */
const GEOMETRY =
  /^\s{0,3}(?:(?:SRID\s?=[^;]{0,20};|<[^>]{0,100}>)\s{0,3})?(ST_\w{1,30}|(?:MULTI)?(?:POINT|LINESTRING|POLYGON|CURVE|SURFACE)|CIRCULARSTRING|COMPOUNDCURVE|CURVEPOLYGON|TRIANGLE|TIN|POLYHEDRALSURFACE|GEOMETRYCOLLECTION)\s{0,3}(?:ZM|Z|M|EMPTY)?\s{0,3}(?:[([]|$)/i;
/** Towns are called `Stony Point`, but not in one with a bracket. */
const POINT_IN_TEXT =
  /(?:POINT(?:ZM|Z|M)?|[([]\s{0,3}|(?:ST_(?:Make)?|MULTI|[:;=,"'>(]\s{0,3})[Pp](?:OINT|oint)\s{0,3}(?:ZM|Z|M)?\s{0,3})\([^()]{0,100}\)\s?$/;
/** GeoJSON, longitude first: its coordinates, alone or within a geometry. */
const GEOJSON = new RegExp(String.raw`^\{.{0,200}"coordinates"\s?:\s?\[\s?(${NUMBER})\s?,\s?(${NUMBER})`);
const ARRAY = new RegExp(String.raw`^\[\s?(${NUMBER})\s?,\s?(${NUMBER})\s?(?:,[^\]]{0,40})?\]$`);
/** `52.5, 13.4`, `(52.5; 13.4)`, `52.5 13.4`, `52.5/13.4`. */
const NUMBERS = new RegExp(
  String.raw`^[({]?\s?(${NUMBER})(?:\s?°?\s?[,;/|]\s?(${NUMBER})\s?°?|\s(?:\s)?(${NUMBER})|\s?°\s(${NUMBER})\s?°)\s?[)}]?$`,
);
const COMMA_DECIMALS = /^[({]?\s?([+-]?\d{1,3},\d{1,30})\s?[;/|\s]\s?([+-]?\d{1,3},\d{1,30})\s?[)}]?$/;
/** `(lat, lng)` behind other text, as US portals write an address with its place. */
const IN_TEXT = /\(\s?([+-]?\d{1,2}\.\d{1,30})\s?°?\s?,\s?([+-]?\d{1,3}\.\d{1,30})\s?°?\s?\)\s*$/;

const LAT_WORD = /lat|breite|breedte/i;
const LNG_WORD = /lon|lng|l(?:ä|ae)nge|lengte/i;

/** Tells whether the header of a column of pairs says that longitudes stand first, as `lon_lat` does. */
export function isLngFirst(header: string): boolean {
  const lng = header.search(LNG_WORD);
  return lng >= 0 && lng < header.search(LAT_WORD);
}

/**
 * Both coordinates of a cell: latitude first, except in WKT, GeoJSON and JSON arrays, where letters or the
 * header say otherwise, or where only the other order is on the globe.
 * @param lngFirst the header says so
 * @returns null for anything else
 */
export function readCoordinatePair(
  text: string,
  letterO: LetterO = null,
  lngFirst = false,
): CoordinatePair | null {
  if (text.length > MAX_LENGTH) return null;
  const point = WKT_POINT.exec(text) ?? GEOJSON.exec(text) ?? ARRAY.exec(text);
  if (point) return orderedPair(Number(point[2] ?? point[3]), Number(point[1]));
  if (GEOMETRY.test(text) || POINT_IN_TEXT.test(text)) return null;
  const numbers = readNumbers(text, lngFirst);
  if (numbers !== undefined) return numbers;
  const repeated = readRepeated(text, letterO, lngFirst);
  if (repeated !== undefined) return repeated;
  const inText = IN_TEXT.exec(text) ?? WITH_ACCURACY.exec(text);
  if (inText) return orderedPair(decimalOf(inText[1]!), decimalOf(inText[2]!));
  return readIso6709(text) ?? readNmea(text) ?? readObject(text) ?? readNotation(text, letterO, lngFirst);
}

/** Between the notations of one point, with marks that take no room, as encyclopedias write them. */
const REPEATED = /\ufeff? \/ \ufeff?/;
const MAX_NOTATIONS = 3;
/** Degrees by which notations of one point may differ: whole minutes are rounded. */
const SAME_POINT = 0.02;

/**
 * `35°41′23″N 139°41′32″E / 35.68972°N 139.69222°E / 35.68972; 139.69222`: the last is the most exact.
 * @returns null: they are different points; undefined: not each part is one
 */
function readRepeated(text: string, letterO: LetterO, lngFirst: boolean): CoordinatePair | null | undefined {
  const parts = text.split(REPEATED, MAX_NOTATIONS + 1);
  if (parts.length < 2 || parts.length > MAX_NOTATIONS) return undefined;
  const pairs = parts.map((part) => readCoordinatePair(part.trim(), letterO, lngFirst));
  const last = pairs.at(-1);
  if (last === null || last === undefined || pairs.includes(null)) return undefined;
  const isSame = pairs.every(
    (pair) => Math.abs(pair!.lat - last.lat) <= SAME_POINT && Math.abs(pair!.lng - last.lng) <= SAME_POINT,
  );
  return isSame ? last : null;
}

/** @returns undefined for anything but two numbers */
function readNumbers(text: string, lngFirst: boolean): CoordinatePair | null | undefined {
  const pair = NUMBERS.exec(text) ?? COMMA_DECIMALS.exec(text);
  if (!pair) return undefined;
  const [first, second] = [decimalOf(pair[1]!), decimalOf((pair[2] ?? pair[3] ?? pair[4])!)];
  return lngFirst ? orderedPair(second, first) : orderedPair(first, second);
}

/** An address that ends with its place in brackets, cut before them; null: it does not. */
export function addressWithPair(text: string): { address: string; pair: CoordinatePair } | null {
  if (!text.trimEnd().endsWith(')') || text.length > MAX_LENGTH || GEOMETRY.test(text)) return null;
  const found = IN_TEXT.exec(text);
  const address = found === null ? '' : text.slice(0, found.index).trim();
  if (address === '' || POINT_IN_TEXT.test(text)) return null;
  const pair = orderedPair(Number(found![1]), Number(found![2]));
  return pair === null ? null : { address, pair };
}

/** Tells whether a cell holds a point as a geometry, which is nothing else under any header. */
export const isPointGeometry = (text: string): boolean => WKT_POINT.test(text) || GEOJSON.test(text);

const GEOJSON_GEOMETRY =
  /^\{.{0,200}"type"\s?:\s?"(MultiPoint|LineString|MultiLineString|Polygon|MultiPolygon|GeometryCollection)"/s;

/** Name of the geometry, other than a point, that a cell holds as WKT or GeoJSON; null: it holds none. */
export const geometryIn = (text: string): string | null =>
  GEOMETRY.exec(text)?.[1]?.toUpperCase() ?? GEOJSON_GEOMETRY.exec(text)?.[1] ?? null;

function readNmea(text: string): CoordinatePair | null {
  const found = NMEA.exec(text);
  return found && lettersPair(`${found[1]}${found[2]}`, `${found[3]}${found[4]}`, null);
}

/** `{"lat": 52.5, "lng": 13.4}`, and what Socrata writes: `{"latitude": "52.5", "longitude": "13.4"}`. */
function readObject(text: string): CoordinatePair | null {
  if (!text.startsWith('{')) return null;
  const [lat, lng] = [JSON_LAT.exec(text)?.[1], JSON_LNG.exec(text)?.[1]];
  return lat === undefined || lng === undefined ? null : onGlobe(Number(lat), Number(lng));
}

const onGlobe = (lat: number, lng: number): CoordinatePair | null =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;

function orderedPair(lat: number, lng: number): CoordinatePair | null {
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { lat, lng };
  return Math.abs(lng) <= 90 && Math.abs(lat) <= 180 ? { lat: lng, lng: lat } : null;
}

/** ISO 6709: `+48.8566+002.3522/`, `+4851.4+00221.1/`, `+485124+0022107+35CRSWGS_84/`. */
const ISO_6709 =
  /^([+-]\d{2,6}(?:\.\d{1,15})?)([+-]\d{3,7}(?:\.\d{1,15})?)(?:[+-]\d{1,6}(?:\.\d{1,10})?)?(?:CRSWGS_?84)?\/?$/;
/** Receivers of satellites write `4807.038,N,01131.000,E`. */
const NMEA = /^(\d{1,5}(?:\.\d{1,10})?),([NS]),(\d{1,5}(?:\.\d{1,10})?),([EWO])$/i;
/** Forms write latitude, longitude, height and accuracy: `52.5 13.4 34.0 4.9`. */
const WITH_ACCURACY =
  /^([+-]?\d{1,2}\.\d{1,30}) ([+-]?\d{1,3}\.\d{1,30}) [+-]?\d{1,5}(?:\.\d{1,30})? \d{1,7}(?:\.\d{1,30})?$/;
const JSON_LAT = /"lat(?:itude)?"\s?:\s?"?([+-]?\d{1,2}(?:\.\d{1,30})?)"?\s?[,}]/i;
const JSON_LNG = /"(?:lng|long?(?:gitude)?)"\s?:\s?"?([+-]?\d{1,3}(?:\.\d{1,30})?)"?\s?[,}]/i;

function readIso6709(text: string): CoordinatePair | null {
  const found = ISO_6709.exec(text);
  if (found === null) return null;
  const lat = isoDegrees(found[1]!, 2);
  const lng = isoDegrees(found[2]!, 3);
  return onGlobe(lat, lng);
}

/** @param width digits of the degrees; minutes and seconds have two each */
function isoDegrees(text: string, width: number): number {
  const [whole, fraction] = text.slice(1).split('.') as [string, string?];
  if (whole.length === width) return Number(text);
  if (whole.length !== width + 2 && whole.length !== width + 4) return Number.NaN;
  const tail = fraction === undefined ? '' : `.${fraction}`;
  const [degrees, minutes, seconds] = [
    whole.slice(0, width),
    whole.slice(width, width + 2),
    whole.slice(width + 2),
  ];
  const parts = seconds === '' ? `${minutes}${tail}'` : `${minutes}'${seconds}${tail}"`;
  return parseCoordinate(`${text[0]}${degrees}°${parts}`, width === 2 ? 'lat' : 'lng');
}

/** Nothing else stands in two coordinates. */
const NOTATION = /^(?:[-+\d.,;:/|°'" =NSEWOM]|lat(?:itude)?|lon(?:g(?:itude)?)?|lng){1,120}$/i;
/** Longer cells hold no two coordinates in whatever notation. */
const MAX_NOTATION = 120;
/**
 * Places where one coordinate may end and the other begin: separators, blanks, and a letter beside a digit.
 */
const CUTS = /\s?[,;/|]\s?| |(?<=[NSEWO])(?=\d)|(?<=\d)(?=[NSEWO] ?\d)/gi;

/**
 * `48°51'24"N 2°21'07"E` and the like, in the other order where the letters say so. A cell that can be cut
 * into two coordinates in more than one way is none.
 */
function readNotation(text: string, letterO: LetterO, lngFirst: boolean): CoordinatePair | null {
  if (text.length > MAX_NOTATION) return null;
  const plain = plainDegreeText(text.replaceAll('\n', ';')).replace(/^[([] ?| ?[)\]]$/g, '');
  const numbers = readNumbers(plain, lngFirst);
  if (numbers !== undefined) return numbers;
  if (!NOTATION.test(plain)) return null;
  let found: CoordinatePair | null = null;
  for (const cut of plain.matchAll(CUTS)) {
    const pair = halvesPair(plain.slice(0, cut.index), plain.slice(cut.index + cut[0].length), cut[0], {
      letterO,
      lngFirst,
    });
    if (pair === null) continue;
    if (found !== null && (found.lat !== pair.lat || found.lng !== pair.lng)) return null;
    found = pair;
  }
  return found;
}

/** @param cut what stands between the halves */
function halvesPair(
  first: string,
  second: string,
  cut: string,
  { letterO, lngFirst }: { letterO: LetterO; lngFirst: boolean },
): CoordinatePair | null {
  const one = readMarked(first);
  const other = readMarked(second);
  if (Number.isNaN(one.degrees) || Number.isNaN(other.degrees)) return null;
  if (one.axis === null && other.axis === null) {
    // Without letters a blank may stand within a coordinate, and a comma within a number.
    if (cut === ' ' || !first.includes('°') || !second.includes('°')) return null;
    // An s may be south unless the longitude, which has no south, has it, too.
    if (first.endsWith('s') !== second.endsWith('s') && (one.mayBeSouth || other.mayBeSouth)) return null;
    return lngFirst ? orderedPair(other.degrees, one.degrees) : orderedPair(one.degrees, other.degrees);
  }
  if (one.axis === other.axis || one.axis === null || other.axis === null) return null;
  const [lat, lng] = one.axis === 'lat' ? [first, second] : [second, first];
  return lettersPair(lat, lng, letterO);
}

function lettersPair(latText: string, lngText: string, letterO: LetterO): CoordinatePair | null {
  const lat = parseCoordinate(latText, 'lat', null, lngText);
  const lng = parseCoordinate(lngText, 'lng', letterO);
  return onGlobe(lat, lng);
}
