import t from 'tap';
import { axisTwins } from '../../../../src/import/columns/header/axes.js';
import { inferColumns } from '../../../../src/import/columns/header/infer.js';
import { labelsOf } from './labels-of.js';

t.test('x is the longitude and y the latitude', async (t) => {
  t.strictSame(labelsOf('X|Y|NAME', '-81.5158|41.0787|Mill', '-81.4902|41.0901|Barn'), [
    'lng',
    'lat',
    'name',
  ]);
});

t.test('x is the latitude where only that makes sense', async (t) => {
  t.strictSame(
    labelsOf(
      'Coord. X|Coord. Y|Nome|Indirizzo',
      '41.9028|12.4964|Bar|Via Roma 1',
      '41.7312|12.2801|Bar 2|Via Po 2',
    ),
    ['lat', 'lng', 'name', 'street'],
  );
});

t.test('projected coordinates are custom', async (t) => {
  t.strictSame(labelsOf('x|y', '352100.12|6789123.5'), ['custom', 'custom']);
  t.strictSame(labelsOf('Rechtswert|Hochwert', '3551234.2|5803456.1'), ['custom', 'custom']);
  t.strictSame(labelsOf('rd_x|rd_y', '195123|484111'), ['custom', 'custom']);
});

t.test('one axis alone places nothing', async (t) => {
  t.strictSame(labelsOf('name|x', 'A|13.4012', 'B|13.5033'), ['name', 'custom']);
});

t.test('positions on a screen and sizes are no coordinates', async (t) => {
  t.strictSame(labelsOf('name|x|y', 'A|0.35|0.77', 'B|0.12|0.98'), ['name', 'custom', 'custom']);
  t.strictSame(labelsOf('Artikel|Breite|Länge', 'Tisch|80,5|120,0', 'Bank|40,0|90,5').slice(1), [
    'custom',
    'custom',
  ]);
  t.strictSame(labelsOf('Name|Breite|Länge', 'Halt|48,7832|9,1817', 'Tor|48,7395|9,3047'), [
    'name',
    'lat',
    'lng',
  ]);
});

t.test('headers that differ in x and y alone are a pair', async (t) => {
  t.strictSame(
    [...axisTwins(['XGCSWGS84', 'id', 'YGCSWGS84'])],
    [
      [0, 'x'],
      [2, 'y'],
    ],
  );
  t.equal(axisTwins(['xa', 'yb', 'x', 'constructor']).size, 0);
});

t.test('exchanged headers are told', async (t) => {
  const rows = [
    ['-34.5', '-58.4'],
    ['-31.4', '-64.2'],
  ];
  t.equal(inferColumns({ headers: ['latitud', 'longitud'], rows }).swapped, false);
  t.equal(inferColumns({ headers: ['longitud', 'latitud'], rows }).swapped, true);
  const beyond = [['-122.4', '37.7']];
  t.equal(inferColumns({ headers: ['Latitude', 'Longitude'], rows: beyond }).swapped, true);
  t.equal(inferColumns({ headers: ['Latitude', 'Longitude'], rows: [] }).swapped, false);
});
