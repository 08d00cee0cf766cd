import { parseCoordinate } from './coordinate.js';
import type { LetterO } from './letter-o.js';
import { decimalOf } from './number.js';

export interface CoordinatePair {
  lat: number;
  lng: number;
}

/** Longer cells hold something else, or a geometry. */
const MAX_LENGTH = 400;
const NUMBER = String.raw`[+-]?\d{1,3}(?:\.\d{0,30})?`;
/** WKT and EWKT, longitude first: `POINT(13.4 52.5)`, `SRID=4326;POINT Z (13.4 52.5 30)`. */
const WKT_POINT = new RegExp(
  String.raw`^(?:SRID=\d{1,6};\s?)?POINT\s?(?:Z|M|ZM)?\s?\(\s?(${NUMBER})\s{1,3}(${NUMBER})[\s\d.+-]{0,40}\)$`,
  'i',
);
/** GeoJSON, longitude first: its coordinates, alone or within a geometry. */
const GEOJSON = new RegExp(String.raw`^\{.{0,200}"coordinates"\s?:\s?\[\s?(${NUMBER})\s?,\s?(${NUMBER})`);
const ARRAY = new RegExp(String.raw`^\[\s?(${NUMBER})\s?,\s?(${NUMBER})\s?(?:,[^\]]{0,40})?\]$`);
/** `52.5, 13.4`, `(52.5; 13.4)`, `52.5 13.4`, `52.5/13.4`. */
const NUMBERS = new RegExp(String.raw`^[({]?\s?(${NUMBER})\s?°?\s?[,;/|\s]\s?(${NUMBER})\s?°?\s?[)}]?$`);
const COMMA_DECIMALS = /^[({]?\s?([+-]?\d{1,3},\d{1,30})\s?[;/|\s]\s?([+-]?\d{1,3},\d{1,30})\s?[)}]?$/;
/** `(lat, lng)` behind other text, as US portals write an address with its place. */
const IN_TEXT = /\(\s?([+-]?\d{1,2}\.\d{1,30})\s?°?\s?,\s?([+-]?\d{1,3}\.\d{1,30})\s?°?\s?\)\s*$/;

/**
 * Both coordinates of a cell: latitude first, except in WKT, GeoJSON and JSON arrays, or where only the other order is on
 * the globe.
 * @returns null for anything else
 */
export function readCoordinatePair(text: string, letterO: LetterO = null): CoordinatePair | null {
  if (text.length > MAX_LENGTH) return null;
  const lngFirst = WKT_POINT.exec(text) ?? GEOJSON.exec(text) ?? ARRAY.exec(text);
  if (lngFirst) return orderedPair(Number(lngFirst[2]), Number(lngFirst[1]));
  const latFirst = NUMBERS.exec(text) ?? COMMA_DECIMALS.exec(text) ?? IN_TEXT.exec(text);
  if (latFirst) return orderedPair(decimalOf(latFirst[1]!), decimalOf(latFirst[2]!));
  return readSexagesimalPair(text, letterO);
}

function orderedPair(lat: number, lng: number): CoordinatePair | null {
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { lat, lng };
  return Math.abs(lng) <= 90 && Math.abs(lat) <= 180 ? { lat: lng, lng: lat } : null;
}

/** `48°51'24"N 2°21'07"E`, with or without a comma between. */
function readSexagesimalPair(text: string, letterO: LetterO): CoordinatePair | null {
  if (text.length > 60) return null;
  const hemisphere = /[NS](?=[\s,;])/i.exec(text);
  const cut = hemisphere && hemisphere.index > 0 ? hemisphere.index + 1 : text.search(/[,;]\s/);
  if (cut <= 0) return null;
  const lat = parseCoordinate(text.slice(0, cut).trim(), 'lat');
  const lng = parseCoordinate(text.slice(cut).replace(/^[\s,;]{1,3}/, ''), 'lng', letterO);
  return Number.isNaN(lat) || Number.isNaN(lng) || Math.abs(lat) > 90 || Math.abs(lng) > 180
    ? null
    : { lat, lng };
}
