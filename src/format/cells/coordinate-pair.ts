import { parseCoordinate } from './coordinate.js';
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
 * WKT and EWKT, longitude first: `POINT(13.4 52.5)`, `SRID=4326;POINT Z (13.4 52.5 30)`. Programs write commas between the numbers, too;
 * then no further number may be the other half of a decimal comma.
 */
const WKT_POINT = new RegExp(
  String.raw`^(?:${CRS}\s{0,3})?(?:ST_)?(?:Make)?POINT\s{0,3}(?:ZM|Z|M)?\s{0,3}[([]\s{0,3}(${NUMBER})(?:\s{1,3}(${NUMBER})(?:\s{1,3}${HEIGHT}){0,2}|\s{0,3}[,;]\s{0,3}(${NUMBER})(?:\s{0,3}[,;]\s{0,3}${HEIGHT})?)\s{0,3}[)\]]\s{0,3};?$`,
  'i',
);
/** A cell that begins like a geometry is read as one or not at all. */
const GEOMETRY =
  /^\s{0,3}(?:(?:SRID\s?=[^;]{0,20};|<[^>]{0,100}>)\s{0,3})?(?:ST_\w{1,30}|(?:MULTI)?(?:POINT|LINESTRING|POLYGON|CURVE|SURFACE)|CIRCULARSTRING|COMPOUNDCURVE|CURVEPOLYGON|TRIANGLE|TIN|POLYHEDRALSURFACE|GEOMETRYCOLLECTION)\s{0,3}(?:ZM|Z|M|EMPTY)?\s{0,3}(?:[([]|$)/i;
/** Towns are called `Stony Point`, but not in one with a bracket. */
const POINT_IN_TEXT =
  /(?:POINT(?:ZM|Z|M)?|[([]\s{0,3}|(?:ST_(?:Make)?|MULTI|[:;=,"'>(]\s{0,3})[Pp](?:OINT|oint)\s{0,3}(?:ZM|Z|M)?\s{0,3})\([^()]{0,100}\)\s?$/;
/** GeoJSON, longitude first: its coordinates, alone or within a geometry. */
const GEOJSON = new RegExp(String.raw`^\{.{0,200}"coordinates"\s?:\s?\[\s?(${NUMBER})\s?,\s?(${NUMBER})`);
const ARRAY = new RegExp(String.raw`^\[\s?(${NUMBER})\s?,\s?(${NUMBER})\s?(?:,[^\]]{0,40})?\]$`);
/** `52.5, 13.4`, `(52.5; 13.4)`, `52.5 13.4`, `52.5/13.4`. */
const NUMBERS = new RegExp(String.raw`^[({]?\s?(${NUMBER})\s?°?\s?[,;/|\s]\s?(${NUMBER})\s?°?\s?[)}]?$`);
const COMMA_DECIMALS = /^[({]?\s?([+-]?\d{1,3},\d{1,30})\s?[;/|\s]\s?([+-]?\d{1,3},\d{1,30})\s?[)}]?$/;
/** `(lat, lng)` behind other text, as US portals write an address with its place. */
const IN_TEXT = /\(\s?([+-]?\d{1,2}\.\d{1,30})\s?°?\s?,\s?([+-]?\d{1,3}\.\d{1,30})\s?°?\s?\)\s*$/;

const LAT_WORD = /lat|breite|breedte/i;
const LNG_WORD = /lon|lng|l(?:ä|ae)nge|lengte/i;

/** Whether the header of a column of pairs says that longitudes stand first, as `lon_lat` does. */
export function isLngFirst(header: string): boolean {
  const lng = header.search(LNG_WORD);
  return lng >= 0 && lng < header.search(LAT_WORD);
}

/**
 * Both coordinates of a cell: latitude first, except in WKT, GeoJSON and JSON arrays, where letters or the header say otherwise, or where
 * only the other order is on the globe.
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
  const pair = NUMBERS.exec(text) ?? COMMA_DECIMALS.exec(text);
  if (pair) {
    const [first, second] = [decimalOf(pair[1]!), decimalOf(pair[2]!)];
    return lngFirst ? orderedPair(second, first) : orderedPair(first, second);
  }
  const inText = IN_TEXT.exec(text);
  if (inText) return orderedPair(decimalOf(inText[1]!), decimalOf(inText[2]!));
  return readSexagesimalPair(text, letterO);
}

function orderedPair(lat: number, lng: number): CoordinatePair | null {
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { lat, lng };
  return Math.abs(lng) <= 90 && Math.abs(lat) <= 180 ? { lat: lng, lng: lat } : null;
}

/** `48°51'24"N 2°21'07"E`, with or without a comma between; in the other order where the letters say so. */
function readSexagesimalPair(text: string, letterO: LetterO): CoordinatePair | null {
  if (text.length > 60) return null;
  const hemisphere = /[NSEWO](?=[\s,;])/i.exec(text);
  const cut = hemisphere && hemisphere.index > 0 ? hemisphere.index + 1 : text.search(/[,;]\s/);
  if (cut <= 0) return null;
  const first = text.slice(0, cut).trim();
  const second = text.slice(cut).replace(/^[\s,;]{1,3}/, '');
  return lettersPair(first, second, letterO) ?? lettersPair(second, first, letterO);
}

function lettersPair(latText: string, lngText: string, letterO: LetterO): CoordinatePair | null {
  const lat = parseCoordinate(latText, 'lat');
  const lng = parseCoordinate(lngText, 'lng', letterO);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}
