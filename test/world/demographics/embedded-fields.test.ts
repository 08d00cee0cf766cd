import t from 'tap';
import { DemographicColumn, sharedColumn } from '../../../src/geo/demographics/column.js';
import type { DemographicLevel } from '../../../src/geo/demographics/level.js';
import { EMBEDDED_FIELDS } from '../../../src/world/demographics/embedded-fields.js';
import { embeddedColumn, embeddedLevels } from '../../../src/world/demographics/embedded-values.js';
import { fieldKeyOf } from '../../../src/world/demographics/field.js';

const textOf = async (key: string, level: DemographicLevel, code: string) =>
  new DemographicColumn(sharedColumn(await embeddedColumn(key, level))).textOf(code);

t.test('ids are fixed, and those of loaded fields begin above them', async (t) => {
  t.same(
    EMBEDDED_FIELDS.map(({ id, key }) => [id, key]),
    [
      [1, 'population'],
      [2, 'population_density_per_km2'],
      [3, 'area_km2'],
      [4, 'life_expectancy_years'],
      [5, 'income_per_person_intl'],
      [6, 'unemployment_rate_2009'],
    ],
  );
});

t.test('keys are made of labels, as those of loaded fields are', async (t) => {
  for (const { key, label } of EMBEDDED_FIELDS) t.equal(fieldKeyOf(label), key);
  t.equal(fieldKeyOf('  Größe – m² '), 'große_m2');
  t.equal(fieldKeyOf('人口'), '人口');
  t.equal(fieldKeyOf('%'), '');
});

t.test('values are those of the packages, by ISO and FIPS codes', async (t) => {
  t.equal(await textOf('population', 'country', 'DE'), '82905782');
  t.equal(await textOf('population', 'us_state', '06'), '39250017');
  t.equal(await textOf('population_density_per_km2', 'country', 'AF'), '56.94');
  t.equal(await textOf('income_per_person_intl', 'country', 'AF'), '1925');
  t.equal(
    await textOf('life_expectancy_years', 'country', 'LC'),
    '74.5',
    'a name that is written in another way',
  );
  t.equal(await textOf('unemployment_rate_2009', 'us_county', '01001'), '9.7');
  t.equal(
    await textOf('unemployment_rate_2009', 'us_county', '02158'),
    '20.4',
    'Kusilvak, Wade Hampton then',
  );
  t.equal(
    await textOf('unemployment_rate_2009', 'us_county', '46102'),
    '12.6',
    'Oglala Lakota, Shannon then',
  );
  t.equal(await textOf('population', 'us_zip', '94103'), '');
  t.same(await embeddedLevels('population'), ['us_state', 'country']);
  t.same(await embeddedLevels('nothing'), []);
});
