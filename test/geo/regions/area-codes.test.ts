import t from 'tap';
import { areaCodes } from '../../../src/geo/regions/area-codes.js';
import type { RegionType } from '../../../src/geo/regions/region-type.js';

const CODES: Readonly<Record<RegionType, readonly [cell: string, codes: readonly string[]][]>> = {
  us_county: [
    ['06075', ['06075']],
    ['6075', ['06075']],
    [' 6075.0 ', ['06075']],
    ['06-075', ['06075']],
    ['0500000US06075', ['06075']],
    ['US06075', ['06075']],
    ['46113', ['46102']],
    ['03001', []],
    ['060750', []],
    ['75', []],
    ['California', []],
  ],
  us_state: [
    ['06', ['06']],
    ['6', ['06']],
    ['CA', ['06']],
    ['us-ca', ['06']],
    ['0400000US06', ['06']],
    ['California', ['06']],
    ['PR', ['72']],
    ['03', []],
    ['ON', []],
  ],
  country: [
    ['DE', ['DE']],
    ['deu', ['DE']],
    ['276', ['DE']],
    ['4', ['AF']],
    ['XKX', ['XK']],
    ['ZZ', []],
    ['999', []],
    ['', []],
  ],
  au_state: [
    ['NSW', ['NSW']],
    ['AU-NSW', ['NSW']],
    ['1', ['NSW']],
    ['new south wales', ['NSW']],
    ['0', []],
    ['constructor', []],
  ],
  us_zip: [
    ['94103', ['94103']],
    ['2138', ['02138']],
    ['2138.0', ['02138']],
    ['94103-1234', ['94103']],
    ['8600000US94103', ['94103']],
    ['K1A', []],
  ],
  ca_fsa: [
    ['K1A', ['K1A']],
    ['k1a 0b1', ['K1A']],
    ['94103', []],
  ],
  uk_postcode: [
    ['SW1A', ['SW1A', 'SW1', 'SW']],
    ['SW', ['SW']],
  ],
  au_postcode: [
    ['800', ['0800']],
    ['2000', ['2000']],
  ],
  de_postcode: [
    ['01067', ['01067']],
    ['1067', ['01067']],
    ['D-10115', ['10115']],
  ],
};

for (const [type, cells] of Object.entries(CODES)) {
  t.test(`codes of ${type} are read as people and spreadsheets write them`, async (t) => {
    for (const [cell, codes] of cells) t.strictSame(areaCodes(type as RegionType, cell, ''), codes, cell);
    t.strictSame(areaCodes(type as RegionType, '9'.repeat(1_000_000), ''), []);
  });
}

t.test('the number of a county in its state is read with the state', async (t) => {
  t.strictSame(areaCodes('us_county', '75', 'CA'), ['06075']);
  t.strictSame(areaCodes('us_county', '075', '6'), ['06075']);
  t.strictSame(areaCodes('us_county', '1', 'Ohio'), ['39001']);
  t.strictSame(areaCodes('us_county', '06075', 'Ohio'), ['06075'], 'the whole code counts');
});
