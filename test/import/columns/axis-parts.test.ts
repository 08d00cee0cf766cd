import t from 'tap';
import { CsvCells } from '../../../src/format/csv-cells.js';
import { axisPartOf } from '../../../src/import/columns/axis-parts.js';
import { CsvRowReader } from '../../../src/import/rows/csv-row.js';
import { emptyRow, type RowDefect } from '../../../src/import/rows/incoming-row.js';
import { recogniseTable } from '../../support/recognise-table.js';

/** Recognises a table and reads its rows: the point of each, or the code of its defect. */
async function read(table: string, meta: object = {}) {
  const [headers, ...rows] = table.split('\n').map((line) => line.split(',').map((cell) => cell.trim()));
  const { mapping, notes } = await recogniseTable(headers!, rows, meta);
  const reader = new CsvRowReader(mapping, 1);
  const points = rows.map((cells) => {
    const row = emptyRow();
    try {
      reader.read(CsvCells.of(cells), row);
    } catch (error) {
      return (error as RowDefect).code;
    }
    if (row.unread !== null) return row.unread.code;
    return [row.lat, row.lng].map((degrees) => Math.round(degrees * 1e4) / 1e4);
  });
  return { points, notes, fields: mapping.map(({ field }) => field) };
}

t.test('a hemisphere in a column of its own gives the sign', async (t) => {
  for (const headers of [
    'Port,Lat,LatDir,Long,LongDir',
    'name,latitude,ns,longitude,ew',
    'name,lat,N/S,lon,E/W',
    'name,GPSLatitude,GPSLatitudeRef,GPSLongitude,GPSLongitudeRef',
    'name,Latitude,Latitude Hemisphere,Longitude,Longitude Hemisphere',
    'name,Breitengrad,Breitengrad Richtung,Längengrad,Längengrad Richtung',
  ]) {
    const { points } = await read(`${headers}\nCallao,12.05,S,77.15,W\nSydney,33.86,S,151.2,E`);
    t.same(
      points,
      [
        [-12.05, -77.15],
        [-33.86, 151.2],
      ],
      headers,
    );
  }
  const words = await read(
    'name,lat,lat_dir,lng,lng_dir\nCallao,12.05,South,77.15,-1\nOslo,59.9,North,10.7,+',
  );
  t.same(words.points, [
    [-12.05, -77.15],
    [59.9, 10.7],
  ]);
});

t.test('degrees, minutes and seconds in columns of their own are one coordinate', async (t) => {
  for (const headers of [
    'lat_degrees,lat_minutes,lat_seconds,lat_direction,long_degrees,long_minutes,long_seconds,long_direction',
    'LatD,LatM,LatS,NS,LonD,LonM,LonS,EW',
    'Lat Deg,Lat Min,Lat Sec,Lat Dir,Lon Deg,Lon Min,Lon Sec,Lon Dir',
  ]) {
    const { points } = await read(
      `name,${headers}\nTower,41,5,59.2,N,80,39,10.1,W\nMast,42,52,48.0,N,97,23,23.0,W`,
    );
    t.same(
      points,
      [
        [41.0998, -80.6528],
        [42.88, -97.3897],
      ],
      headers,
    );
  }
  const signed = await read('name,lat_deg,lat_min,lon_deg,lon_min\nA,-0,30,-70,15.5\nB,12,,7,30');
  t.same(signed.points, [
    [-0.5, -70.2583],
    [12, 7.5],
  ]);
});

t.test('parts that make no coordinate are none', async (t) => {
  const { points } = await read(
    'name,lat,lat_dir,lng,lng_dir\nA,1.5,N,2,E\nB,1.5,N,2,E\nC,1.5,N,2,E\nD,1.5,N,2,E\nE,1.5,N,2,E\nF,1.5,,2,E\nG,-1.5,,2,E\nH,1.5,up,2,E\nI,-1.5,N,2,E\nJ,,,,',
  );
  const bad = 'coordinate_invalid';
  t.same(points.slice(4), [[1.5, 2], bad, [-1.5, 2], bad, bad, [Number.NaN, Number.NaN]]);
  const wide = await read(
    'name,lat_deg,lat_min,lng_deg,lng_min\nA,1,2,3,4\nB,1,2,3,4\nC,1,2,3,4\nD,1,2,3,4\nE,1.5,2,3,4\nF,1,75,3,4',
  );
  t.same(wide.points.slice(4), [bad, bad]);
});

t.test('an axis whose part is not understood is none', async (t) => {
  for (const meta of [{}, { ignore: ['x'] }]) {
    const { fields, notes } = await read(
      'name,lat,lat_dir,lng,x\nA,12.05,up,77.15,1\nB,33.86,up,151.2,1',
      meta,
    );
    t.same(fields.slice(0, 4), ['name', null, null, null]);
    t.match(notes.join(), /coordinates were not read: "lat_dir"/);
  }
  const mapped = await read('name,lat,lat_dir,lng\nA,12.05,up,77.15', {
    column_mapping: { lat: 'lat', lng: 'lng' },
  });
  t.same(mapped.points, [[12.05, 77.15]], 'the client has said so');
});

t.test('other columns near an axis are left alone', async (t) => {
  for (const table of [
    'name,lat,lng,ns,ew\nShop,41.88,-87.6,S,W',
    'name,lat,lng,lat_min,lat_max\nShop,41,-87,40,42',
    'name,lat,lng,lat_dir\nShop,41.88,-87.6,',
    'name,latitude,longitude,lat_deg,lat_min,lat_sec\nShop,41.88,-87.6,41,52,48',
    'name,lat,lng,direction\nShop,41.88,-87.6,S',
    'name,lat,lng,origin_lat_dir\nShop,41.88,-87.6,S',
  ]) {
    const { points, notes } = await read(table);
    const [lat, lng] = points[0] as number[];
    t.ok(lat! >= 41 && lat! < 42 && lng! <= -87 && lng! > -88, table);
    t.same(notes, [], table);
  }
});

t.test('both axes are read, or none, in every language', async (t) => {
  const pairs = [
    ['Breite', 'Länge'],
    ['Breitengrad', 'Längengrad'],
    ['latitud', 'longitud'],
    ['latitudine', 'longitudine'],
    ['breedte', 'lengte'],
    ['breedtegraad', 'lengtegraad'],
    ['Lat.', 'Lon.'],
    ['latitude', 'Länge'],
    ['Breite', 'longitude'],
    ['Y', 'X'],
    ['Nord', 'Ost'],
  ];
  const fills: [lat: string, lng: string][][] = [
    [['52.5213', '13.4103']],
    [['52.5', '13.4']],
    [['52', '13']],
    [
      ['52.5213', '13.4103'],
      ['unbekannt', '?'],
      ['52.5313', '13.4203'],
    ],
    [
      ['52.5213', ''],
      ['52.5313', '13.4103'],
    ],
    [
      ['52.5213', ''],
      ['', '13.4103'],
    ],
    [['534760', '691607']],
    [
      ['', ''],
      ['', ''],
      ['', ''],
      ['52.5213', '13.4103'],
    ],
  ];
  for (const [lat, lng] of pairs)
    for (const fill of fills) {
      const rows = fill.map((cells, i) => `Ort ${i},Berlin,${cells.join()}`);
      const { fields } = await read(`Name,Ort,${lat},${lng}\n${rows.join('\n')}`);
      const [one, other] = [fields.includes('lat'), fields.includes('lng')];
      // A column that is called exactly so stays.
      if (one !== other && lat !== 'latitude' && lng !== 'longitude')
        t.fail(`${lat} ${lng} ${JSON.stringify(fill)}: ${fields}`);
    }
  const filled = await read('Name,Breite,Länge\nA,52.5213,13.4103\nB,unbekannt,?\nC,52.5313,13.4203');
  t.same(filled.fields, ['name', 'lat', 'lng'], 'cells that are none do not outweigh the partner');
});

t.test('an axis without a partner is none, and is named', async (t) => {
  const lone = await read('Name,Ort,Breite,Breite Richtung\nA,Berlin,52.5213,N\nB,Berlin,52.5313,N');
  t.same(lone.fields, ['name', 'city', null, null]);
  t.same(lone.notes, [
    '"Breite" holds latitudes, and no column is read as the longitude (lng): map it with column_mapping.',
  ]);
  const exact = await read('name,city,lng,Nr\nA,Berlin,13.4103,x');
  t.same(exact.fields, ['name', 'city', 'lng', null], 'an exact name stays');
  t.match(exact.notes, [
    '"lng" holds longitudes, and no column is read as the latitude (lat): map it with column_mapping.',
  ]);
});

t.test('headers tell their axis and part', async (t) => {
  for (const [header, axis, part] of [
    ['LatDir', 'lat', 'direction'],
    ['longitude_minutes', 'lng', 'minutes'],
    ['Minutes of Latitude', 'lat', 'minutes'],
    ['N/S', 'lat', 'direction'],
    ['LONS', 'lng', 'seconds'],
  ])
    t.match(axisPartOf(header!), { axis, part }, header!);
  for (const header of ['platform', 'minutes', 'lat_lng', 'direction', 'lat_deg_min', 'x'.repeat(100)])
    t.equal(axisPartOf(header), null, header);
});
