import t from 'tap';
import { parseCoordinate } from '../../src/import/coordinate.js';

t.test('numbers as people write them are degrees', (t) => {
  for (const [text, degrees] of [
    ['52.5', 52.5],
    ['-0.1275', -0.1275],
    ['+13', 13],
    ['52,52', 52.52],
    ['-3,7', -3.7],
    ['1.5e1', 15],
  ] as const) {
    t.equal(parseCoordinate(text), degrees, text);
  }
  t.end();
});

t.test('what is not unmistakably a number is NaN', (t) => {
  for (const text of [
    '',
    'x',
    '5 2',
    '1,234,5',
    '1.2.3',
    '0x10',
    'Infinity',
    'NaN',
    '1234',
    '52.5°',
    '12.',
    '.5',
    '1e999',
  ]) {
    t.ok(Number.isNaN(parseCoordinate(text)), JSON.stringify(text));
  }
  t.end();
});
