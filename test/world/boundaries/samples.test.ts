import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { makeLayer } from '../../../src/world/boundaries/load-layer.js';

/** Files of other parties, which are not part of the project. */
const SAMPLES = process.env.BOUNDARY_SAMPLES ?? '../shared/data/boundaries';
const ASKED = { property: null, dataset: null, credit: null, licence: null };

for (const [type, files, expected] of [
  [
    'us_zip',
    ['dc_district_of_columbia_zip_codes_geo.min.json', 'ri_rhode_island_zip_codes_geo.min.json'],
    { dataset: 'census', features: 130, property: 'ZCTA5CE10', skipped: 0 },
  ],
  ['de_postcode', ['hamburg.geojson'], { dataset: 'osm', features: 101, property: 'plz_code', skipped: 0 }],
  ['au_postcode', ['POA_2021.json'], { dataset: 'abs', features: 2641, property: 'POA_CODE21', skipped: 3 }],
] as const) {
  const paths = files.map((file) => join(SAMPLES, file));
  t.test(
    `${files.join(' and ')} become areas of ${type}, and of no other type`,
    { skip: paths.every((path) => existsSync(path)) ? false : 'the samples are not here' },
    async (t) => {
      t.match(await makeLayer({ ...ASKED, type, paths }), expected);
      for (const other of ['us_county', 'us_zip', 'de_postcode', 'au_postcode'] as const)
        if (other !== type)
          await t.rejects(makeLayer({ ...ASKED, type: other, paths }), /this is a file of/, other);
    },
  );
}
