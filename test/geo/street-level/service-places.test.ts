import t from 'tap';
import type { AddressQuery, Place, Unplaced } from '../../../src/geo/gazetteer/place.js';
import { AreaFinder } from '../../../src/geo/regions/area-finder.js';
import { addressKey, normalAddress } from '../../../src/geo/street-level/normal-address.js';
import {
  notingAddresses,
  type ServicePlace,
  withServicePlaces,
} from '../../../src/geo/street-level/service-places.js';

const address = (parts: Partial<AddressQuery>): AddressQuery => ({
  street: '',
  city: '',
  county: '',
  state: '',
  zip: '',
  country: '',
  ...parts,
});
const at = (lat: number, precision: Place['precision']): Place => ({
  lat,
  lng: 0,
  precision,
  country: 'US',
  contradiction: 'said by the gazetteer',
});
const UNKNOWN: Unplaced = { code: 'address_unknown', message: 'not known', part: 'city' };

/** A placer that knows ZIP 00040, Town, Somestate and the province of Village, all at latitude 40. */
const placer = {
  geocoder: {
    locate: ({ zip, city, state }: AddressQuery): Place | Unplaced => {
      if (zip === '00040') return at(40, 'postal');
      if (city === 'Town') return at(40, 'city');
      if (city === 'Village') return at(40, 'state');
      return city === '' && state === 'Somestate' ? at(40, 'state') : UNKNOWN;
    },
  },
  regions: { find: () => 'region', sourceOf: () => 'source', countryAt: () => 'US' },
  areas: new AreaFinder({ sourceOf: () => null }, () => {
    throw new Error('no county is asked for');
  }),
  countryCode: (country: string) => country.slice(0, 2),
  pointOf: () => ({ lat: 1, lng: 2 }),
};

function located(parts: Partial<AddressQuery>, found: Partial<ServicePlace>) {
  const asked = normalAddress(address(parts), null)!;
  const place = { lat: 40.5, lng: 0, precision: 'street', country: 'US', ...found } as ServicePlace;
  const places = new Map([[addressKey(asked), place]]);
  return withServicePlaces(placer, places).geocoder.locate(address(parts), null);
}

t.test('a street is more exact than what the gazetteer knows, which tells the contradictions', async (t) => {
  t.same(located({ street: '1 Main St', zip: '00040' }, {}), {
    lat: 40.5,
    lng: 0,
    precision: 'street',
    country: 'US',
    contradiction: 'said by the gazetteer',
    byService: true,
  });
});

t.test('the gazetteer stays where the service is no more exact', async (t) => {
  t.match(located({ street: '1 Main St', zip: '00040' }, { precision: 'postal' }), { lat: 40 });
  t.match(located({ street: '1 Main St', zip: '00040' }, { precision: 'city' }), { lat: 40 });
  t.match(located({ street: '1 Main St', city: 'Town' }, { precision: 'postal' }), { lat: 40.5 });
});

t.test('a street over 100 km from the ZIP, or the town and its state, is another one', async (t) => {
  const far = { lat: 41 };
  t.match(located({ street: '1 Main St', zip: '00040' }, far), { lat: 40, precision: 'postal' });
  t.match(located({ street: '1 Main St', city: 'Town', state: 'Somestate' }, far), { lat: 40 });
  t.match(located({ street: '1 Main St', city: 'Town' }, far), { lat: 41 }, 'there are many of the name');
  t.match(located({ street: '1 Main St', state: 'Somestate' }, far), { lat: 41 }, 'a state is large');
});

t.test(
  'a service that finds an address in another country than the row is not believed, and it is told',
  async (t) => {
    const abroad = { country: 'MX' };
    const reason = 'the geocoding service finds the address in MX, not in US';
    const certain = { ...placer, geocoder: { locate: () => ({ ...at(40, 'city'), contradiction: null }) } };
    const asked = address({ street: '1 Main St', city: 'Town' });
    const found = { lat: 40.5, lng: 0, precision: 'street', country: 'MX' } as const;
    const knowing = withServicePlaces(certain, new Map([[addressKey(asked), found]]));
    t.same(knowing.geocoder.locate(asked, null), { ...at(40, 'city'), contradiction: reason });
    t.match(located({ street: '1 Main St', city: 'Town' }, abroad), {
      lat: 40,
      contradiction: 'said by the gazetteer',
    });
    t.same(located({ city: 'Nowhere', country: 'US' }, abroad), {
      ...UNKNOWN,
      message: `not known; ${reason}`,
    });
    t.match(
      located({ street: '1 Main St', city: 'Town' }, { country: 'PR' }),
      { lat: 40.5 },
      'its territory',
    );
    t.match(located({ city: 'Nowhere' }, abroad), { lat: 40.5, country: 'MX' }, 'a row that names none');
  },
);

t.test(
  'an address unknown to the gazetteer is where the service says, but not in the middle of a state',
  async (t) => {
    t.match(located({ city: 'Nowhere' }, { precision: 'city' }), { lat: 40.5, contradiction: null });
    t.same(located({ city: 'Nowhere' }, { precision: 'state' }), UNKNOWN);
  },
);

t.test('regions stay as they are', async (t) => {
  const knowing = withServicePlaces(placer, new Map());
  t.equal(knowing.regions.find('us_state', { lat: 0, lng: 0, zip: '', country: '' }), 'region');
  t.same(knowing.pointOf('any'), { lat: 1, lng: 2 });
  t.equal(knowing.countryCode('FRA'), 'FR');
});

t.test('addresses with a street are noted, and those that the gazetteer does not know', async (t) => {
  const { placer: noting, noted } = notingAddresses(placer);
  const { locate } = noting.geocoder;
  t.match(locate(address({ street: '1 Main St', city: 'Town' }), null), { precision: 'city' });
  t.match(locate(address({ city: 'Town' }), null), { precision: 'city' });
  t.same(locate(address({ city: 'Nowhere' }), 'France'), UNKNOWN);
  t.same(locate(address({ state: 'Nostate' }), null), UNKNOWN);
  t.same(
    [...noted.values()],
    [address({ street: '1 Main St', city: 'Town' }), address({ city: 'Nowhere', country: 'France' })],
  );
});

t.test(
  'an address that the gazetteer finds in another country than the default one is asked for there',
  async (t) => {
    const { placer: noting, noted } = notingAddresses(placer);
    noting.geocoder.locate(address({ street: '1 Main St', zip: '00040' }), 'FR');
    noting.geocoder.locate(address({ street: '2 Main St', zip: '00040' }), null);
    t.same(
      [...noted.values()].map(({ country }) => country),
      ['US', ''],
    );
  },
);

t.test('an address whose city and postal code are of different countries is asked for in none', async (t) => {
  const several: Unplaced = { code: 'address_ambiguous', message: 'of GR or US', part: 'country' };
  const { placer: noting, noted } = notingAddresses({ ...placer, geocoder: { locate: () => several } });
  noting.geocoder.locate(address({ city: 'Athens', zip: '43004' }), 'US');
  t.same(
    [...noted.values()].map(({ country }) => country),
    [''],
  );
});

t.test('addresses that differ in spaces, case and commas alone are one', async (t) => {
  const keyOf = (parts: Partial<AddressQuery>) => addressKey(normalAddress(address(parts), null)!);
  t.equal(
    keyOf({ street: '  1  Main\tSt, ', city: 'Cafe\u0301' }),
    keyOf({ street: '1 MAIN ST', city: 'Caf\u00e9' }),
  );
  t.not(keyOf({ street: '1 Main St', city: 'A' }), keyOf({ street: '1 Main St', city: 'B' }));
  t.equal(normalAddress(address({ state: 'Texas', country: 'US' }), null), null, 'no more than a state');
  t.equal(normalAddress(address({ street: 'x'.repeat(501) }), null), null, 'too long');
  t.match(normalAddress(address({ city: 'Town' }), 'FR'), { country: 'FR' });
  t.match(normalAddress(address({ city: 'Town', country: 'US' }), 'FR'), { country: 'US' });
});

t.test(
  'a town that the gazetteer places by its province alone is asked for, and its note goes when it is found',
  async (t) => {
    const { placer: noting, noted } = notingAddresses(placer);
    noting.geocoder.locate(address({ city: 'Village' }), null);
    noting.geocoder.locate(address({ city: 'Town' }), null);
    t.same(
      [...noted.values()].map(({ city }) => city),
      ['Village'],
    );
    t.match(located({ city: 'Village' }, { precision: 'city' }), {
      lat: 40.5,
      contradiction: null,
      byService: true,
    });
    t.match(located({ city: 'Village' }, { precision: 'state' }), {
      lat: 40,
      contradiction: 'said by the gazetteer',
    });
  },
);
