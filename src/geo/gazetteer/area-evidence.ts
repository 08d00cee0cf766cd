import { type Gazetteer, kmBetween } from './gazetteer.js';
import { nameKey } from './name-key.js';
import type { Name } from './request.js';

/** A town this near to a county's centre counts as inside: county borders change, and registers list towns by other tiers than people name. */
const NEAR_COUNTY_KM = 60;
const NO_AREAS: readonly number[] = [];

/** "US-CA", "Provincia di Roma", "Franklin Co.", "Kanton Zürich", "Orange Cnty", "Karlovarský kraj", "Département de l'Ain". */
const GENERIC_BEFORE =
  /^(?:(?:the )?state|(?:free|frei)staa?te?|prov[ií]nc[ia]{1,2}(?: aut[oó]noma)?|provincie|province|provinz|departamento|d[eé]partement|regi[oó]n(?: aut[oó]noma)?|regione|région|região(?: autónoma)?|gewest|estado|kanton|canton|land|bundesland|comunidad(?: aut[oó]noma| foral)?|comunitat|county|co\.|regierungsbezirk|komitat|oblast|pr[aä]fektur|landkreis|kreis|distrito|citt[aà] metropolitana|kraj|okres|powiat|woj(?:ew[oó]dztwo|\.)|jude[tțţ](?:ul)?)(?: de l['’]| dell['’]| d['’]| (?:and )?(?:of the|of|de las?|de los|del?|della|di|da|do|du|des)(?= ))? *(?=.{3})/i;
const GENERIC_AFTER =
  /(?<=^.{3}|.{2}[^ ]) +(?:state|province|county|co\.?|cnty|cty|region|regionen|parish|provincia|prefecture|governorate|voivodeship|oblast|krai|kray|kraj|województwo|wojewodztwo|megye|v[aá]rmegye|l[aä]n|fylke|maakunta|[zž]upanija|il[iı]|department|district|territory)$/i;

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
  if (!text.includes(' ')) return NO_AREAS;
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
 * Areas that a text in the column of cities may name, by name or two-letter code. Abbreviations that stand for a state only in a column of states are
 * left out ("Kent" for Kentucky, "Cali" for California).
 */
export function areasNamedAsCity(gazetteer: Gazetteer, name: Name, country: number): readonly number[] {
  const { key } = name;
  const named = areasNamed(gazetteer, name, country);
  if (key.length === 2 || key.length > 5) return named;
  return named.filter((area) => nameKey(gazetteer.areas.name(area)) === key);
}

/** Whether a place lies in one of the areas. */
export function isIn(gazetteer: Gazetteer, place: number, among: readonly number[]): boolean {
  const { places } = gazetteer;
  const state = places.state[place]!;
  const county = places.county[place]!;
  for (const area of among) {
    if (area === state || area === county) return true;
    if (gazetteer.isState(area) || gazetteer.places.country[place] !== gazetteer.areas.country[area])
      continue;
    const centre = gazetteer.centreOf(area);
    if (centre >= 0 && kmBetween(places, place, places, centre) <= NEAR_COUNTY_KM) return true;
  }
  return false;
}
