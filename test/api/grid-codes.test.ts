import t from 'tap';
import { asOwner, importCsv, sharedTestApp } from '../support/app.js';

const { call, newMap } = await asOwner(await sharedTestApp(t));

t.test('codes of grids place rows, and a dry run shows the same', async (t) => {
  for (const [text, field] of [
    ['name,UTM,Kind\nA,32U 691607 5334760,x\nB,33N 391545 5820045,y\n', 'lat_lng'],
    [
      'name,Zone,Easting,Northing,Hemisphere\nA,32,691607,5334760,North\nB,33U,391545,5820045,N\n',
      'utm_zone',
    ],
    ['name,Geohash,Kind\nA,u281z7j4cdyf,x\nB,u33dc0cpke7v,y\n', 'geohash'],
  ] as const) {
    const id = await newMap();
    const dry = await call('POST', `/maps/${id}/markers/bulk?dry_run=true`, text, {
      'content-type': 'text/csv',
    });
    t.match(dry.body, { mapping: [{}, { field, how: 'inferred' }], rows: [{ marker: { name: 'A' } }, {}] });
    t.match(await importCsv(call, id, text), { added: 2, error_count: 0 });
    const { data } = (await call('GET', `/maps/${id}/markers`)).body;
    const points = data.map(({ name, lat, lng }: { name: string; lat: number; lng: number }) => [
      name,
      lat.toFixed(2),
      lng.toFixed(2),
    ]);
    t.same(points.sort(), [
      ['A', '48.14', '11.58'],
      ['B', '52.52', '13.40'],
    ]);
  }
});

t.test('a point of a grid that lies in another country than its row names is told', async (t) => {
  const text = 'name,MGRS,country\nA,32U PU 91607 34760,France\nB,32U PU 91607 34760,Germany\n';
  const { notes, added } = await importCsv(call, await newMap(), text);
  t.equal(added, 2);
  t.match(
    notes.join('\n'),
    /1 row has coordinates in another country than the one that it names.*\(line 2\)/,
  );
  const plain = await importCsv(
    call,
    await newMap(),
    'name,MGRS\nA,32U PU 91607 34760\n',
    '?default_country=FR',
  );
  t.notMatch(plain.notes.join('\n'), /another country/);
});

t.test('features without a geometry are placed by such a property', async (t) => {
  const features = ['8FWH4HX8+9C', '8FWH4HX8+9F'].map((code) => ({
    type: 'Feature',
    geometry: null,
    properties: { name: code, 'Plus Code': code },
  }));
  const id = await newMap();
  const { body } = await call(
    'POST',
    `/maps/${id}/markers/bulk?dry_run=true`,
    { type: 'FeatureCollection', features },
    {
      'content-type': 'application/geo+json',
    },
  );
  t.match(body, { counts: { added: 2, rejected: 0 } });
});
