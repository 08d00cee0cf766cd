import type { Candidates } from './candidates.js';
import { type Gazetteer, kmBetween } from './gazetteer.js';
import { nameKey } from './name-key.js';
import type { Name } from './request.js';
import { hasNamedParts } from './territories.js';

/**
 * A town this near to a county's centre counts as inside: county borders change, and registers list towns by
 * other tiers than people name.
 */
const NEAR_COUNTY_KM = 60;
/**
 * The same distance for a British city of so many inhabitants: London is beside Kent, whose main town lies at
 * the coast.
 */
const NEAR_CITY_KM = 120;
const CITY = 300_000;
const NO_AREAS: readonly number[] = [];

/**
 * "US-CA", "Provincia di Roma", "Franklin Co.", "Kanton Zürich", "Orange Cnty", "Karlovarský kraj",
 * "Département de l'Ain".
 */
const GENERIC_BEFORE =
  /^(?:(?:the )?state|(?:free|frei)staa?te?|prov[ií]nc[ia]{1,2}(?: aut[oó]noma)?|provincie|province|provinz|departamento|d[eé]partement|regi[oó]n(?: aut[oó]noma)?|regione|région|região(?: autónoma)?|gewest|estado|kanton|canton|land|bundesland|comunidad(?: aut[oó]noma| foral)?|comunitat|county|co\.|regierungsbezirk|komitat|oblast|pr[aä]fektur|landkreis|kreis|distrito|citt[aà] metropolitana|kraj|okres|powiat|woj(?:ew[oó]dztwo|\.)|jude[tțţ](?:ul)?)(?: de l['’]| dell['’]| d['’]| (?:and )?(?:of the|of|de las?|de los|del?|della|di|da|do|du|des)(?= ))? *(?=.{3})/i;
const GENERIC_AFTER =
  /(?<=^.{3}|.{2}[^ ]) +(?:state|province|county|co\.?|cnty|cty|region|regionen|parish|provincia|prefecture|governorate|voivodeship|oblast|krai|kray|kraj|województwo|wojewodztwo|megye|v[aá]rmegye|l[aä]n|fylke|maakunta|[zž]upanija|il[iı]|department|district|territory)$/i;

/** "Cottonwood CO" is in Colorado, and "Delta Co" or "DELTA CO" may be a county. */
const inColorado = (text: string): boolean => /\sCO$/.test(text) && /\p{Ll}/u.test(text);

/** Number of a département: "69", "2A". */
const NUMBER = /^\d[\dab]?$/;

/** Areas with a name, in a country or in all (-1): states where there are any, else counties. */
export function areasNamed(
  gazetteer: Gazetteer,
  { text, key }: Name,
  country: number,
  countiesFirst = false,
): readonly number[] {
  if (key === '') return NO_AREAS;
  const exact = lookUp(gazetteer, key, country, countiesFirst);
  if (exact.length > 0) return exact;
  if (country >= 0 && NUMBER.test(key)) {
    const iso = gazetteer.countryCode(country).toLowerCase() + key.padStart(2, '0');
    return lookUp(gazetteer, iso, country, countiesFirst);
  }
  if (!text.includes(' ') || inColorado(text)) return NO_AREAS;
  const bare = text.replace(GENERIC_BEFORE, '').replace(GENERIC_AFTER, '');
  return bare === text ? NO_AREAS : lookUp(gazetteer, nameKey(bare), country, countiesFirst);
}

function lookUp(
  gazetteer: Gazetteer,
  key: string,
  country: number,
  countiesFirst: boolean,
): readonly number[] {
  const { areaNames, areas } = gazetteer;
  const at = areaNames.find(key);
  if (at < 0) return NO_AREAS;
  const states: number[] = [];
  const counties: number[] = [];
  for (let value = areaNames.starts[at]!; value < areaNames.starts[at + 1]!; value++) {
    const area = areaNames.values[value]!;
    if (country >= 0 && areas.country[area] !== country) continue;
    (gazetteer.isState(area) ? states : counties).push(area);
  }
  const [first, second] = countiesFirst ? [counties, states] : [states, counties];
  return first.length > 0 ? first : second;
}

/**
 * Areas that a text in the column of cities may name, by name or two-letter code. Abbreviations that stand
 * for a state only in a column of states are left out ("Kent" for Kentucky, "Cali" for California).
 */
export function areasNamedAsCity(gazetteer: Gazetteer, name: Name, country: number): readonly number[] {
  const { key } = name;
  const named = areasNamed(gazetteer, name, country);
  if (key.length === 2 || key.length > 5) return named;
  return named.filter((area) => nameKey(gazetteer.areas.name(area)) === key);
}

/** Tells whether a place lies in one of the areas, or near a county among them. */
export function isIn(gazetteer: Gazetteer, place: number, among: readonly number[]): boolean {
  return isExactlyIn(gazetteer, place, among) || isNear(gazetteer, place, among);
}

/**
 * Keeps the places that lie in one of the areas; where none does, those near a county among them.
 * @returns whether there are any
 */
export const narrowToAreas = (
  gazetteer: Gazetteer,
  candidates: Candidates,
  among: readonly number[],
): boolean =>
  candidates.narrow((place) => isExactlyIn(gazetteer, place, among)) ||
  candidates.narrow((place) => isNear(gazetteer, place, among));

function isExactlyIn({ places }: Gazetteer, place: number, among: readonly number[]): boolean {
  return among.includes(places.state[place]!) || among.includes(places.county[place]!);
}

/**
 * A region of several counties has no towns beyond its border, and registers of the parts of the United
 * Kingdom are kept apart.
 */
function isNear(gazetteer: Gazetteer, place: number, among: readonly number[]): boolean {
  const { places, areas } = gazetteer;
  const country = places.country[place]!;
  const isOfParts = hasNamedParts(gazetteer.countryCode(country));
  if (isRegion(gazetteer, among)) return false;
  return among.some((area) => {
    if (gazetteer.isState(area) || country !== areas.country[area]) return false;
    if (isOfParts && places.state[place] !== areas.state[area]) return false;
    const centre = gazetteer.centreOf(area);
    const km = isOfParts && places.population[place]! >= CITY ? NEAR_CITY_KM : NEAR_COUNTY_KM;
    return centre >= 0 && kmBetween(places, place, places, centre) <= km;
  });
}

/**
 * Tells whether areas of one country have names of their own, rather than the one that was looked up ("Orange
 * County" in eight states).
 */
function isRegion({ areas }: Gazetteer, [first, ...others]: readonly number[]): boolean {
  if (first === undefined) return false;
  return others.some(
    (area) =>
      areas.country[area] === areas.country[first] &&
      areas.state[area] === areas.state[first] &&
      areas.name(area) !== areas.name(first),
  );
}
