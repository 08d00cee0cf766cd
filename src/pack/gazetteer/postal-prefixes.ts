import { nameKey } from '../../geo/gazetteer/name-key.js';
import { CODE_REGIONS, FINER_REGIONS } from './data/code-regions.js';
import { type DraftPlace, type DraftPostal, medoid, push } from './draft.js';
import type { PlaceIndex } from './place-index.js';

/** Leading characters of a code that tell the region, by country. */
const LENGTHS: Readonly<Record<string, number>> = { us: 3, de: 2, au: 2, ca: 1 };

/** Provinces by the number that Spanish postcodes begin with; GeoNames names provinces by letters. */
const SPANISH_PROVINCES =
  'VI AB A AL AV BA PM B BU CC CA CS CR CO C CU GI GR GU SS H HU J LE L LO LU M MA MU NA OR O P GC PO SA TF S SG SE SO T TE TO V VA BI ZA Z CE ME'.split(
    ' ',
  );
/** Corsica's 20 covers two departements; its other codes are of post boxes. */
const FRENCH_DEPARTEMENTS: Readonly<Record<string, readonly string[]>> = {
  '2A': ['200', '201', '20'],
  '2B': ['202', '206'],
};

/** Prefixes of codes: codes with one prefix lie near each other, which picks among towns of one name. */
export function prefixesOf(postals: readonly DraftPostal[]): DraftPostal[] {
  const byPrefix = new Map<string, DraftPostal[]>();
  for (const postal of postals) {
    const length = LENGTHS[postal.key.slice(0, 2)];
    if (length) push(byPrefix, `${postal.key.slice(0, 2 + length)}*`, postal);
  }
  return [...byPrefix].map(([key, members]) => ({ ...medoid(members), key, area2: '', spreadKm: 0 }));
}

const mostPopulous = (places: readonly DraftPlace[]): DraftPlace =>
  places.reduce((best, place) => (place.population > best.population ? place : best));

/**
 * Prefixes of France and Spain, whose full codes are unknown: they name departement and province. A village
 * of an unknown code is near the most central town; the codes of the main town have a 0 behind the province.
 */
export function provincialPrefixes(index: PlaceIndex): DraftPostal[] {
  const byProvince = new Map<string, DraftPlace[]>();
  for (const place of index.places) {
    if (place.country !== 'FR' && place.country !== 'ES') continue;
    const code = place.area2.split('.')[2];
    if (code) push(byProvince, place.country + code, place);
  }
  return [...byProvince].flatMap(([province, places]) => {
    const digits = digitsOf(province.slice(0, 2), province.slice(2));
    const country = province.slice(0, 2).toLowerCase();
    const main = mostPopulous(places);
    const isOne = digits.length === 1;
    return [
      ...digits.map((those) => prefixAt(`${country}${those}*`, isOne ? medoid(places) : main)),
      ...(isOne ? [prefixAt(`${country}${digits[0]}0*`, main)] : []),
    ];
  });
}

const prefixAt = (key: string, { lat, lng, area1, area2, name }: DraftPlace): DraftPostal => ({
  key,
  lat,
  lng,
  area1,
  area2,
  town: name,
});

function digitsOf(country: string, province: string): readonly string[] {
  if (country === 'FR') return FRENCH_DEPARTEMENTS[province] ?? [province];
  const at = SPANISH_PROVINCES.indexOf(province);
  return at < 0 ? [] : [String(at + 1).padStart(2, '0')];
}

/** Prefixes of countries whose codes are known by their first digits. */
export function regionalPrefixes(index: PlaceIndex): DraftPostal[] {
  const regions = Object.entries(CODE_REGIONS).flatMap(([country, { towns, withinKm }]) =>
    towns.split(',').flatMap((town, at) => {
      if (town === '') return [];
      const place = townOf(index, country, town);
      const region = prefixAt(`${country.toLowerCase()}${String(at).padStart(2, '0')}*`, place);
      return [{ ...region, area2: withinKm === 0 ? place.area2 : '', spreadKm: withinKm }];
    }),
  );
  const finer = Object.entries(FINER_REGIONS).flatMap(([country, towns]) =>
    Object.entries(towns).flatMap(([town, digits]) => {
      const place = townOf(index, country, town);
      return digits.split(' ').map((those) => prefixAt(`${country.toLowerCase()}${those}*`, place));
    }),
  );
  return [...regions, ...finer];
}

/** @throws Error where there is no such town */
function townOf(index: PlaceIndex, country: string, town: string): DraftPlace {
  const named = index.named(country, nameKey(town));
  if (named.length === 0) throw new Error(`no place ${town} in ${country}`);
  return mostPopulous(named);
}
