import t from 'tap';
import { NO_DRIVE_TIMES } from '../../../src/geo/drive-time/known-areas.js';
import type { AddressQuery, Place, Unplaced } from '../../../src/geo/gazetteer/place.js';
import { AreaFinder } from '../../../src/geo/regions/area-finder.js';
import { type BulkMeta, completeOptions } from '../../../src/import/options.js';
import { RowDriveTimes } from '../../../src/import/place/drive-times.js';
import { type PlacedRow, placeRow } from '../../../src/import/place/place-row.js';
import { PlacingClock } from '../../../src/import/place/placing-clock.js';
import { emptyRow, type IncomingRow, RowDefect } from '../../../src/import/rows/incoming-row.js';

const columns = {
  street: null,
  city: 'Town',
  county: null,
  state: null,
  country: null,
  zip: 'Plz',
  region_code: 'FIPS',
  hasWholeAddress: false,
};
const clock = new PlacingClock();

const locate = ({ zip, city, state }: AddressQuery, country: string | null): Place | Unplaced => {
  if (zip === '94103')
    return { lat: 37.77265, lng: -122.40991, precision: 'postal', country: 'US', contradiction: null };
  if (state === 'CA')
    return { lat: 37.2, lng: -119.7, precision: 'state', country: 'US', contradiction: null };
  if (city === 'Palomas')
    return { lat: 37.7, lng: -107.6, precision: 'city', country: 'MX', contradiction: null };
  if (city === 'Athens')
    return { code: 'address_ambiguous', message: 'in Greece or in the United States', part: 'country' };
  if (city === 'Springfield' && country === null)
    return { code: 'address_ambiguous', message: 'there are 30 Springfields', part: 'city' };
  if (city !== '') return { code: 'address_unknown', message: `city '${city}' is not known`, part: 'city' };
  return { code: 'address_missing', message: 'a country alone is not enough', part: null };
};

/**
 * Everything within 1 degree of San Francisco is of one region of each type; its zip is known as 94103
 * and 00000.
 */
const placer = {
  geocoder: { locate },
  regions: {
    find: (type: string, { lat, zip }: { lat: number; zip: string }) =>
      type.endsWith('zip')
        ? zip === '94103' || zip === '00000'
          ? `approx/${type}/${zip}`
          : null
        : Math.abs(lat - 37.7) < 1
          ? `census/${type}/06`
          : null,
    sourceOf: (type: string, code: string) =>
      type === 'country' && code === 'FR' ? 'natural-earth/country/FR' : null,
    countryAt: () => null,
  },
  areas: new AreaFinder(
    { sourceOf: (type, code) => (code === '06' || code === '94103' ? `census/${type}/${code}` : null) },
    () => {
      throw new Error('no county is asked for');
    },
  ),
  countryCode: (country: string) => (country === 'France' ? 'FR' : country),
  pointOf: (source: string) =>
    source === 'approx/us_zip/00000' || source === 'natural-earth/country/FR' ? { lat: 1.5, lng: 2.5 } : null,
};

const driveTimes = new RowDriveTimes({ mapping: [] }, NO_DRIVE_TIMES);

function place(cells: Partial<IncomingRow>, meta: BulkMeta = {}): IncomingRow & { placed: PlacedRow } {
  const row = Object.assign(emptyRow(), { name: 'A', ...cells });
  if (cells.lat !== undefined) Object.assign(row, { latText: `${cells.lat}`, lngText: `${cells.lng}` });
  const placed = placeRow(row, {
    options: completeOptions(meta),
    placer,
    known: placer,
    columns,
    clock,
    driveTimes,
  });
  return Object.assign(row, { placed });
}

function defectOf(cells: Partial<IncomingRow>, meta: BulkMeta = {}): RowDefect {
  try {
    place(cells, meta);
  } catch (error) {
    if (error instanceof RowDefect) return error;
    throw error;
  }
  throw new Error('it was placed');
}

t.test('coordinates of its own count before the address', async (t) => {
  t.match(place({ lat: 1, lng: 2, zip: '94103' }), {
    type: 'pin',
    lat: 1,
    lng: 2,
    regionSource: '',
    placed: { by: 'coordinates', area: null },
  });
});

t.test('without them the address says where it lies, and how exactly', async (t) => {
  t.match(place({ zip: '94103' }), {
    type: 'pin',
    lat: 37.77265,
    lng: -122.40991,
    latText: '37.77265',
    lngText: '-122.40991',
    placed: { by: 'postal', area: null },
  });
  t.match(place({ zip: '94103' }, { marker_type: 'circle', default_radius: 3 }), {
    type: 'circle',
    radiusMiles: 3,
    placed: { by: 'postal', area: null },
  });
});

t.test('an area is found for the types that have one, by zip or by the point', async (t) => {
  t.match(place({ zip: '94103' }, { marker_type: 'us_zip' }), {
    type: 'us_zip',
    lat: 37.77265,
    regionSource: 'approx/us_zip/94103',
    placed: { by: 'postal', area: 'approximate' },
  });
  t.match(place({ lat: 37.5, lng: -122 }, { marker_type: 'us_county' }), {
    type: 'us_county',
    lat: 37.5,
    regionSource: 'census/us_county/06',
    placed: { by: 'coordinates', area: 'exact' },
  });
  t.match(place({ type: 'us_state', zip: '94103' }), {
    type: 'us_state',
    regionSource: 'census/us_state/06',
  });
});

t.test('without its area it becomes a pin, and one that follows it has none of it', async (t) => {
  t.match(place({ lat: 1, lng: 2, zip: '99999' }, { marker_type: 'us_zip' }), {
    type: 'pin',
    lat: 1,
    regionSource: '',
    placed: { area: 'none' },
  });
  t.match(place({ lat: 1, lng: 2, regionSource: 'left/over/1' }), { type: 'pin', regionSource: '' });
});

t.test('a row that is placed by its state has the area of that, and none of a county', async (t) => {
  t.match(place({ state: 'CA' }, { marker_type: 'us_state' }), { type: 'us_state', placed: { by: 'state' } });
  t.match(place({ state: 'CA' }, { marker_type: 'us_county' }), {
    type: 'pin',
    regionSource: '',
    placed: { by: 'state', area: 'none' },
  });
});

t.test('a town found in another country is in no county, though simplified borders say so', async (t) => {
  t.match(place({ city: 'Palomas' }, { marker_type: 'us_county' }), {
    type: 'pin',
    regionSource: '',
    placed: { by: 'city', area: 'none' },
  });
});

t.test('an area that is known where the address is not places its marker', async (t) => {
  t.match(place({ zip: '00000' }, { marker_type: 'us_zip' }), {
    type: 'us_zip',
    lat: 1.5,
    lng: 2.5,
    latText: '1.5',
    regionSource: 'approx/us_zip/00000',
    placed: { by: 'postal', area: 'approximate' },
  });
  t.match(place({ country: 'France' }, { marker_type: 'country' }), {
    type: 'country',
    lat: 1.5,
    regionSource: 'natural-earth/country/FR',
    placed: { by: 'country', area: 'exact' },
  });
  t.match(
    defectOf({ city: 'Athens', zip: '00000' }, { marker_type: 'us_zip' }),
    { code: 'address_ambiguous' },
    'not where its city may be abroad',
  );
  t.match(defectOf({ zip: '00000' }), { code: 'location_missing' });
  t.match(defectOf({ country: 'France' }, { marker_type: 'us_state' }), { code: 'location_missing' });
});

t.test('the default country is that of rows without one, unless they are found in another', async (t) => {
  t.match(place({ lat: 1, lng: 2 }, { default_country: 'DE' }), { country: 'DE' });
  t.match(place({ zip: '94103' }, { default_country: 'US' }), { country: 'US' });
  t.match(place({ zip: '94103' }, { default_country: 'DE' }), { country: 'US' });
  t.match(place({ zip: '94103', country: 'DE' }), { country: 'DE' }, 'what the row says stays');
  t.match(place({ zip: '94103' }), { country: '' });
});

t.test('what cannot be placed says why, and which column of the upload is to blame', async (t) => {
  t.match(defectOf({ city: 'Sprngfield' }), {
    code: 'address_unknown',
    column: 'Town',
    message: "city 'Sprngfield' is not known",
  });
  t.match(defectOf({ city: 'Springfield' }, { marker_type: 'country' }), {
    code: 'address_ambiguous',
    column: 'Town',
  });
  t.match(defectOf({ country: 'France' }), {
    code: 'location_missing',
    column: null,
    message: 'a country alone is not enough',
  });
  t.match(defectOf({}), {
    code: 'location_missing',
    message: 'neither coordinates nor an address that can be located',
  });
  t.match(defectOf({ city: 'Nowhere' }, { marker_type: 'us_zip' }), { code: 'address_unknown' });
});

t.test('an area type says the country of addresses without one, and default_country first', async (t) => {
  const asked: (string | null)[] = [];
  const listening = {
    ...placer,
    geocoder: {
      locate: (address: AddressQuery, country: string | null) => {
        asked.push(country);
        return locate(address, country);
      },
    },
  };
  const ask = (meta: BulkMeta) =>
    placeRow(Object.assign(emptyRow(), { zip: '94103' }), {
      options: completeOptions(meta),
      placer: listening,
      known: listening,
      columns,
      clock,
      driveTimes,
    });
  ask({});
  ask({ marker_type: 'us_zip' });
  ask({ marker_type: 'de_postcode' });
  ask({ marker_type: 'us_zip', default_country: 'DE' });
  t.same(asked, [null, 'US', 'DE', 'DE']);
});

t.test('what is told of an address is bounded, however long its parts are', async (t) => {
  const { message } = defectOf({ city: 'x'.repeat(32_000) });
  t.equal(message.length, 301);
  t.match(message, /^city 'xxx.*x…$/);
});
