import { createRequire } from 'node:module';
import t from 'tap';
import {
  AreaFinder,
  countyIn,
  type NamedArea,
  type UnnamedArea,
} from '../../../src/geo/regions/area-finder.js';
import { CountyNames } from '../../../src/geo/regions/county-names.js';
import { RegionFinder } from '../../../src/geo/regions/region-finder.js';
import { loadGeodata } from '../../../src/world/geodata/load.js';

const { gazetteer, layers } = await loadGeodata();
const counties = new CountyNames(gazetteer);
const areas = new AreaFinder(new RegionFinder(layers), () => counties);

/** The code found, or the reason why none was. */
const codeOf = (found: NamedArea | UnnamedArea | null): string | null =>
  found === null ? null : 'code' in found ? found.message : found.regionSource.split('/').at(-1)!;
const county = (name: string, state = ''): string | null => codeOf(areas.byCounty({ county: name, state }));

interface Shape {
  id: string;
  properties: { name: string };
}
const { objects } = createRequire(import.meta.url)('us-atlas/counties-10m.json') as {
  objects: Record<'counties' | 'states', { geometries: Shape[] }>;
};
const stateNames = new Map(objects.states.geometries.map(({ id, properties }) => [id, properties.name]));
/** Counties of the 50 states and DC; Falls Church is too small for the simplified layer. */
const known = objects.counties.geometries.filter(({ id }) => id < '60' && id !== '51610');
/** Cities that share the name of an adjacent county. */
const SHARED = [
  '24005',
  '24510',
  '29189',
  '29510',
  '51059',
  '51600',
  '51067',
  '51620',
  '51159',
  '51760',
  '51161',
  '51770',
];

t.test('every county is found by its name and state, whether county or independent city', async (t) => {
  t.equal(known.length, 3141);
  for (const { id } of known) {
    const [name, state] = counties.nameOf(id)!.split(', ');
    const found = county(name!, state);
    if (found !== id) t.equal(found, id, `${name}`);
  }
});

t.test(
  'names without their kind find the county, unless a city beside it has the same: then both are told',
  async (t) => {
    const refused: string[] = [];
    for (const { id, properties } of known) {
      const found = county(properties.name, stateNames.get(id.slice(0, 2)));
      if (found?.includes(' is ')) refused.push(id);
      else if (found !== id) t.equal(found, id, `${properties.name}`);
    }
    t.same(refused.sort(), SHARED.sort());
    t.equal(
      county('Fairfax', 'VA'),
      "county 'Fairfax' is Fairfax County, Virginia (51059) and Fairfax city, Virginia (51600): write which, or give its FIPS code as region_code",
    );
    t.equal(county('Fairfax County', 'VA'), '51059');
    t.equal(county('Fairfax City', 'VA'), '51600');
    t.equal(county('City of Baltimore', 'Maryland'), '24510');
  },
);

t.test('a county may be written in the usual ways', async (t) => {
  t.equal(county('saint louis county', 'mo'), '29189');
  t.equal(county('ST. LOUIS CO.', 'US-MO'), '29189');
  t.equal(county('Alexandria County', 'Virginia'), '51510', 'the city, as there is no county of the name');
  t.equal(county('Orleans', 'LA'), '22071');
  t.equal(county('Autauga County, Alabama'), '01001');
  t.equal(county('Autauga County, Alabama', 'AL'), '01001');
  t.equal(county('Dona Ana', 'NM'), '35013');
  t.equal(county('Shannon County', 'SD'), '46102', 'Oglala Lakota since 2015');
  t.equal(county('Maricopa County'), '04013', 'there is one');
  t.equal(county('001', '6'), '06001');
});

t.test('a county that is not known is refused, and says where', async (t) => {
  t.equal(county('Autagua County', 'Alabama'), "county 'Autagua County' is not known in Alabama");
  t.equal(county('Cook', 'California'), "county 'Cook' is not known in California");
  t.match(county('Orange'), /is Orange County, California \(06059\), .* and 4 more/);
  t.equal(county('', 'Alabama'), null);
  t.equal(county('Kent', 'England'), null, 'no state of the US');
});

t.test('Connecticut has the counties that its areas are of, and says so of planning regions', async (t) => {
  t.equal(county('Fairfield County', 'CT'), '09001');
  const years =
    '; Connecticut has its eight counties here (09001 to 09015), not the planning regions of 2022';
  t.equal(
    county('Capitol Planning Region', 'CT'),
    `county 'Capitol Planning Region' (09110) has no area here${years}`,
  );
  t.match(codeOf(areas.byCode('us_county', '9110', '')), years);
  const newer = new AreaFinder(
    { sourceOf: (type, code) => (code === '09110' ? `census/${type}/${code}` : null) },
    () => counties,
  );
  t.equal(codeOf(newer.byCounty({ county: 'Capitol Planning Region', state: 'CT' })), '09110');
  t.match(
    codeOf(newer.byCounty({ county: 'Fairfield', state: 'CT' })),
    /\(09001\) has no area here; Connecticut has its planning regions/,
  );
});

t.test('a code without an area says what is expected', async (t) => {
  t.match(areas.byCode('us_county', '99999', ''), {
    code: 'region_code_unknown',
    message: "'99999' is not the FIPS code of a county, five digits (06075)",
    part: 'region_code',
  });
  t.equal(
    codeOf(areas.byCode('us_county', '01999', '')),
    "there is no area with the code '01999': expected is the FIPS code of a county, five digits (06075)",
  );
  t.equal(
    codeOf(areas.byCode('country', 'ZZ', '')),
    "'ZZ' is not an ISO 3166-1 code of a country (DE, DEU or 276)",
  );
});

t.test('areas have names; those of postal codes are called by their code', async (t) => {
  t.equal(areas.nameOf('us_county', '01001'), 'Autauga County, Alabama');
  t.equal(areas.nameOf('us_county', '24510'), 'Baltimore city, Maryland');
  t.equal(areas.nameOf('us_county', '11001'), 'District of Columbia');
  t.equal(areas.nameOf('us_county', '99999'), '99999');
  t.equal(areas.nameOf('us_state', '06'), 'California');
  t.equal(areas.nameOf('au_state', 'NSW'), 'New South Wales');
  t.equal(areas.nameOf('country', 'DE'), 'Germany');
  t.equal(areas.nameOf('country', 'XK'), 'Kosovo');
  t.equal(areas.nameOf('us_zip', '94103'), '94103');
});

t.test('cells of other columns name a county where they say that they do', async (t) => {
  for (const text of ['Orange County', 'Orange County, CA', 'Orleans Parish', 'Nome Census Area, Alaska'])
    t.equal(countyIn(text), text);
  for (const text of ['Orange', 'County', '', 'Orange County, Blue', '5 County Road, Ohio', 'Orange, CA'])
    t.equal(countyIn(text), '', text);
});
