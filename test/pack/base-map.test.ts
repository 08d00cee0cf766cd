import { statSync } from 'node:fs';
import t from 'tap';
import { isInRings } from '../../src/geo/base-map/is-in-rings.js';
import { baseMapParts } from '../../src/pack/base-map/parts.js';
import { BaseMapFiles } from '../../src/render/base-map/base-map-files.js';
import { geodataDirectory } from '../../src/world/geodata/files.js';

const files = new BaseMapFiles(geodataDirectory);

t.test('the files are small enough', async (t) => {
  const bytes = baseMapParts.map(({ file }) => statSync(new URL(file, geodataDirectory)).size);
  t.ok(bytes.reduce((sum, of) => sum + of) < 10_000_000, bytes.join(' + '));
});

for (const scale of ['50m', '10m'] as const) {
  t.test(`land and lakes at ${scale} are where they are`, async (t) => {
    const { land, lakes, usLand } = files.layers(scale);
    for (const [name, lon, lat] of [
      ['Paris', 2.35, 48.85],
      ['Suva, beside the antimeridian', 178.3, -17.9],
      ['Chukotka, beyond it', -175, 66.6],
      ['the South Pole', 40, -89.9],
      ['Lake Victoria', 33, -1.1],
    ] as const)
      t.ok(isInRings(land, lon, lat), name);
    for (const [name, lon, lat] of [
      ['the Atlantic', -40, 30],
      ['the Caspian Sea', 50.5, 42],
      ['the North Pole', 0, 89.9],
    ] as const)
      t.notOk(isInRings(land, lon, lat), name);
    t.ok(isInRings(lakes, 33, -1.1), 'Lake Victoria');
    t.notOk(isInRings(lakes, 2.35, 48.85));
    t.ok(isInRings(usLand, -104.9, 39.7), 'Denver');
    t.notOk(isInRings(usLand, -79.4, 43.7), 'Toronto');
    t.notOk(isInRings(usLand, -87, 43.6), 'Lake Michigan');
  });

  t.test(`every border at ${scale} is there once`, async (t) => {
    const layers = files.layers(scale);
    for (const name of ['countries', 'states', 'usStates', 'usCounties'] as const) {
      const { starts, points, count } = layers[name];
      const segments: string[] = [];
      for (let at = 0; at < count; at++)
        for (let i = starts[at]!; i + 1 < starts[at + 1]!; i++) {
          const ends = [`${points[2 * i]},${points[2 * i + 1]}`, `${points[2 * i + 2]},${points[2 * i + 3]}`];
          segments.push(ends.sort().join(' '));
        }
      // Three borders of us-atlas enclose narrow strips whose sides coincide after rounding.
      const twice = scale === '10m' && name === 'usCounties' ? 3 : 0;
      t.equal(segments.length - new Set(segments).size, twice, name);
    }
  });
}

t.test('names stand by kind, the largest first', async (t) => {
  const { names } = files;
  const firstOf = (kind: Parameters<typeof names.rangeOf>[0]): string => names.textOf(names.rangeOf(kind)[0]);
  t.equal(firstOf('country'), 'Russia');
  t.equal(firstOf('state'), 'Western Australia');
  t.equal(firstOf('lake'), 'Lake Superior');
  const [first, end] = names.rangeOf('capital');
  t.equal(end - first, 238);
  const capitals = Array.from({ length: end - first }, (_, i) => names.textOf(first + i));
  t.ok(capitals.includes('Paris'));
  t.notOk(capitals.includes('Lyon'));
});

t.test('a name of a country stands in it', async (t) => {
  const { names } = files;
  const { land } = files.layers('10m');
  const [first, end] = names.rangeOf('country');
  for (let at = first; at < end; at++) {
    // The largest part of smaller ones may be an atoll.
    if (names.sizes[at]! < 500) continue;
    t.ok(isInRings(land, names.points[2 * at]! / 1e5, names.points[2 * at + 1]! / 1e5), names.textOf(at));
  }
});
