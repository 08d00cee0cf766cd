import type { Precision } from '../../geo/gazetteer/place.js';
import { isSameCountry } from '../../geo/street-level/same-country.js';
import type { ServicePlace } from '../../geo/street-level/service-places.js';
import { MalformedAnswer } from '../client/malformed-answer.js';

/** A service's best match. */
export interface ServiceMatch {
  lat: unknown;
  lng: unknown;
  /** null: too coarse for a place. */
  precision: Precision | null;
  /** ISO 3166-1 alpha-2; '' where the service names none. */
  country: string;
}

/**
 * @param askedCountry ISO 3166-1 alpha-2 code, another text, or ''
 * @returns null for a match without a place, or in another country than asked for
 * @throws MalformedAnswer for coordinates outside of the earth
 */
export function answerOf(match: ServiceMatch, askedCountry: string): ServicePlace | null {
  const lat = degrees(match.lat, 90);
  const lng = degrees(match.lng, 180);
  const isCode = /^[A-Z]{2}$/.test(askedCountry);
  const country = match.country || (isCode ? askedCountry : '');
  if (match.precision === null || country === '') return null;
  if (isCode && !isSameCountry(askedCountry, country)) return null;
  return { lat, lng, precision: match.precision, country };
}

/** A finite number, or its decimal text. */
function degrees(value: unknown, most: number): number {
  const isDecimal = typeof value === 'string' && /^-?\d{1,3}(\.\d{1,30})?$/.test(value);
  const number = isDecimal ? Number(value) : value;
  if (typeof number !== 'number' || !(Math.abs(number) <= most)) {
    throw new MalformedAnswer('the geocoding service answered coordinates that are none');
  }
  return Math.round(number * 1e6) / 1e6;
}

type Members = Readonly<Record<string, unknown>>;

/** @throws MalformedAnswer for anything but an object */
export function members(value: unknown): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MalformedAnswer('the geocoding service answered in another form than its interface has');
  }
  return value as Members;
}

/**
 * First element of a list. @returns null where it is empty
 * @throws MalformedAnswer for anything but a list of objects
 */
export function firstOf(value: unknown): Members | null {
  if (!Array.isArray(value)) {
    throw new MalformedAnswer('the geocoding service answered in another form than its interface has');
  }
  return value.length === 0 ? null : members(value[0]);
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Position of a GeoJSON point. @throws MalformedAnswer */
export function pointOf(feature: Members): { lat: unknown; lng: unknown } {
  const { type, coordinates } = members(feature.geometry);
  if (type !== 'Point' || !Array.isArray(coordinates)) {
    throw new MalformedAnswer('the geocoding service answered a feature that is no point');
  }
  return { lat: coordinates[1], lng: coordinates[0] };
}
