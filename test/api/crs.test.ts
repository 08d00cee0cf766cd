import t from 'tap';
import { asOwner, CSV, finished, sharedTestApp } from '../support/app.js';

const { call } = await asOwner(await sharedTestApp(t));

const newPath = async (): Promise<string> =>
  `/maps/${(await call('POST', '/maps', { name: 'M' })).body.id}/markers/bulk`;

async function placesOf(csv: string, query: string): Promise<(string | number)[][]> {
  const path = await newPath();
  const dry = await call('POST', `${path}?dry_run=true&${query}`, csv, CSV);
  const { status, body } = await call('POST', `${path}?${query}`, csv, CSV);
  t.equal(status, 202);
  const job = await finished(call, body);
  t.match(dry.body.counts, { added: job.added, rejected: job.error_count });
  const { data } = (await call('GET', path.replace('/bulk', ''))).body;
  return data.map(({ name, lat, lng }: { name: string; lat: number; lng: number }) => [
    name,
    Number(lat.toFixed(3)),
    Number(lng.toFixed(3)),
  ]);
}

t.test(
  'coordinates of a system that the client names are converted, whatever their columns are called',
  async (t) => {
    const oxford = [['A', 51.754, -1.254]];
    for (const [csv, query] of [
      ['name,Easting,Northing\nA,451600,206400\n', 'crs=EPSG:27700'],
      ['name,X,Y\nA,451600.0,206400.0\n', 'crs=epsg:27700'],
      ['name,Northing,Easting\nA,206400,451600\n', 'crs=27700'],
      ['name,lat,lng\nA,206400,451600\n', 'crs=EPSG:27700'],
      [
        'name,a,b\nA,451600,206400\n',
        `crs=EPSG:27700&column_mapping=${encodeURIComponent('{"lng":"a","lat":"b"}')}`,
      ],
      [
        'name,where\nA,"451600, 206400"\n',
        `crs=EPSG:27700&column_mapping=${encodeURIComponent('{"lat_lng":"where"}')}`,
      ],
      ['name,geom\nA,POINT(451600 206400)\n', 'crs=EPSG:27700'],
      ['name,zip,the_geom\nA,10115,SRID=27700; POINT Z ( 451600.0  206400.0 17)\n', 'crs=EPSG:27700'],
      ['name,lat,lng\nA,51.7541,-1.2541\n', 'crs=EPSG:4326'],
    ] as const)
      t.same(await placesOf(csv, query), oxford, `${query} ${csv}`);
    // Geodesists call the northing X.
    for (const csv of [
      'Name;Rechtswert;Hochwert\nA;4468500,5;5333500,25\n',
      'Name;X;Y\nA;5333500,25;4468500,5\n',
    ])
      t.same(await placesOf(csv, 'crs=EPSG:31468'), [['A', 48.139, 11.575]]);
  },
);

t.test('what lies outside of the system is rejected with what to do', async (t) => {
  const path = await newPath();
  const csv = 'name,lng,lat\nA,451600,206400\nB,206400,-451600\nC,x,206400\nD,,\n';
  const { body } = await call('POST', `${path}?crs=EPSG:27700`, csv, CSV);
  const job = await finished(call, body);
  t.match(job, { added: 1, error_count: 3, options: { crs: 'EPSG:27700' } });
  t.match(job.errors, [
    {
      code: 'coordinate_invalid',
      message: /lies outside of the area of EPSG:27700 \(OSGB36 \/ British National Grid\)/,
    },
    { code: 'coordinate_invalid', message: /"x 206400" has an easting or a northing that is no number/ },
    { code: 'location_missing' },
  ]);
  const odd = 'name,Easting,Northing\nA,451600,206400\nB,,\nC,NaN,NaN\nD,1e309,206400\nE,451600,206500\n';
  t.same(await placesOf(odd, 'crs=EPSG:27700'), [
    ['A', 51.754, -1.254],
    ['E', 51.755, -1.254],
  ]);
  const without = await call('POST', path, csv, CSV);
  t.match((await finished(call, without.body)).errors[0], { message: /give the option crs with the code/ });
});

t.test('coordinates of no known system are refused with the likely ones', async (t) => {
  const path = await newPath();
  const rows = 'A,451600,206400\nB,530000,180000\nC,325000,674000\n';
  const refused = await call('POST', path, `name,Easting,Northing\n${rows}`, CSV);
  t.equal(refused.status, 400);
  t.match(refused.body.error.message, /"Easting" and "Northing" may be coordinates.*option crs/);
  t.match(refused.body.error.message, /EPSG:27700 \(OSGB36 \/ British National Grid, the rows lie in GB\)/);
  const named = await call('POST', `${path}?default_country=GB`, `name,Easting,Northing\n${rows}`, CSV);
  t.notMatch(named.body.error.message, /the rows lie in (?!GB)/);
  for (const [crs, message] of [
    ['EPSG:1', /crs "EPSG:1" is no coordinate reference system that is known here: give an EPSG code/],
    ['Gauss', /crs "Gauss" is no coordinate reference system/],
    ['EPSG:31468', /no columns hold eastings and northings in the area of EPSG:31468 \(DHDN/],
  ] as const) {
    const { status, body } = await call('POST', `${path}?crs=${crs}`, `name,Easting,Northing\n${rows}`, CSV);
    t.equal(status, 400, crs);
    t.match(body.error.message, message);
  }
  const beside = await call('POST', `${path}?crs=EPSG:27700`, 'name,Easting,zip\nA,451600,OX1 1AA\n', CSV);
  t.match(beside.body.error.message, /no columns hold eastings and northings in the area of EPSG:27700/);
});

t.test('GeoJSON has coordinates of the system, too', async (t) => {
  const path = await newPath();
  const file = JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { name: 'A' },
        geometry: { type: 'Point', coordinates: [451600, 206400] },
      },
    ],
  });
  const { body } = await call('POST', `${path}?crs=EPSG:27700`, file, {
    'content-type': 'application/geo+json',
  });
  t.match(await finished(call, body), { added: 1, error_count: 0 });
  const markers = (await call('GET', path.replace('/bulk', ''))).body.data;
  t.ok(Math.abs(markers[0].lat - 51.754) < 0.001);
});

t.test('rows without coordinates beside others are placed by their address', async (t) => {
  const csv = 'name,Easting,Northing,zip,country\nA,451600,206400,,\nB,,,10115,DE\n';
  t.same(await placesOf(csv, 'crs=EPSG:27700'), [
    ['A', 51.754, -1.254],
    ['B', 52.534, 13.387],
  ]);
});

t.test('degrees are no eastings and northings', async (t) => {
  const path = await newPath();
  const csv = 'name,lat,lng,Easting,Northing\nA,51.7541,-1.2541,451600,206400\nB,0,0,0,0\n';
  const { body } = await call('POST', `${path}?crs=EPSG:27700`, csv, CSV);
  const job = await finished(call, body);
  t.match(job, { added: 0, error_count: 2 });
  t.match(job.errors, [
    { code: 'coordinate_invalid', message: /"-1.2541 51.7541" looks like degrees.*leave crs out/ },
    {},
  ]);
  const named = `crs=EPSG:27700&column_mapping=${encodeURIComponent('{"lng":"Easting","lat":"Northing"}')}`;
  t.same(await placesOf(csv, named), [['A', 51.754, -1.254]]);
});

t.test('coordinates of a system beside an address are told, and how to have them read', async (t) => {
  const notesOf = async (csv: string, query = ''): Promise<string[]> =>
    (await call('POST', `${await newPath()}?dry_run=true${query}`, csv, CSV)).body.notes;
  const schools =
    'name,Postcode,Country,Easting,Northing\nA,OX1 1AA,GB,451600,206400\nB,SW1A 1AA,GB,530000,180000\n';
  t.match(
    (await notesOf(schools)).join('\n'),
    /^"Easting" and "Northing" look like coordinates of EPSG:27700 .*the rows lie at their addresses. Give .*crs=EPSG:27700/m,
  );
  for (const [csv, query] of [
    [schools, '&crs=EPSG:27700'],
    [schools, '&ignore=["Easting"]'],
    // Sizes, and numbers that are in no such system in the country.
    ['name,zip,city,country,X,Y\nA,10115,Berlin,DE,120,80\nB,80331,München,DE,60,40\n'],
    ['name,zip,city,country,X,Y\nA,10115,Berlin,DE,99900000,1\nB,80331,München,DE,99800000,2\n'],
  ] as const)
    t.notMatch((await notesOf(csv, query)).join(), /look like coordinates/, `${query} ${csv}`);
});
