import t from 'tap';
import { parseCoordinate } from '../../../src/format/cells/coordinate.js';

t.test('numbers as people write them are degrees', async (t) => {
  for (const [text, degrees] of [
    ['52.5', 52.5],
    ['-0.1275', -0.1275],
    ['+13', 13],
    ['52,52', 52.52],
    ['-3,7', -3.7],
    ['1.5e1', 15],
    ['52.5°', 52.5],
    ['52,5 N', 52.5],
    ['S 33.9', -33.9],
    ['12.', 12],
    ['48°51′36″N', 48.86],
    ["48 51.6' N", 48.86],
    ["-0° 30'", -0.5],
  ] as const) {
    t.equal(parseCoordinate(text, 'lat'), degrees, text);
  }
});

t.test('exponents are read as JavaScript reads them, however long the number', async (t) => {
  for (const text of [
    '1.25e1',
    '-12.5E+1',
    '+123e-05',
    '1.5e-101',
    '0.123456789e2',
    '12e00',
    '89.999999999999999999e0',
  ])
    t.equal(parseCoordinate(text, 'lng'), Number(text), text);
  for (const text of [
    'x1e1',
    '1ee1',
    '1e1x',
    '1e+',
    '1e-',
    '1e123',
    '1e-1234',
    '1e-xyz',
    '1234e1',
    '*1e1',
    '1.e1',
  ])
    t.ok(Number.isNaN(parseCoordinate(text, 'lng')), text);
});

t.test('what is not unmistakably a number is NaN', async (t) => {
  for (const text of ['', 'x', '5 2', '1,234,5', '1.2.3', '0x10', 'Infinity', 'NaN', '1234', '.5', '1e999']) {
    t.ok(Number.isNaN(parseCoordinate(text, 'lat')), JSON.stringify(text));
  }
});

t.test('a hemisphere must fit the axis', async (t) => {
  t.equal(parseCoordinate('13.4 W', 'lng'), -13.4);
  t.ok(Number.isNaN(parseCoordinate('13.4 W', 'lat')));
  t.ok(Number.isNaN(parseCoordinate('52.5 N', 'lng')));
});

t.test('an O is east or west only where that is known', async (t) => {
  for (const text of [`3°42'O`, '3.7 O', 'O 3,7', '3.7o', `3 42 00 O`]) {
    t.ok(Number.isNaN(parseCoordinate(text, 'lng')), text);
    t.ok(Math.abs(parseCoordinate(text, 'lng', 'east') - 3.7) < 1e-9, text);
    t.ok(Math.abs(parseCoordinate(text, 'lng', 'west') + 3.7) < 1e-9, text);
    t.ok(Number.isNaN(parseCoordinate(text, 'lat', 'west')), `${text} is no latitude`);
  }
  t.equal(parseCoordinate('3.7 E', 'lng', 'west'), 3.7, 'other letters keep their meaning');
});

t.test('a latitude that may be south is read beside a longitude with seconds only', (t) => {
  const read = (lng: string) => parseCoordinate('33d51m24s', 'lat', null, lng);
  for (const lng of ['151d12m36s', '-70d40m12s', '-70d40m12.5 s', '2D21M8S']) t.ok(read(lng) > 33, lng);
  for (const lng of ['', '151d12m36e', '151d12m36', '151d12m36sE', '151d12m36s E', '151.21', '2°21′8″', 's'])
    t.ok(Number.isNaN(read(lng)), lng);
  t.ok(parseCoordinate('-33d51m24s', 'lat') < -33, 'a sign says it');
  t.ok(parseCoordinate('33d51m24s', 'lng') > 33, 'a longitude is never south');
  t.end();
});
