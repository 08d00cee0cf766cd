import t from 'tap';
import { isCoordinatePair, isPrecisePair } from '../../../src/recognise/values/pair.js';

t.test('pairs in the notations of maps and databases', async (t) => {
  for (const pair of [
    '51.2277, 6.7735',
    '[3.0706,50.6365]',
    'POINT (-75.5636 6.2518)',
    'SRID=4326;POINT(4.9 52.3)',
    '{"type":"Point","coordinates":[4.9,52.3]}',
    '1 Main St (41.88, -87.63)',
    `48°51'24"N 2°21'07"E`,
    `48°51'24"N 2°21'07"O`,
    '47,5031; 9,7471',
  ]) {
    t.ok(isCoordinatePair(pair), pair);
  }
});

t.test('two numbers are not a place', async (t) => {
  for (const text of ['12, 40', '5 / 8', '2024-01-02', '530112 180455', '352100.1 6789123.5', '']) {
    t.notOk(isCoordinatePair(text), text);
  }
});

t.test('one decimal is enough under a fitting header only', async (t) => {
  t.ok(isCoordinatePair('40.7,-73.9'));
  t.notOk(isPrecisePair('40.7,-73.9'));
  t.ok(isPrecisePair('40.71,-73.95'));
});
