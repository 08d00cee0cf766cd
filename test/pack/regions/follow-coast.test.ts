import t from 'tap';
import { followCoast } from '../../../src/pack/regions/follow-coast.js';
import { box, codeAt, layerOf } from '../../support/region-layers.js';

t.test('coarse parts end at the exact coast; slivers and islands go to the nearest part', async (t) => {
  const coarse = new Map([
    ['W', [[box(-0.5, 0.2, 1, 1)]]],
    ['E', [[box(1, 0.2, 1.8, 1)]]],
  ]);
  const parts = followCoast(coarse, [[box(0, 0, 2, 1)], [box(2.5, 0, 2.6, 0.1)]]);
  const layer = layerOf([...parts].map(([code, polygons]) => ({ code, polygons })));
  t.equal(codeAt(layer, 0.5, 0.5), 'W');
  t.equal(codeAt(layer, 0.5, 1.5), 'E');
  t.equal(codeAt(layer, 0.5, -0.3), null, 'the sea');
  t.equal(codeAt(layer, 0.5, 1.9), 'E', 'beyond the coarse coast');
  t.equal(codeAt(layer, 0.05, 2.55), 'E', 'an island');
});
