import type { CoordinatePair } from '../../format/cells/coordinate-pair.js';
import { readNumber } from '../../format/cells/number.js';
import type { Projector } from '../../geo/crs/systems.js';

/** Two numbers in one cell, the easting first. */
const PAIR = /^\(?([+-]?\d[\d.]*)(?: ?[,;/]\s?|\s)([+-]?\d[\d.]*)\)?$/;

/** `POINT(691607.5 5334760)`, with or without the number of its system, a height and a measure. */
const WKT_POINT =
  /^(?:SRID ?= ?\d{4,6} ?; ?)?POINT ?(?:ZM|Z|M)? ?\( ?([+-]?\d[\d.]*) ([+-]?\d[\d.]*)(?: [^()]{1,80})?\)$/i;

/** The point of an easting and a northing, or why they give none, to follow them in a message. */
export function projectedPoint(
  projector: Projector,
  easting: string,
  northing: string,
): CoordinatePair | string {
  const [x, y] = [readNumber(easting), readNumber(northing)];
  if (Number.isNaN(x) || Number.isNaN(y))
    return 'has an easting or a northing that is no number: write it like 530125.50, without separators of thousands';
  const { code, name } = projector.system;
  if (Math.abs(x) <= 180 && Math.abs(y) <= 90)
    return `looks like degrees, which EPSG:${code} (${name}) does not count in: leave crs out, or name the columns of eastings and northings with column_mapping, such as {"lng": "Easting", "lat": "Northing"}`;
  const point = projector.toWgs84(x, y);
  if (point !== null) return { lat: rounded(point.lat), lng: rounded(point.lng) };
  const turned = projector.toWgs84(y, x);
  return `lies outside of the area of EPSG:${code} (${name})${turned === null ? '' : ': the easting and the northing look exchanged'}`;
}

/** @returns null: the cell does not hold two numbers */
export function splitPair(text: string): readonly [easting: string, northing: string] | null {
  const plain = text.replace(/\s+/g, ' ');
  const found = PAIR.exec(plain) ?? WKT_POINT.exec(plain);
  return found === null ? null : [found[1]!, found[2]!];
}

/** To a centimetre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;

/** Tells whether a cell holds a point of any system as a geometry. */
export const isWktPoint = (text: string): boolean => WKT_POINT.test(text.replace(/\s+/g, ' '));
