import t from 'tap';
import { readIsochroneUrl } from '../../../src/services/isochrones/service-url.js';

const shown = (text: string) => {
  const service = readIsochroneUrl(text);
  return service && `${service.kind} ${service.endpoint.href}`;
};

t.test('the path tells the engine, of Valhalla and GraphHopper the query as well', async (t) => {
  t.equal(
    shown('http://roads.example.com:8002/isochrone/'),
    'valhalla http://roads.example.com:8002/isochrone',
  );
  t.equal(
    shown('http://roads.example.com:8989/isochrone?profile=car'),
    'graphhopper http://roads.example.com:8989/isochrone?profile=car',
  );
  t.equal(
    shown('https://graphhopper.com/api/1/isochrone?key=k'),
    'graphhopper https://graphhopper.com/api/1/isochrone?key=k',
  );
  t.equal(
    shown('http://roads.example.com/ors/v2/isochrones/driving-hgv'),
    'ors http://roads.example.com/ors/v2/isochrones/driving-hgv',
  );
});

t.test('a prefix tells it, too; the operation is added where the path does not name it', async (t) => {
  t.equal(
    shown('valhalla+http://roads.example.com:8002'),
    'valhalla http://roads.example.com:8002/isochrone',
  );
  t.equal(
    shown('valhalla+https://api.example.com/isochrone/v1?api_key=k'),
    'valhalla https://api.example.com/isochrone/v1?api_key=k',
  );
  t.equal(
    shown('graphhopper+https://graphhopper.com/api/1?key=k'),
    'graphhopper https://graphhopper.com/api/1/isochrone?key=k',
  );
  t.equal(
    shown('ors+http://roads.example.com/ors/'),
    'ors http://roads.example.com/ors/v2/isochrones/driving-car',
  );
  t.equal(
    shown('ors+http://roads.example.com/ors/v2/isochrones'),
    'ors http://roads.example.com/ors/v2/isochrones/driving-car',
  );
});

t.test('keys go where the engine wants them', async (t) => {
  const ors = readIsochroneUrl('ors+https://api.example.com/?api_key=5b3c-hush')!;
  t.equal(ors.endpoint.href, 'https://api.example.com/v2/isochrones/driving-car');
  t.equal(ors.authorization, '5b3c-hush');
  t.equal(readIsochroneUrl('ors+https://5b3c-hush@api.example.com/')!.authorization, '5b3c-hush');
  t.match(readIsochroneUrl('graphhopper+https://5b3c-hush@graphhopper.com/api/1'), {
    authorization: null,
    endpoint: { search: '?key=5b3c-hush' },
  });
  for (const engine of ['valhalla', 'graphhopper', 'ors']) {
    t.equal(
      readIsochroneUrl(`${engine}+https://us%40er:p%3Aw@roads.example.com`)!.authorization,
      `Basic ${Buffer.from('us@er:p:w').toString('base64')}`,
      engine,
    );
  }
});

t.test('each engine has a longest time, which the URL may set; our parameters are not sent', async (t) => {
  const minutes = (text: string) => readIsochroneUrl(text)!.maxMinutes;
  t.equal(minutes('valhalla+http://roads.example.com'), 120);
  t.equal(minutes('graphhopper+http://roads.example.com'), 60);
  t.equal(minutes('ors+http://roads.example.com'), 60);
  const own = readIsochroneUrl(
    'http://roads.example.com/isochrone?max_minutes=600&rate=2.5&concurrency=3&lang=de',
  )!;
  t.equal(own.endpoint.href, 'http://roads.example.com/isochrone?lang=de');
  t.match(own, { maxMinutes: 600, perSecond: 2.5, concurrency: 3 });
  t.match(readIsochroneUrl('http://roads.example.com/isochrone'), {
    perSecond: Number.POSITIVE_INFINITY,
    concurrency: 4,
    authorization: null,
  });
});

t.test('public services are asked as seldom as they want it unless the URL says otherwise', async (t) => {
  t.match(readIsochroneUrl('https://valhalla1.openstreetmap.de/isochrone'), { perSecond: 1, concurrency: 1 });
  t.match(readIsochroneUrl('ors+https://k@api.openrouteservice.org'), { perSecond: 1 / 3, concurrency: 1 });
  t.match(readIsochroneUrl('ors+https://k@api.openrouteservice.org?rate=2'), {
    perSecond: 2,
    concurrency: 1,
  });
});

t.test('anything else is none', async (t) => {
  for (const text of [
    'https://roads.example.com/',
    'https://roads.example.com/route',
    'https://roads.example.com/v2/isochrones',
    'ftp://roads.example.com/isochrone',
    'osrm+https://roads.example.com/isochrone',
    'roads.example.com/isochrone',
    'https://roads.example.com/isochrone?max_minutes=0',
    'https://roads.example.com/isochrone?max_minutes=100000',
    'https://roads.example.com/isochrone?max_minutes=1.5',
    'https://roads.example.com/isochrone?rate=0',
    'https://roads.example.com/isochrone?concurrency=65',
    'https://us%zzer:pw@roads.example.com/isochrone',
  ])
    t.equal(readIsochroneUrl(text), null, text);
});
