import type { Placer } from '../../geo/placer.js';
import type { IncomingRow } from '../rows/incoming-row.js';

/** Degrees. Islands that are too small for the borders of countries lie nearer to others, mostly. */
const OFF_COAST = 0.5;
const AROUND = [-OFF_COAST, 0, OFF_COAST].flatMap((y) =>
  [-OFF_COAST, 0, OFF_COAST].map((x) => [y, x] as const),
);

/**
 * Whether a row's own coordinates look as if latitude and longitude were exchanged: they lie far from every country, or in another than
 * the row names, and would lie in one, or in that one, the other way round. Antarctica counts as none: exchanged coordinates of the
 * eastern United States lie there.
 */
export function lookExchanged(
  row: Pick<IncomingRow, 'lat' | 'lng' | 'country'>,
  defaultCountry: string | null,
  placer: Pick<Placer, 'regions' | 'countryCode'>,
): boolean {
  const { lat, lng } = row;
  if (Math.abs(lng) > 90) return false;
  const there = countryAt(lng, lat, placer);
  if (there === null) return false;
  const here = countryAt(lat, lng, placer);
  if (here === there) return false;
  const { country } = row;
  const named = country === '' ? null : placer.countryCode(country);
  if (named !== null) return there.endsWith(`/${named}`);
  if (here !== null) {
    return defaultCountry !== null && there.endsWith(`/${placer.countryCode(defaultCountry)}`);
  }
  return AROUND.every(([y, x]) => countryAt(Math.max(-90, Math.min(90, lat + y)), lng + x, placer) === null);
}

/** As a `region_source`, which ends with the code of ISO 3166-1 alpha-2. */
function countryAt(lat: number, lng: number, { regions }: Pick<Placer, 'regions'>): string | null {
  const source = regions.find('country', { lat, lng, zip: '', country: '' });
  return source === null || source.endsWith('/AQ') ? null : source;
}
