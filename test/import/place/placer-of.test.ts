import t from 'tap';
import { NO_GEODATA } from '../../../src/geo/geodata.js';
import { placerOf } from '../../../src/import/place/placer-of.js';

const version = (name: string) => ({ ...NO_GEODATA, version: name });

t.test('a thread keeps the kernels of the last two versions that it was asked for', async (t) => {
  const first = placerOf(version('1'));
  t.equal(placerOf(version('1')), first);
  const second = placerOf(version('2'));
  t.equal(placerOf(version('1')), first, 'two imports take turns');
  t.equal(placerOf(version('2')), second);
  placerOf(version('3'));
  t.equal(placerOf(version('2')), second);
  t.not(placerOf(version('1')), first, 'older ones are made anew');
});
