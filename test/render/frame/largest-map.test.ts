import t from 'tap';
import { Extent } from '../../../src/render/frame/extent.js';
import { largestMap, type Page } from '../../../src/render/frame/largest-map.js';
import { layoutOf } from '../../../src/render/frame/layout.js';
import type { PictureOptions } from '../../../src/render/options.js';
import { pictureOptions } from '../../support/pictures/picture-options.js';

const page = (
  options: Partial<PictureOptions> & Pick<PictureOptions, 'preset'>,
  entries: number,
  places: readonly [lon: number, lat: number][] = [],
): Page => {
  const extent = new Extent();
  for (const place of places) extent.add(...place);
  const legend = entries === 0 ? null : { entries, labelWidthPt: 100 };
  return largestMap(pictureOptions(options), { hasTitle: true, legend }, extent);
};
const isBelow = ({ layout: { legend, map } }: Page): boolean => legend!.yPt >= map.yPt + map.heightPt;

const WIDE: [number, number][] = [
  [-120, 40],
  [150, 50],
];
const SQUARE: [number, number][] = [
  [0, 44],
  [12, 53],
];

t.test(
  'the legend of a world stands below it, where paper would be blank, and the map is as wide as without',
  async (t) => {
    for (const paper_size of ['letter', 'a4'] as const)
      for (const entries of [1, 7, 20]) {
        const world = page({ preset: 'world', paper_size }, entries);
        t.ok(isBelow(world));
        t.equal(
          world.frame.metersPerPt.toFixed(0),
          page({ preset: 'world', paper_size }, 0).frame.metersPerPt.toFixed(0),
        );
      }
  },
);

t.test('the legend of a map of the shape of the page stands beside it', async (t) => {
  t.notOk(isBelow(page({ preset: 'pin_coverage' }, 7, SQUARE)));
  t.ok(isBelow(page({ preset: 'pin_coverage' }, 7, WIDE)));
  t.ok(isBelow(page({ preset: 'pin_coverage', orientation: 'portrait' }, 7, SQUARE)));
});

t.test('a legend without end gets no more of the page than costs the map nothing', async (t) => {
  const rowsOf = (preset: 'world' | 'pin_coverage') =>
    page({ preset, orientation: 'portrait' }, 5000, SQUARE).layout.legend!.rowsPerColumn;
  t.equal(rowsOf('world'), 17);
  t.equal(rowsOf('pin_coverage'), 9);
});

t.test('a legend stands where more of its lines are shown', async (t) => {
  t.ok(isBelow(page({ preset: 'world' }, 60)));
  t.notOk(isBelow(page({ preset: 'world' }, 200)), 'two columns of 32 rows');
});

t.test('a legend below a map follows it directly, on tall paper, too', async (t) => {
  for (const preset of ['us', 'world', 'pin_coverage'] as const)
    for (const orientation of ['portrait', 'landscape'] as const) {
      const { layout, frame } = page({ preset, orientation }, 7, WIDE);
      t.ok(isBelow({ layout, frame }), `${preset}, ${orientation}`);
      t.equal((layout.legend!.yPt - frame.map.yPt - frame.map.heightPt).toFixed(6), '10.000000');
    }
});

t.test('two columns beside a map are as wide as usual names with numbers, and cut none', async (t) => {
  const room = { hasTitle: true, legend: { entries: 60, labelWidthPt: 106 } };
  const layout = layoutOf(pictureOptions({ preset: 'us' }), room, 'beside');
  t.equal(layout.legend!.columns, 2);
  t.ok((layout.legend!.widthPt - 14) / 2 >= 106 + 22.5);
});

t.test('a map that is lower than its room stands right below the title where it has a legend', async (t) => {
  const topOf = ({ layout }: Page): number => layout.map.yPt - layout.title!.yPt - layout.title!.heightPt;
  for (const preset of ['us', 'world'] as const)
    for (const orientation of ['landscape', 'portrait'] as const)
      for (const entries of [5, 60]) {
        const shown = page({ preset, orientation }, entries);
        t.ok(topOf(shown) < 20, `${preset} ${orientation} ${entries}: ${topOf(shown)}`);
        const { map } = shown.layout;
        t.equal(shown.frame.map.yPt, map.yPt);
        const legend = shown.layout.legend!;
        if (isBelow(shown)) t.ok(legend.yPt - map.yPt - map.heightPt < 20, 'the legend follows it');
      }
  t.ok(topOf(page({ preset: 'world', orientation: 'portrait' }, 0)) > 50, 'without one in the middle');
});
