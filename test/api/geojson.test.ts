import t from 'tap';
import { asOwner, finished, sharedTestApp } from '../support/app.js';

const { call } = await asOwner(await sharedTestApp(t));
const GEOJSON = { 'content-type': 'application/geo+json' };

const newPath = async (): Promise<string> => {
  const { body } = await call('POST', '/maps', { name: 'M' });
  return `/maps/${body.id}/markers/bulk`;
};
const markersOf = async (path: string) => (await call('GET', path.replace('/bulk', ''))).body.data;

const feature = (geometry: object | null, properties: object | null, rest: object = {}): object => ({
  type: 'Feature',
  geometry,
  properties,
  ...rest,
});
const point = (lng: unknown, lat: unknown): object => ({ type: 'Point', coordinates: [lng, lat, 12] });
const FEATURES = [
  feature(
    point(11.5, 48.1),
    { name: 'A', Phone: 5, open: true, tags: { a: [1] }, empty: null, note: 'x\ny' },
    { id: 7 },
  ),
  feature(
    {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
    { name: 'Line' },
  ),
  feature({ type: 'MultiPoint', coordinates: [[11.6, 48.2]] }, { name: 'B', category: 'Shops', späť: 'ž' }),
  feature(null, { name: 'C', city: 'Boston', state: 'MA', country: 'US' }),
  feature(point('east', 48), { name: 'D' }),
  feature({ type: 'Polygon', coordinates: [] }, null),
];
const COLLECTION = { type: 'FeatureCollection', features: FEATURES };
const lines = (separator: string): string =>
  FEATURES.map((one) => `${separator}${JSON.stringify(one)}\n`).join('');

t.test('points become markers, properties columns; other geometries are row errors', async (t) => {
  for (const [name, body, headers] of [
    ['a collection', JSON.stringify(COLLECTION), GEOJSON],
    ['a collection over many lines', JSON.stringify({ name: 'x', ...COLLECTION }, null, 2), GEOJSON],
    ['features one a line', lines(''), GEOJSON],
    ['a text sequence', lines('\x1e'), GEOJSON],
    ['as CSV', `\ufeff${JSON.stringify(COLLECTION)}`, { 'content-type': 'text/csv' }],
    ['as JSON', JSON.stringify(COLLECTION), { 'content-type': 'application/json' }],
  ] as const) {
    const path = await newPath();
    const { status, body: queued } = await call('POST', path, body, headers);
    t.equal(status, 202, name);
    const job = await finished(call, queued);
    t.match(job, { status: 'completed', total: 6, added: 3, error_count: 3, sheet: null }, name);
    t.match(job.errors, [
      {
        index: 1,
        line: 2,
        column: 'lat',
        message: 'lat "LineString" is no point: give each feature a point, such as the middle of its area',
      },
      { index: 4, line: 5, column: 'lng', message: 'lng "east" is not a number' },
      {
        index: 5,
        line: 6,
        column: 'lat',
        message: 'lat "Polygon" is no point: give each feature a point, such as the middle of its area',
      },
    ]);
    t.match(await markersOf(path), [
      {
        name: 'A',
        lat: 48.1,
        lng: 11.5,
        custom_fields: { id: '7', Phone: '5', open: 'true', tags: '{"a":[1]}', note: 'x\ny' },
      },
      { name: 'B', lat: 48.2, lng: 11.6, category: 'Shops', custom_fields: { späť: 'ž' } },
      { name: 'C', address: { city: 'Boston' } },
    ]);
    t.match(
      (await call('GET', `/jobs/${job.job_id}/errors.csv`)).body,
      /^lat,lng,id,name,Phone,open,tags,empty,note,category,späť,city,state,country,error\r\nLineString,,,Line,/,
    );
  }
});

t.test('geometries that are no points do not make coordinates look exchanged', async (t) => {
  const geometries = ['Polygon', 'LineString', 'MultiPolygon'].map((type) => ({ type, coordinates: [] }));
  const features = [point(8.8, 53.1), point(8.9, 53.2), ...geometries].map((geometry) =>
    feature(geometry, { name: 'A' }),
  );
  const path = await newPath();
  const { body } = await call('POST', path, JSON.stringify({ type: 'FeatureCollection', features }), GEOJSON);
  const job = await finished(call, body);
  t.match([job.added, job.error_count, job.notes], [2, 3, []]);
});

t.test('the names of properties are no cells of a spreadsheet', async (t) => {
  const map: number = (await call('POST', '/maps', { name: 'M' })).body.id;
  const properties = { name: 'A', "''=": '1', "'=x": '2', '="01"': '3', '=x': '4' };
  const feature = { type: 'Feature', geometry: { type: 'Point', coordinates: [2, 1] }, properties };
  const { body } = await call('POST', `/maps/${map}/markers/bulk`, JSON.stringify(feature), {
    'content-type': 'application/geo+json',
  });
  t.match(await finished(call, body), { added: 1, errors: [] });
  const { name: _, ...fields } = properties;
  t.same((await call('GET', `/maps/${map}/markers`)).body.data[0].custom_fields, fields);
});

t.test('an integer that no double holds is a text', async (t) => {
  const path = await newPath();
  const text = JSON.stringify({
    type: 'FeatureCollection',
    features: [feature(point(1, 2), { name: 'A', tweet: 'T', note: '"1e999' })],
  });
  const { body } = await call('POST', path, text.replace('"T"', '1234567890123456789'), GEOJSON);
  t.match(await finished(call, body), { added: 1 });
  t.match(await markersOf(path), [{ custom_fields: { tweet: '1234567890123456789', note: '"1e999' } }]);
});

t.test("features of Esri's JSON are read", async (t) => {
  const path = await newPath();
  const features = [
    { attributes: { name: 'A', Floors: 3 }, geometry: { x: 13.4, y: 52.5 } },
    { attributes: { name: 'B' }, geometry: { rings: [[[1, 2]]] } },
    { attributes: { name: 'C' }, geometry: { x: 1491681.1, y: 6894699.8 } },
  ];
  const text = JSON.stringify({
    geometryType: 'esriGeometryPoint',
    fields: [{ name: 'x'.repeat(5000) }],
    features,
  });
  for (const sent of [text, JSON.stringify({ features })]) {
    const { body } = await call('POST', path, sent, { 'content-type': 'application/json' });
    const job = await finished(call, body);
    t.match(job.errors, [{ message: /"Polygon" is no point/ }, { message: /is not in degrees/ }]);
  }
  t.match(await markersOf(path), [{ name: 'A', lat: 52.5, lng: 13.4, custom_fields: { Floors: '3' } }]);
});

t.test('one feature over several lines is one', async (t) => {
  const path = await newPath();
  const { body } = await call('POST', path, JSON.stringify(FEATURES[0], null, 2), GEOJSON);
  t.match(await finished(call, body), { status: 'completed', total: 1, added: 1 });
});

t.test('column_mapping and the header row work as for CSV', async (t) => {
  const path = await newPath();
  const mapping = encodeURIComponent(JSON.stringify({ name: 'Shop' }));
  const text = JSON.stringify({
    type: 'FeatureCollection',
    features: [feature(point(1, 2), { Shop: 'A', name: 'no' })],
  });
  const { body } = await call('POST', `${path}?column_mapping=${mapping}`, text, GEOJSON);
  t.match(await finished(call, body), { added: 1 });
  t.match(await markersOf(path), [{ name: 'A', custom_fields: { name: 'no' } }]);
});

t.test('what is no GeoJSON is refused', async (t) => {
  const path = await newPath();
  for (const [text, message] of [
    ['{"type":"FeatureCollection","features":{}}', /"features" must be an array/],
    ['{"type":"FeatureCollection","features":[{"type":"Feature"', /ends too early/],
    ['{"type":"FeatureCollection"}', /no member "features"/],
    ['{"type":"Feature","geometry":', /Not valid JSON/],
    ['{"type":"FeatureCollection","features":[{"type":"Feature",}]}', /Not valid JSON/],
  ] as const) {
    const { status, body } = await call('POST', path, text, GEOJSON);
    t.equal(status, 400, text);
    t.match(body.error, { code: 'BAD_REQUEST', message });
  }
  const wide = feature(point(1, 2), Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`p${i}`, i])));
  const { body } = await call('POST', path, JSON.stringify(wide), GEOJSON);
  t.match(body.error.message, /Too many columns: the features have over 4998 different properties/);
});

t.test(
  'features without a property that names them have their street, town or coordinates as the name',
  async (t) => {
    const path = await newPath();
    const features = [
      feature(point(11.5, 48.1), { street: '1 Main St', city: 'Munich' }),
      feature(point(11.6, 48.2), { city: 'Munich' }),
      feature(point(11.7, 48.3), {}),
    ];
    const { body } = await call(
      'POST',
      path,
      JSON.stringify({ type: 'FeatureCollection', features }),
      GEOJSON,
    );
    const { added, notes } = await finished(call, body);
    t.equal(added, 3);
    t.match(notes.join('\n'), /No column names the rows, so that the street of each is its name/);
    const names = (await markersOf(path)).map(({ name }: { name: string }) => name);
    t.same(names.sort(), ['1 Main St', '48.3, 11.7', 'Munich']);
  },
);
