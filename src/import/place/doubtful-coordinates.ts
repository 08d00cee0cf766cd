import { mayLieWithin } from '../../geo/gazetteer/territories.js';
import type { Placer } from '../../geo/placer.js';
import { type IncomingRow, TEXT } from '../rows/incoming-row.js';

/** Degrees. Islands that are too small for the borders of countries lie nearer to others, mostly. */
const OFF_COAST = 0.5;
/** Degrees: 6 km, which borders that are simplified, and towns on them, are off at most. */
const OFF_BORDER = 0.05;
const SIDES = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [y, x] as const));

type Row = Pick<IncomingRow, 'lat' | 'lng' | 'country' | 'isEmpty'>;
type Countries = Pick<Placer, 'regions' | 'countryCode'>;

const ADDRESS = [TEXT.street, TEXT.city, TEXT.county, TEXT.state, TEXT.zip, TEXT.country];

/**
 * Doubt about a row's own coordinates. `exchanged`: they lie far from every country, or in another than the
 * row names, and would lie in one, or in that one, the other way round. Antarctica counts as none: exchanged
 * coordinates of the eastern United States lie there. `elsewhere`: they lie in another country than the row
 * names, or far from all. `zeros`: they are 0 and 0 beside an address.
 */
export function doubtOf(
  row: Row,
  defaultCountry: string | null,
  placer: Countries,
): 'exchanged' | 'elsewhere' | 'zeros' | null {
  const { lat, lng } = row;
  if (lat === 0 && lng === 0) return ADDRESS.every((text) => row.isEmpty(text)) ? null : 'zeros';
  const named = row.isEmpty(TEXT.country) ? null : placer.countryCode(row.country);
  if (named === null) return isExchanged(row, defaultCountry, placer) ? 'exchanged' : null;
  const here = countryAt(lat, lng, placer);
  // Most rows need no more.
  if (here === named) return null;
  if (Math.abs(lng) <= 90 && countryAt(lng, lat, placer) === named) return 'exchanged';
  return isElsewhere(row, here, named, placer) ? 'elsewhere' : null;
}

/** For a row that names no country. */
function isExchanged({ lat, lng }: Row, defaultCountry: string | null, placer: Countries): boolean {
  if (Math.abs(lng) > 90) return false;
  const there = countryAt(lng, lat, placer);
  if (there === null) return false;
  const here = countryAt(lat, lng, placer);
  if (here === there) return false;
  if (here !== null) return defaultCountry !== null && there === placer.countryCode(defaultCountry);
  return around(lat, lng, OFF_COAST, placer).every((country) => country === null);
}

function isElsewhere({ lat, lng }: Row, here: string | null, named: string, placer: Countries): boolean {
  // Borders of the smallest countries are not known.
  if (placer.regions.sourceOf('country', named) === null) return false;
  if (here === null) return around(lat, lng, OFF_COAST, placer).every((country) => country === null);
  return around(lat, lng, OFF_BORDER, placer).every(
    (country) => country === null || !mayLieWithin(named, country),
  );
}

const around = (lat: number, lng: number, degrees: number, placer: Countries): (string | null)[] =>
  SIDES.map(([y, x]) => countryAt(Math.max(-90, Math.min(90, lat + y * degrees)), lng + x * degrees, placer));

/** ISO 3166-1 alpha-2. */
function countryAt(lat: number, lng: number, { regions }: Pick<Countries, 'regions'>): string | null {
  const code = regions.countryAt(lat, lng);
  return code === 'AQ' ? null : code;
}
