import { readDegrees } from './degrees.js';

const WKT_POINT = /^(?:SRID=\d{1,6};\s?)?POINT\s?Z?\s?\(\s?(-?\d{1,3}(?:\.\d+)?)\s+(-?\d{1,3}(?:\.\d+)?)/i;
const GEOJSON = /"coordinates"\s?:\s?\[\s?(-?\d{1,3}(?:\.\d+)?)\s?,\s?(-?\d{1,3}(?:\.\d+)?)/;
const NUMBERS = /^[([{]?\s?(-?\d{1,3}(?:\.\d+)?)°?\s?[,;/| ]\s?(-?\d{1,3}(?:\.\d+)?)°?\s?[)\]}]?$/;
const COMMA_DECIMALS = /^(-?\d{1,3},\d{2,})\s?[;/| ]\s?(-?\d{1,3},\d{2,})$/;
/** `(lat, lng)` inside or behind other text, as US portals write "Location 1". */
const IN_TEXT = /\(\s?(-?\d{1,2}\.\d{2,})°?\s?,\s?(-?\d{1,3}\.\d{2,})°?\s?\)/;

/**
 * True for a cell that holds both coordinates. WKT and GeoJSON have the longitude first; whichever comes first,
 * both must be in range and at least one must have decimals, so that `12, 40` and `5 / 8` are no places.
 */
export function isCoordinatePair(text: string): boolean {
  const named = WKT_POINT.exec(text) ?? GEOJSON.exec(text);
  if (named) return inRange(Number(named[1]), Number(named[2]));
  const plain = NUMBERS.exec(text);
  if (plain) return /\.\d\d/.test(text) && inRange(Number(plain[1]), Number(plain[2]));
  const commas = COMMA_DECIMALS.exec(text);
  if (commas) return inRange(Number(commas[1]!.replace(',', '.')), Number(commas[2]!.replace(',', '.')));
  const inText = IN_TEXT.exec(text);
  if (inText) return inRange(Number(inText[1]), Number(inText[2]));
  return isSexagesimalPair(text);
}

const inRange = (a: number, b: number): boolean =>
  Math.abs(a) <= 180 && Math.abs(b) <= 180 && (Math.abs(a) <= 90 || Math.abs(b) <= 90);

/** `48°51'24"N 2°21'07"E`, with or without a comma between. */
function isSexagesimalPair(text: string): boolean {
  if (text.length > 60 || !/[°º]/.test(text)) return false;
  const cut = /[NSns](?=[\s,;])/.exec(text);
  const at = cut ? cut.index + 1 : text.search(/[,;]\s/);
  if (at <= 0) return false;
  const first = readDegrees(text.slice(0, at).trim());
  const second = readDegrees(text.slice(at).replace(/^[\s,;]+/, ''));
  return !Number.isNaN(first.degrees) && !Number.isNaN(second.degrees);
}
