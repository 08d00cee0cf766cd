import t from 'tap';
import { pathOperators } from '../../../src/render/pdf/path-operators.js';

const written = (d: string) => pathOperators(d).toString().trim().split('\n');

t.test('path data becomes operators behind their numbers', async (t) => {
  t.same(written('M1,2L3.5,-4C1,2,3,4,5,6Z'), ['1 2 m', '3.5 -4 l', '1 2 3 4 5 6 c', 'h']);
  t.same(written('M1 2 L 3 4 Z M5,6'), ['1 2 m', '3 4 l', 'h', '5 6 m']);
  t.same(written(''), ['']);
});

t.test('a command that goes for several points is written for each, after M as lines', async (t) => {
  t.same(written('M1,2 3,4L5,6-7-8'), ['1 2 m', '3 4 l', '5 6 l', '-7 -8 l']);
  t.same(written('M.5.25-.5-1'), ['.5 .25 m', '-.5 -1 l']);
});

t.test('the shortest path data fits when it is written out', async (t) => {
  const d = `M0,0${'L1-2'.repeat(1000)}${'-1-2'.repeat(1000)}${'Z'.repeat(1000)}`;
  t.equal(written(d).length, 3001);
});

t.test('anything else is refused with its place', async (t) => {
  for (const d of [
    '1,2',
    'M1',
    'M1,2L3',
    'M1,2L3Z',
    'm1,2',
    'M1,2A1,1,0,0,0,2,2',
    'M1e5,2',
    'MNaN,2',
    'M1,2Z3,4',
    'M1,2;',
  ])
    t.throws(() => pathOperators(d), /Path data cannot be read at \d+/, d);
});
