import { auStateOf, CENSUS_PREFIX } from '../../geo/regions/area-codes.js';
import type { RegionType } from '../../geo/regions/region-type.js';
import type { RawFeature } from './feature.js';
import { TYPES } from './known-files.js';

/** @returns the code in the type's stored form; null: not a code of the type */
export function readCode(type: RegionType, value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const { code, digits } = TYPES[type];
  let text = String(value).trim().toUpperCase();
  if (type === 'au_state') text = auStateOf(text) ?? text;
  if (type.startsWith('us_')) text = text.replace(CENSUS_PREFIX, '');
  if (digits !== undefined && typeof value === 'number') text = text.padStart(digits, '0');
  return code.test(text) ? text : null;
}

/**
 * Properties of a feature that may hold its code, by name.
 * @param given the only candidate; null: all known names
 */
export function possibleCodes(
  type: RegionType,
  given: string | null,
  { id, properties }: RawFeature,
): readonly (readonly [property: string, value: unknown])[] {
  const { properties: names } = TYPES[type];
  const isPossible = (property: string): boolean =>
    given === null ? names.some((name) => name.test(property.toLowerCase())) : property === given;
  const found: [string, unknown][] = Object.entries(properties).filter(([property]) => isPossible(property));
  if (id !== undefined && isPossible('id') && found.every(([property]) => property !== 'id'))
    found.push(['id', id]);
  return found;
}

/** Rank of a property's name; 0 is the surest. */
export const rankOf = (type: RegionType, property: string): number =>
  TYPES[type].properties.findIndex((name) => name.test(property.toLowerCase()));

export const looksLike = (type: RegionType, given: string | null, feature: RawFeature): boolean =>
  possibleCodes(type, given, feature).some(([, value]) => readCode(type, value) !== null);
