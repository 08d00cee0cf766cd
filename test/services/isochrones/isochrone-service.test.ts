import t, { type Test } from 'tap';
import type { DrivePlace } from '../../../src/geo/drive-time/drive-place.js';
import { cleanArea } from '../../../src/services/isochrones/area/clean-area.js';
import { IsochroneService, isochroneKey } from '../../../src/services/isochrones/isochrone-service.js';
import { readIsochroneUrl } from '../../../src/services/isochrones/service-url.js';
import { answerJson } from '../../support/geocoder.js';
import { recordLog } from '../../support/recorded-log.js';
import {
  orsAnswer,
  orsError,
  type RoutingHandler,
  squareAround,
  startRoutingService,
  valhallaAnswer,
} from '../../support/routing-service.js';

const forEver = new AbortController().signal;
const PORTO = { lon: -8.61, lat: 41.15, minutes: 10 };
const KEY = '-8.61000,41.15000,10';
const NO_ROAD = { none: 'the drive-time service knows no road there' };

/** A service of a kind, which `ask` asks. */
async function serviceOf(
  t: Test,
  kind: string,
  handler: RoutingHandler,
  query = '',
  requestDeadlineMs = 5000,
) {
  const fake = await startRoutingService(t, handler);
  const { log, entries: lines } = recordLog();
  const endpoint = readIsochroneUrl(`${kind}+${fake.origin}${query}`)!;
  const service = new IsochroneService({
    endpoint,
    log,
    clean: cleanArea,
    requestDeadlineMs,
    firstPauseMs: 1,
  });
  const ask = (...requests: DrivePlace[]) => service.isochrones(requests, 1, forEver);
  return { fake, service, ask, lines };
}

const onlyAnswer = async (t: Test, kind: string, handler: RoutingHandler) => {
  const { ask } = await serviceOf(t, kind, handler);
  return (await ask(PORTO)).get(KEY);
};

const isSquareAt = (lon: number, lat: number) => {
  const [sw, nw, ne, se] = squareAround(lon, lat).map((point) => point.map((degrees) => +degrees.toFixed(6)));
  return { coordinates: [[[sw, se, ne, nw, sw]]] };
};

t.test('Valhalla is asked for cars, and its polygon turned as GeoJSON has it', async (t) => {
  const { fake, service, ask } = await serviceOf(t, 'valhalla', (_asked, response) =>
    answerJson(response, valhallaAnswer([squareAround(-8.61, 41.15)])),
  );
  t.same(await ask(PORTO), new Map([[KEY, isSquareAt(-8.61, 41.15)]]));
  t.match(fake.requests, [{ method: 'POST', url: { pathname: '/isochrone' } }]);
  t.same(fake.requests[0]!.body, {
    locations: [{ lon: -8.61, lat: 41.15, search_cutoff: 2000 }],
    costing: 'auto',
    contours: [{ time: 10 }],
    polygons: true,
    denoise: 0.02,
  });
  t.equal(service.regionSource(10), 'valhalla/drive_time/10');
  t.match(service.attribution, { use: 'roads', credit: '© OpenStreetMap contributors' });
  t.match(service.counts, { requests: { area: 1, none: 0, failed: 0 }, running: 0, breaker: 'closed' });
});

t.test('GraphHopper is asked by its query, with the key', async (t) => {
  const { fake, service, ask } = await serviceOf(
    t,
    'graphhopper',
    (_asked, response) =>
      answerJson(response, {
        polygons: [
          {
            type: 'Feature',
            properties: { bucket: 0 },
            geometry: { type: 'Polygon', coordinates: [squareAround(-8.61, 41.15)] },
          },
        ],
        info: { copyrights: ['GraphHopper', 'OpenStreetMap contributors'], took: 12 },
      }),
    '/api/1?key=hush',
  );
  t.same(await ask(PORTO), new Map([[KEY, isSquareAt(-8.61, 41.15)]]));
  const { method, url, body } = fake.requests[0]!;
  t.match({ method, body }, { method: 'GET', body: null });
  t.equal(
    decodeURIComponent(`${url.pathname}${url.search}`),
    '/api/1/isochrone?key=hush&profile=car&point=41.15,-8.61&time_limit=600',
  );
  t.equal(service.regionSource(10), 'graphhopper/drive_time/10');
});

t.test('openrouteservice is asked for five places of one time, with its key as a header', async (t) => {
  const { fake, service, ask } = await serviceOf(
    t,
    'ors',
    ({ body }, response) => {
      const { locations } = body as { locations: [number, number][] };
      const places = locations.map(([lon, lat], at): [number, number, number] => [at, lon, lat]);
      answerJson(response, orsAnswer(places.reverse()));
    },
    '?api_key=hush&concurrency=1',
  );
  const requests = Array.from({ length: 7 }, (_, i) => ({ lon: i, lat: 50, minutes: 10 }));
  const answers = await ask(...requests, { lon: 0, lat: 50, minutes: 20 });
  t.same(
    requests.map((request) => answers.get(isochroneKey(request))),
    requests.map(({ lon }) => isSquareAt(lon, 50)),
  );
  t.equal(answers.size, 8);
  t.same(
    fake.requests.map(({ body }) => body),
    [
      { locations: [0, 1, 2, 3, 4].map((lon) => [lon, 50]), range: [600], range_type: 'time' },
      { locations: [5, 6].map((lon) => [lon, 50]), range: [600], range_type: 'time' },
      { locations: [[0, 50]], range: [1200], range_type: 'time' },
    ],
  );
  t.match(fake.requests[0], {
    headers: { authorization: 'hush' },
    url: { pathname: '/v2/isochrones/driving-car', search: '' },
  });
  t.equal(service.regionSource(20), 'ors/drive_time/20');
});

t.test('a place without a road costs the others of its request nothing', async (t) => {
  const { fake, ask } = await serviceOf(t, 'ors', ({ body }, response) => {
    const { locations } = body as { locations: [number, number][] };
    if (locations.some(([lon]) => lon === 2))
      answerJson(response, orsError(3099, 'Unable to build an isochrone map.'), 500);
    else
      answerJson(
        response,
        orsAnswer(locations.map(([lon, lat], at): [number, number, number] => [at, lon, lat])),
      );
  });
  const requests = Array.from({ length: 5 }, (_, i) => ({ lon: i, lat: 50, minutes: 10 }));
  const answers = await ask(...requests);
  t.same(
    [...answers].sort().map(([, answer]) => answer),
    [isSquareAt(0, 50), isSquareAt(1, 50), NO_ROAD, isSquareAt(3, 50), isSquareAt(4, 50)],
  );
  t.equal(fake.requests.length, 5, 'by halves: 5, 3, 2, 1, 2');
});

t.test('a service that takes fewer places at a time is asked for fewer from then on', async (t) => {
  const { fake, ask } = await serviceOf(
    t,
    'ors',
    ({ body }, response) => {
      const { locations } = body as { locations: [number, number][] };
      if (locations.length > 2)
        answerJson(
          response,
          orsError(3004, "Parameter 'locations=5' is out of range. Maximum possible value is 2."),
          400,
        );
      else
        answerJson(
          response,
          orsAnswer(locations.map(([lon, lat], at): [number, number, number] => [at, lon, lat])),
        );
    },
    '?concurrency=1',
  );
  const requests = Array.from({ length: 4 }, (_, i) => ({ lon: i, lat: 50, minutes: 10 }));
  await ask(...requests);
  t.equal(fake.requests.length, 3);
  await ask(...requests);
  t.equal(fake.requests.length, 5);
});

t.test('each distinct place and time is asked for once, and told as it comes', async (t) => {
  const { fake, service } = await serviceOf(t, 'valhalla', (_asked, response) =>
    answerJson(response, valhallaAnswer([squareAround(-8.61, 41.15)])),
  );
  const told: string[] = [];
  const answers = await service.isochrones(
    [PORTO, { ...PORTO, lon: -8.610001 }, { ...PORTO, minutes: 11 }],
    1,
    forEver,
    (key) => told.push(key),
  );
  t.equal(fake.requests.length, 2);
  t.same([...answers.keys()].sort(), told.sort());
});

t.test('a time that is longer than the service takes is said to be, and never cut', async (t) => {
  const { fake, service, ask } = await serviceOf(t, 'valhalla', (_asked, response) =>
    answerJson(response, { error_code: 151, error: 'Exceeded max time: 90', status_code: 400 }, 400),
  );
  t.same(await ask({ ...PORTO, minutes: 121 }), new Map([['-8.61000,41.15000,121', { tooLong: 120 }]]));
  t.equal(fake.requests.length, 0);
  t.same(
    await ask({ ...PORTO, minutes: 100 }),
    new Map([['-8.61000,41.15000,100', { tooLong: 90 }]]),
    'its own limit may be lower',
  );
  t.equal(service.counts.requests.too_long, 2);
  const range = orsError(3004, "Parameter 'range=3600.0' is out of range. Maximum possible value is 1800.");
  t.same(await onlyAnswer(t, 'ors', (_asked, response) => answerJson(response, range, 400)), {
    tooLong: 30,
  });
});

t.test('where no road is near there is no area, in the words of each engine', async (t) => {
  const answered = (kind: string, body: unknown, status: number) =>
    onlyAnswer(t, kind, (_asked, response) => answerJson(response, body, status));
  const edges = { error_code: 171, error: 'No suitable edges near location', status: 'Bad Request' };
  t.same(await answered('valhalla', edges, 400), NO_ROAD);
  t.same(await answered('valhalla', { type: 'FeatureCollection', features: [] }, 200), NO_ROAD);
  t.same(await answered('valhalla', valhallaAnswer([]), 200), NO_ROAD);
  t.same(await answered('graphhopper', { message: 'Point not found:41.15,-8.61' }, 400), NO_ROAD);
  t.same(await answered('graphhopper', { polygons: [] }, 200), NO_ROAD);
  t.same(await answered('ors', orsError(3099, 'Unable to build an isochrone map.'), 500), NO_ROAD);
  t.same(await answered('ors', { type: 'FeatureCollection', features: [] }, 200), NO_ROAD);
});

t.test('other refusals of the engine are told in its words, without secrets', async (t) => {
  const answered = (kind: string, body: unknown) =>
    onlyAnswer(t, kind, (_asked, response) => answerJson(response, body, 400));
  t.same(await answered('valhalla', { error_code: 125, error: "No costing method found: 'auto'" }), {
    none: "the drive-time service refused to draw it: 125 No costing method found: 'auto'",
  });
  t.same(await answered('graphhopper', { message: 'Too many nodes\nwould have to be explored' }), {
    none: 'the drive-time service refused to draw it: Too many nodes would have to be explored',
  });
  t.same(await answered('ors', orsError(3003, `Parameter ${'x'.repeat(200)}`)), {
    none: `the drive-time service refused to draw it: 3003 Parameter ${'x'.repeat(105)}…`,
  });
  const { ask } = await serviceOf(
    t,
    'graphhopper',
    (_asked, response) => answerJson(response, { message: 'what is key=hushhush?' }, 400),
    '?key=hushhush',
  );
  t.same((await ask(PORTO)).get(KEY), { none: 'the drive-time service refused to draw it' });
});

t.test('an area that cannot be used is refused with the reason', async (t) => {
  const answered = (coordinates: unknown) =>
    onlyAnswer(t, 'valhalla', (_asked, response) => answerJson(response, valhallaAnswer(coordinates)));
  t.same(await answered([squareAround(10, 41.15)]), {
    none: 'the drive-time service answered an area that lies 1554 km from the place',
  });
  t.same(await answered([[[Number.NaN, 41], ...squareAround(-8.61, 41.15)]]), {
    none: 'the drive-time service answered an area with coordinates that are none',
  });
  const [sw, nw, ne, se] = squareAround(-8.61, 41.15);
  const bowTie = (await answered([[sw, ne, se, nw, sw]])) as { coordinates: number[][][][] };
  t.same(
    bowTie.coordinates.map(([ring]) => ring!.length),
    [4, 4],
  );
});

/** Expects `away` after the given number of requests. */
async function awayAfter(
  t: Test,
  requests: number,
  reason: RegExp,
  handler: RoutingHandler,
  requestDeadlineMs?: number,
) {
  const { fake, service, ask } = await serviceOf(t, 'valhalla', handler, '', requestDeadlineMs);
  t.match(await ask(PORTO), new Map([[KEY, { away: reason }]]));
  t.equal(fake.requests.length, requests);
  t.match(service.counts, { requests: { area: 0, failed: requests }, running: 0, waiting: 0 });
}

t.test('a malformed answer counts as an absent service', async (t) => {
  let elsewhere = 0;
  const other = await startRoutingService(t, (_asked, response) => {
    elsewhere++;
    answerJson(response, valhallaAnswer([squareAround(-8.61, 41.15)]));
  });
  await awayAfter(t, 1, /answered 307/, (_asked, response) => {
    response.writeHead(307, { location: `${other.origin}/isochrone` }).end();
  });
  t.equal(elsewhere, 0, 'a redirect is not followed');
  await awayAfter(t, 1, /more than 4194304 bytes/, (_asked, response) => {
    response.writeHead(200).end(Buffer.alloc(10 << 20, '['));
  });
  await awayAfter(t, 1, /no JSON/, (_asked, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Welcome</body></html>');
  });
  await awayAfter(t, 1, /another form/, (_asked, response) => answerJson(response, { ok: true }));
  await awayAfter(t, 1, /no polygon/, (_asked, response) =>
    answerJson(response, valhallaAnswer(squareAround(-8.61, 41.15), 'LineString')),
  );
  await awayAfter(t, 1, /answered 401/, (_asked, response) => answerJson(response, { message: 'key?' }, 401));
  await awayAfter(t, 1, /answered 404/, (_asked, response) =>
    answerJson(response, { error_code: 106, error: 'Try any of' }, 404),
  );
  await awayAfter(t, 3, /answered 500/, (_asked, response) => answerJson(response, {}, 500));
  await awayAfter(t, 3, /./, (_asked, response) => {
    response.socket!.resetAndDestroy();
  });
  const drip: RoutingHandler = (_asked, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(timer));
  };
  await awayAfter(t, 3, /did not answer within 0.3 s/, drip, 300);
});

t.test('places of openrouteservice that were not asked for are no answer', async (t) => {
  const places: [number, number, number][][] = [
    [
      [1, 0, 50],
      [1, 0, 50],
    ],
    [[2, 0, 50]],
    [[-1, 0, 50]],
  ];
  for (const answered of places) {
    const { ask } = await serviceOf(t, 'ors', (_asked, response) =>
      answerJson(response, orsAnswer(answered)),
    );
    const answers = await ask({ lon: 0, lat: 50, minutes: 10 }, { lon: 1, lat: 50, minutes: 10 });
    t.match([...answers.values()], [{ away: /no place/ }, { away: /no place/ }]);
  }
});

t.test('429 with Retry-After makes all wait, and then all is asked', async (t) => {
  const atMs: number[] = [];
  const answer = await onlyAnswer(t, 'valhalla', (_asked, response) => {
    atMs.push(performance.now());
    if (atMs.length === 1) answerJson(response, {}, 429, { 'retry-after': '1' });
    else answerJson(response, valhallaAnswer([squareAround(-8.61, 41.15)]));
  });
  t.match(answer, { coordinates: Array });
  t.ok(atMs[1]! - atMs[0]! >= 990, 'not before the second is over');
});

t.test(
  'a service that only fails is not asked for a thousand rows, and nothing told holds the key',
  async (t) => {
    const { fake, service, ask, lines } = await serviceOf(
      t,
      'graphhopper',
      (_asked, response) => answerJson(response, { message: 'hushhush' }, 500),
      '?key=hushhush',
    );
    const answers = await ask(
      ...Array.from({ length: 1000 }, (_, i) => ({ lon: i / 100, lat: 50, minutes: 10 })),
    );
    t.equal(answers.size, 1000);
    t.ok([...answers.values()].every((answer) => 'away' in answer));
    t.ok(fake.requests.length <= 13, `${fake.requests.length} requests`);
    t.equal(service.counts.breaker, 'open');
    t.notMatch(JSON.stringify([...answers, ...lines]), /hush/);
    t.match(lines, [{ msg: /^paused asking the drive-time service/ }]);
  },
);

t.test('a caller that gives up ends the requests; so does the end of the service', async (t) => {
  const { fake, service } = await serviceOf(t, 'valhalla', () => {});
  const controller = new AbortController();
  const asking = service.isochrones([PORTO], 1, controller.signal);
  fake.handler = () => controller.abort(new Error('cancelled'));
  await t.rejects(asking, { message: 'cancelled' });
  fake.handler = () => service.stop();
  await t.rejects(service.isochrones([PORTO], 1, forEver), { message: /not needed any more/ });
  await t.rejects(service.isochrones([PORTO], 1, forEver), { message: /not needed any more/ });
  t.match(service.counts, { requests: { failed: 0 }, running: 0, breaker: 'closed' });
});
