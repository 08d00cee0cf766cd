import t from 'tap';
import { readGeocoderUrl } from '../../../src/services/geocoding/service-url.js';

const shown = (text: string) => {
  const service = readGeocoderUrl(text);
  return service && `${service.kind} ${service.endpoint.href}`;
};

t.test('the path tells the kind of service', async (t) => {
  t.equal(shown('https://geo.example.com/search'), 'nominatim https://geo.example.com/search');
  t.equal(
    shown('http://geo.example.com:8080/nominatim/search/'),
    'nominatim http://geo.example.com:8080/nominatim/search',
  );
  t.equal(shown('http://geo.example.com/v1/search'), 'pelias http://geo.example.com/v1/search');
  t.equal(
    shown('http://geo.example.com/v1/search/structured'),
    'pelias http://geo.example.com/v1/search/structured',
  );
  t.equal(shown('http://geo.example.com:2322/api'), 'photon http://geo.example.com:2322/api');
});

t.test('a prefix tells it, too, with the usual path where there is none', async (t) => {
  t.equal(shown('nominatim+https://geo.example.com'), 'nominatim https://geo.example.com/search');
  t.equal(shown('pelias+http://geo.example.com/'), 'pelias http://geo.example.com/v1/search/structured');
  t.equal(shown('photon+http://geo.example.com'), 'photon http://geo.example.com/api');
  t.equal(
    shown('nominatim+https://geo.example.com/v1/search'),
    'nominatim https://geo.example.com/v1/search',
  );
});

t.test("the operator's parameters are sent, those of ours are not", async (t) => {
  const service = readGeocoderUrl(
    'https://geo.example.com/v1/search?api_key=k&rate=2.5&lang=de&concurrency=3',
  )!;
  t.equal(service.endpoint.href, 'https://geo.example.com/v1/search?api_key=k&lang=de');
  t.match(service, { perSecond: 2.5, concurrency: 3 });
  t.match(readGeocoderUrl('https://geo.example.com/search'), {
    perSecond: Number.POSITIVE_INFINITY,
    concurrency: 8,
    authorization: null,
  });
});

t.test('public services are asked once a second unless the URL says otherwise', async (t) => {
  t.match(readGeocoderUrl('https://nominatim.openstreetmap.org/search'), { perSecond: 1, concurrency: 1 });
  t.match(readGeocoderUrl('https://photon.komoot.io/api?rate=0.5'), { perSecond: 0.5, concurrency: 1 });
});

t.test('a user and password become a header', async (t) => {
  const service = readGeocoderUrl('https://us%40er:p%3Aw@geo.example.com/search')!;
  t.equal(service.endpoint.href, 'https://geo.example.com/search');
  t.equal(service.authorization, `Basic ${Buffer.from('us@er:p:w').toString('base64')}`);
});

t.test('anything else is none', async (t) => {
  for (const text of [
    'https://geo.example.com/',
    'https://geo.example.com/geocode',
    'ftp://geo.example.com/search',
    'photon+ftp://geo.example.com/api',
    'google+https://geo.example.com/search',
    'geo.example.com/search',
    'https://',
    'https://geo.example.com/search?rate=0',
    'https://geo.example.com/search?rate=fast',
    'https://geo.example.com/search?rate=10001',
    'https://geo.example.com/search?concurrency=0',
    'https://geo.example.com/search?concurrency=1.5',
    'https://geo.example.com/search?concurrency=65',
    'https://us%zzer:pw@geo.example.com/search',
  ])
    t.equal(readGeocoderUrl(text), null, text);
});
