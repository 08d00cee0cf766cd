import t from 'tap';
import { gridCodeIn } from '../../../src/format/cells/grid-codes.js';

t.test('codes of grids are known by their form', async (t) => {
  for (const [text, name] of [
    ['32U 691607 5334760', 'UTM coordinate'],
    ['32 U 691607.5, 5334760.1', 'UTM coordinate'],
    ['UTM 33N 391545E 5820045N', 'UTM coordinate'],
    ['32U PU 91607 34760', 'MGRS reference'],
    ['4QFJ12345678', 'MGRS reference'],
    ['8FWH4HX8+9C', 'Plus Code'],
    ['4HX8+9C Paris', 'Plus Code'],
    ['///filled.count.soap', 'what3words address'],
  ] as const)
    t.equal(gridCodeIn(text, 'place'), name, text);
  t.equal(gridCodeIn('u33dc0cpke7v', 'Geohash'), 'geohash');
  for (const text of [
    'u33dc0cpke7v',
    '52.5',
    '12 Main St',
    '32U PU 9160 34760',
    '10115 Berlin',
    '+49 30 1234',
    '2024+01',
    'A+B',
    '',
  ])
    t.equal(gridCodeIn(text, 'place'), null, text);
});
