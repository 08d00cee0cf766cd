import t from 'tap';
import { RegionLayer } from '../../../src/geo/regions/region-layer.js';
import { isSimple } from '../../../src/pack/postal/valid.js';
import { uncrossed } from '../../../src/pack/regions/polygons.js';
import { loadGeodata } from '../../../src/world/geodata/load.js';
import { box } from '../../support/region-layers.js';

const inMicrodegrees = (polygon: readonly number[][][]): number[][][] =>
  polygon.map((ring) => ring.map((position) => position.map((degrees) => Math.round(degrees * 1e6))));

t.test('an outline that crosses itself becomes two areas, others stay as they are', async (t) => {
  const eight = [
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
    [0, 0],
  ];
  const parts = uncrossed([[eight], [box(5, 5, 6, 6), box(5.2, 5.2, 5.4, 5.4)]]);
  t.equal(parts.length, 3);
  t.same(parts.at(-1), [box(5, 5, 6, 6), box(5.2, 5.2, 5.4, 5.4)]);
  for (const [ring] of parts.slice(0, 2)) {
    t.equal(ring!.length, 4, 'a triangle');
    t.ok(
      ring!.some(([x, y]) => x === 1 && y === 1),
      'ends at the crossing',
    );
  }
  t.ok(parts.every((polygon) => isSimple(inMicrodegrees(polygon))));
});

const { layers } = await loadGeodata();
for (const type of ['country', 'us_state', 'us_county', 'au_state'] as const)
  t.test(`${type}: no area crosses itself`, async (t) => {
    const layer = new RegionLayer(layers[type]!);
    const crossing: string[] = [];
    for (let region = 0; region < layer.size; region++)
      for (const polygon of layer.geometryOf(region).coordinates)
        if (!isSimple(inMicrodegrees(polygon))) crossing.push(layer.codeOf(region));
    t.same(crossing, []);
  });
