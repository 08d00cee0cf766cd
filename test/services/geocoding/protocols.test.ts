import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import t from 'tap';
import { nominatim } from '../../../src/services/geocoding/nominatim.js';
import { pelias } from '../../../src/services/geocoding/pelias.js';
import { photon } from '../../../src/services/geocoding/photon.js';
import type { GeocodingProtocol } from '../../../src/services/geocoding/protocol.js';

const NOTHING = { street: '', city: '', county: '', state: '', zip: '', country: '' };
const recorded = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../../test/fixtures/geocoders/${name}.json`, import.meta.url), 'utf8'),
  );
const asked = (protocol: GeocodingProtocol, url: string, address: Partial<typeof NOTHING>) => {
  const { pathname, searchParams } = protocol.request(new URL(url), { ...NOTHING, ...address });
  return [pathname, Object.fromEntries(searchParams)];
};
const read = (protocol: GeocodingProtocol, answer: unknown, country = '') =>
  protocol.read(answer, { ...NOTHING, country });

const SOMERVILLE = {
  street: '197 Highland Avenue',
  city: 'Somerville',
  county: 'Middlesex',
  state: 'MA',
  zip: '02143',
  country: 'US',
};

t.test('Nominatim is asked by parts, and in one line for an address without town and ZIP', async (t) => {
  t.same(asked(nominatim, 'http://host/search?email=a@b.c', SOMERVILLE), [
    '/search',
    {
      email: 'a@b.c',
      format: 'jsonv2',
      limit: '1',
      addressdetails: '1',
      countrycodes: 'us',
      street: '197 Highland Avenue',
      city: 'Somerville',
      county: 'Middlesex',
      state: 'MA',
      postalcode: '02143',
    },
  ]);
  t.same(asked(nominatim, 'http://host/search', { street: '10 Downing Street, London', country: 'Albion' }), [
    '/search',
    { format: 'jsonv2', limit: '1', addressdetails: '1', q: '10 Downing Street, London, Albion' },
  ]);
  t.match(asked(nominatim, 'http://host/search', { city: 'Avalon', country: 'Albion' }), [
    '/search',
    { city: 'Avalon', country: 'Albion' },
  ]);
});

t.test('Pelias is asked by parts or in one line, as the path says', async (t) => {
  t.same(asked(pelias, 'http://host/v1/search/structured?api_key=k', SOMERVILLE), [
    '/v1/search/structured',
    {
      api_key: 'k',
      address: '197 Highland Avenue',
      locality: 'Somerville',
      county: 'Middlesex',
      region: 'MA',
      postalcode: '02143',
      country: 'US',
      size: '1',
    },
  ]);
  t.same(asked(pelias, 'http://host/v1/search', SOMERVILLE), [
    '/v1/search',
    { text: '197 Highland Avenue, Somerville, Middlesex, MA 02143, US', size: '1' },
  ]);
});

t.test('Photon is asked in one line, with the name and the code of the country', async (t) => {
  t.same(asked(photon, 'http://host/api', SOMERVILLE), [
    '/api',
    {
      q: '197 Highland Avenue, Somerville, Middlesex, MA 02143, United States',
      limit: '1',
      countrycode: 'US',
    },
  ]);
});

t.test('recorded answers of each are read', async (t) => {
  const house = { lat: 42.389774, lng: -71.106499, precision: 'street', country: 'US' };
  t.same(read(nominatim, recorded('nominatim-house'), 'US'), house);
  t.same(read(pelias, recorded('pelias-address')), {
    lat: 40.744243,
    lng: -73.990342,
    precision: 'street',
    country: 'US',
  });
  t.same(read(photon, recorded('photon-house'), 'FR'), {
    lat: 48.868995,
    lng: 2.331142,
    precision: 'street',
    country: 'FR',
  });
});

t.test('how exact an answer is, comes from its rank, layer or type; a country is no place', async (t) => {
  const nominatimOf = (rank: number | undefined, addresstype: string) =>
    read(nominatim, [{ ...recorded('nominatim-house')[0], place_rank: rank, addresstype }])?.precision;
  t.equal(nominatimOf(26, 'road'), 'street');
  t.equal(nominatimOf(21, 'postcode'), 'postal');
  t.equal(nominatimOf(16, 'city'), 'city');
  t.equal(nominatimOf(12, 'county'), 'state');
  t.equal(nominatimOf(8, 'state'), 'state');
  t.equal(nominatimOf(4, 'country'), undefined);
  t.equal(nominatimOf(undefined, 'building'), undefined);
  const peliasOf = (layer: string) => {
    const answer = recorded('pelias-address');
    answer.features[0].properties.layer = layer;
    return read(pelias, answer)?.precision;
  };
  t.same(
    ['venue', 'street', 'postalcode', 'locality', 'county', 'region', 'country', 'ocean', 'new'].map(
      peliasOf,
    ),
    ['street', 'street', 'postal', 'city', 'state', 'state', undefined, undefined, undefined],
  );
  const photonOf = (properties: object) => {
    const answer = recorded('photon-house');
    answer.features[0].properties = { countrycode: 'FR', ...properties };
    return read(photon, answer)?.precision;
  };
  t.equal(photonOf({ type: 'street', osm_key: 'highway' }), 'street');
  t.equal(photonOf({ type: 'other', osm_key: 'amenity', housenumber: '3' }), 'street');
  t.equal(photonOf({ type: 'other', osm_key: 'place', osm_value: 'postcode' }), 'postal');
  t.equal(photonOf({ type: 'district' }), 'city');
  t.equal(photonOf({ type: 'state' }), 'state');
  t.equal(photonOf({ type: 'country', osm_key: 'place' }), undefined);
  t.equal(photonOf({ type: 'other', osm_key: 'natural', osm_value: 'peak' }), undefined);
  t.equal(photonOf({ osm_key: 'place', osm_value: 'village' }), 'city', 'of a release without types');
  t.equal(photonOf({ osm_key: 'highway', osm_value: 'residential' }), 'street', 'of a release without types');
});

t.test('nothing found is nothing', async (t) => {
  t.equal(read(nominatim, []), null);
  t.equal(read(pelias, { type: 'FeatureCollection', features: [] }), null);
  t.equal(read(photon, { type: 'FeatureCollection', features: [] }), null);
});

t.test('an answer in another country than was asked for is none; a territory is in its state', async (t) => {
  t.equal(read(nominatim, recorded('nominatim-house'), 'FR'), null);
  t.equal(read(pelias, recorded('pelias-address'), 'CA'), null);
  t.equal(read(photon, recorded('photon-house'), 'US'), null);
  t.match(read(nominatim, recorded('nominatim-house'), 'PR'), { country: 'US' });
  const nameless = recorded('photon-house');
  nameless.features[0].properties.countrycode = undefined;
  t.match(read(photon, nameless, 'FR'), { country: 'FR' }, 'where it says none, it is the one asked for');
  t.equal(read(photon, nameless), null, 'a place in no country is none');
});

t.test('an answer that violates the interface is refused', async (t) => {
  const answers: [GeocodingProtocol, unknown][] = [
    [nominatim, null],
    [nominatim, {}],
    [nominatim, { error: 'no' }],
    [nominatim, ['London']],
    [nominatim, [{ ...recorded('nominatim-house')[0], lat: 'NaN' }]],
    [nominatim, [{ ...recorded('nominatim-house')[0], lat: null }]],
    [nominatim, [{ ...recorded('nominatim-house')[0], lat: '1e1' }]],
    [nominatim, [{ ...recorded('nominatim-house')[0], lat: '91' }]],
    [nominatim, [{ ...recorded('nominatim-house')[0], lon: '-180.1' }]],
    [nominatim, [{ ...recorded('nominatim-house')[0], address: 'here' }]],
    [pelias, []],
    [pelias, { features: {} }],
    [pelias, { features: [{}] }],
    [pelias, { features: [{ properties: {}, geometry: { type: 'Polygon', coordinates: [] } }] }],
    [photon, { features: [{ properties: {}, geometry: { type: 'Point', coordinates: ['1', 'x'] } }] }],
    [photon, { features: [{ properties: {}, geometry: { type: 'Point', coordinates: [1] } }] }],
    [photon, { features: null }],
    [photon, 'Paris'],
  ];
  for (const [protocol, answer] of answers) {
    t.throws(
      () => read(protocol, answer),
      /geocoding service answered/,
      JSON.stringify(answer)?.slice(0, 60),
    );
  }
});

t.test('whatever an address says, the configured host and path are asked, with their key', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('//evil.example/', '@evil', '\r\nHost: evil', '?key=x&key=y', '#'),
  );
  const address = fc.record(
    Object.fromEntries(Object.keys(NOTHING).map((name) => [name, text])) as Record<
      keyof typeof NOTHING,
      typeof text
    >,
  );
  for (const protocol of [nominatim, pelias, photon]) {
    fc.assert(
      fc.property(address, (anything) => {
        const { origin, pathname, hash, username, searchParams } = protocol.request(
          new URL('http://host:81/search?key=k'),
          anything,
        );
        return (
          origin === 'http://host:81' &&
          pathname === '/search' &&
          hash === '' &&
          username === '' &&
          searchParams.getAll('key').join() === 'k'
        );
      }),
    );
  }
});
