import fc from 'fast-check';
import t from 'tap';
import { isLngFirst, readCoordinatePair } from '../../../src/format/cells/coordinate-pair.js';

const BERLIN = { lat: 52.5, lng: 13.4 };

t.test('both coordinates of a cell are read, latitude first', async (t) => {
  for (const text of [
    '52.5, 13.4',
    '52.5,13.4',
    '52.5 13.4',
    '52.5; 13.4',
    '52.5/13.4',
    '(52.5, 13.4)',
    '52,5; 13,4',
    '52,5 13,4',
    '52.5° , 13.4°',
    '+52.5,+13.4',
    'Alexanderplatz 1, Berlin\n(52.5, 13.4)',
    `52°30'N 13°24'E`,
    `52°30'00"N, 13°24'00"E`,
    'N 52.5, E 13.4',
    '52.5N 13.4E',
  ]) {
    t.same(readCoordinatePair(text), BERLIN, text);
  }
});

t.test('WKT, GeoJSON and arrays have the longitude first', async (t) => {
  for (const text of [
    'POINT(13.4 52.5)',
    'POINT (13.4 52.5)',
    'point z(13.4 52.5 30.1)',
    'SRID=4326;POINT(13.4 52.5)',
    'POINT(13.4,52.5)',
    'Point (13.4 , 52.5)',
    'POINT ZM (13.4 52.5 30.1 7)',
    'POINT(1.34e1 52.5)',
    'SRID=4258; POINT(13.4;52.5)',
    '<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POINT(13.4 52.5)',
    'ST_MakePoint(13.4, 52.5)',
    '[13.4, 52.5]',
    '[13.4,52.5,30]',
    '{"type":"Point","coordinates":[13.4,52.5]}',
  ]) {
    t.same(readCoordinatePair(text), BERLIN, text);
  }
});

t.test('every spelling of one WKT point is that point or none', async (t) => {
  const any = (...texts: string[]) => fc.constantFrom(...texts);
  const degrees = (limit: number) => fc.integer({ min: -limit * 1e4, max: limit * 1e4 }).map((n) => n / 1e4);
  const numbers = any(
    'x y',
    'x, y',
    'x,y',
    'x;y',
    'x  y',
    'x y z',
    'x,y,z',
    'x|y',
    'x/y',
    'X Y',
    'X,Y',
    'X;Y',
    'X Y z',
  );
  const spelling = fc.tuple(
    any(
      '',
      'SRID=4326;',
      'SRID=27700;',
      '<http://www.opengis.net/def/crs/EPSG/0/4326> ',
      ' ',
      'Place: ',
      '"',
    ),
    any(
      'POINT',
      'Point',
      'point',
      'POINTZ',
      'POINT Z',
      'POINT M',
      'MULTIPOINT',
      'MULTIPOINT (',
      'ST_Point',
      'GEOMETRYCOLLECTION(POINT',
    ),
    any('(', ' (', ' ( ', '[', '\n('),
    numbers,
    any(')', ' )', ']', '))', ');', ''),
  );
  fc.assert(
    fc.property(degrees(180), degrees(90), spelling, (lng, lat, parts) => {
      const text = parts.join('').replace(/[xyzXY](?=[ ,;|/)\]]|$)/g, (name) => {
        const value = { x: lng, y: lat, z: 7 }[name.toLowerCase() as 'x'].toFixed(4);
        return /[XY]/.test(name) ? value.replace('.', ',') : value;
      });
      const pair = readCoordinatePair(text);
      return pair === null || (Math.abs(pair.lat - lat) < 1e-9 && Math.abs(pair.lng - lng) < 1e-9);
    }),
    { numRuns: 200 },
  );
  t.same(readCoordinatePair('12 Main St, Stony Point\n(41.2295, -73.987)'), { lat: 41.2295, lng: -73.987 });
});

t.test('one point in several notations is that point', async (t) => {
  const tokyo = { lat: 35.68972, lng: 139.69222 };
  const parts = ['35°41′23″N 139°41′32″E', '35.68972°N 139.69222°E', '35.68972; 139.69222'];
  for (const text of [parts.join(' / '), parts.join('\ufeff / \ufeff'), parts.slice(1).join(' / ')])
    t.same(readCoordinatePair(text), tokyo, text);
  for (const text of [
    '35°41′23″N 139°41′32″E / 36.68972; 139.69222',
    '35°41′23″N 139°41′32″E / Tokyo',
    [...parts, parts[2]].join(' / '),
  ])
    t.equal(readCoordinatePair(text), null, text);
  t.same(readCoordinatePair(`52°30'N / 13°24'E`), BERLIN);
});

t.test('an order that is not on the globe is exchanged', async (t) => {
  t.same(readCoordinatePair('-122.4, 37.8'), { lat: 37.8, lng: -122.4 });
  t.same(readCoordinatePair('[37.8, -122.4]'), { lat: 37.8, lng: -122.4 });
  t.same(readCoordinatePair('37.8, -122.4'), { lat: 37.8, lng: -122.4 });
});

t.test('an O in a pair is east or west only where that is known', async (t) => {
  for (const text of [`52°30'N 13°24'O`, 'N 52.5, O 13.4']) {
    t.equal(readCoordinatePair(text), null, text);
    t.same(readCoordinatePair(text, 'east'), BERLIN, text);
    t.same(readCoordinatePair(text, 'west'), { lat: 52.5, lng: -13.4 }, text);
  }
});

t.test('anything else is not a pair', async (t) => {
  for (const text of [
    '',
    '52.5',
    '52.5,',
    '200, 300',
    '1,2,3',
    'x, y',
    '52.5, 13.4, 7',
    'LINESTRING(13.4 52.5, 14 53)',
    'POINT EMPTY',
    'SRID=27700;POINT(13.4 52.5)',
    'POINT(13,4 52,5)',
    'GEOMETRYCOLLECTION(POINT(13.4,52.5))',
    'geometry POINT(13.4,52.5)',
    'LINESTRING (13.4, 52.5)',
    '100, -100',
    `${'1'.repeat(200)}, 2`,
    `52.5, 13.4${' '.repeat(500)}`,
  ]) {
    t.equal(readCoordinatePair(text), null, text.slice(0, 40));
  }
});

t.test('the edges of the globe are on it, what lies beyond is not', async (t) => {
  for (const [lat, lng] of [
    [90, 180],
    [-90, -180],
  ]) {
    t.same(readCoordinatePair(`${lat}, ${lng}`), { lat, lng });
    t.same(readCoordinatePair(`${lng}, ${lat}`), { lat, lng }, 'in the other order');
    const hemispheres = `${Math.abs(lat!)}°00'${lat! < 0 ? 'S' : 'N'} ${Math.abs(lng!)}°00'${lng! < 0 ? 'W' : 'E'}`;
    t.same(readCoordinatePair(hemispheres), { lat, lng }, hemispheres);
  }
  for (const text of ['90.1, 180', '90.1, -90.1', '90, 180.1', '180.1, 90', `90°30'N 10°E`, `10°N 180°30'E`])
    t.equal(readCoordinatePair(text), null, text);
});

t.test('a pair behind other text ends the cell, and has a decimal point in both', async (t) => {
  for (const text of ['Berlin (52.5,13.4)', 'Berlin ( +52.5° , +13.4° )', 'Berlin (52.5 ° ,13.4 °)  '])
    t.same(readCoordinatePair(text), BERLIN, text);
  for (const text of [
    'Berlin (52.5, 13.4) Mitte',
    'Berlin (52, 13)',
    'Berlin (x52.5, 13.4)',
    'Berlin (52.5x, 13.4)',
  ])
    t.equal(readCoordinatePair(text), null, text);
});

t.test('cells that are too long to hold a pair alone are not taken apart', async (t) => {
  const padded = (length: number): string => `${' '.repeat(length - 12)}(52.5, 13.4)`;
  t.same(readCoordinatePair(padded(400)), BERLIN);
  t.equal(readCoordinatePair(padded(401)), null);
  const minutes = (length: number): string => `52°30'N 13°24'E`.padStart(length);
  t.same(readCoordinatePair(minutes(120)), BERLIN);
  t.equal(readCoordinatePair(minutes(121)), null);
});

t.test('every point is read back from every notation', async () => {
  const degrees = (limit: number) => fc.integer({ min: -limit * 1e6, max: limit * 1e6 }).map((n) => n / 1e6);
  fc.assert(
    fc.property(degrees(90), degrees(180), (lat, lng) => {
      const plain = (value: number) => value.toFixed(6);
      const comma = (value: number) => plain(value).replace('.', ',');
      return [
        `${plain(lat)},${plain(lng)}`,
        `POINT(${plain(lng)} ${plain(lat)})`,
        `${comma(lat)};${comma(lng)}`,
        `( ${comma(lat)} | ${comma(lng)} )`,
        `{${comma(lat)} / ${comma(lng)}}`,
        `[ ${plain(lng)} , ${plain(lat)} ]`,
        `somewhere (${plain(lat)}, ${plain(lng)})`,
      ].every((text) => {
        const pair = readCoordinatePair(text);
        return pair !== null && Math.abs(pair.lat - lat) < 1e-9 && Math.abs(pair.lng - lng) < 1e-9;
      });
    }),
    { numRuns: 200 },
  );
});

t.test('letters of hemispheres tell the order', async (t) => {
  for (const text of [`13°24'E 52°30'N`, '13.4°E, 52.5°N', '13.4E 52.5N', 'E 13.4, N 52.5', '52.5°N, 13.4°E'])
    t.same(readCoordinatePair(text), { lat: 52.5, lng: 13.4 }, text);
  t.equal(readCoordinatePair('13.4°E, 52.5°E'), null);
});

t.test('a header that names the longitude first tells the order', async (t) => {
  for (const header of [
    'lon_lat',
    'Long/Lat',
    'lng,lat',
    'Coordinates (longitude, latitude)',
    'Länge/Breite',
  ])
    t.ok(isLngFirst(header), header);
  for (const header of ['lat_lng', 'Lat/Long', 'Koordinaten', 'longitude', '', 'Breite, Länge'])
    t.notOk(isLngFirst(header), header);
  for (const text of ['13.4, 52.5', '13,4; 52,5', '(13.4 52.5)'])
    t.same(readCoordinatePair(text, null, true), { lat: 52.5, lng: 13.4 }, text);
  t.same(readCoordinatePair('37.8, -122.4', null, true), { lat: 37.8, lng: -122.4 }, 'only so on the globe');
});
