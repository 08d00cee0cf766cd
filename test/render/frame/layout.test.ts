import fc from 'fast-check';
import t from 'tap';
import { layoutOf, legendPlaces } from '../../../src/render/frame/layout.js';
import type { PageBox } from '../../../src/render/map-frame.js';

const overlap = (a: PageBox, b: PageBox): boolean =>
  a.xPt < b.xPt + b.widthPt - 1e-9 &&
  b.xPt < a.xPt + a.widthPt - 1e-9 &&
  a.yPt < b.yPt + b.heightPt - 1e-9 &&
  b.yPt < a.yPt + a.heightPt - 1e-9;

t.test('pages have the sizes of their paper', async (t) => {
  const size = (paper_size: 'letter' | 'a4', orientation: 'landscape' | 'portrait') => {
    const { widthPt, heightPt } = layoutOf({ paper_size, orientation }, { hasTitle: false, legend: null });
    return [widthPt, heightPt];
  };
  t.same(size('letter', 'portrait'), [612, 792]);
  t.same(size('letter', 'landscape'), [792, 612]);
  t.same(size('a4', 'portrait'), [595.28, 841.89]);
  t.same(size('a4', 'landscape'), [841.89, 595.28]);
});

t.test(
  'title, legend, map and footer lie on the page and never on each other, however large the legend is',
  async () => {
    const labelWidthPt = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom('letter' as const, 'a4' as const),
        fc.constantFrom('landscape' as const, 'portrait' as const),
        fc.constantFrom('beside' as const, 'below' as const, 'deep' as const),
        fc.boolean(),
        fc.option(
          fc.record(
            {
              entries: fc.integer({ min: 0, max: 5000 }),
              labelWidthPt,
              belowHeading: fc.record({ labelWidthPt }),
            },
            { requiredKeys: ['entries', 'labelWidthPt'] },
          ),
        ),
        (paper_size, orientation, wanted, hasTitle, legend) => {
          const place = legendPlaces({ orientation }).includes(wanted) ? wanted : undefined;
          const layout = layoutOf({ paper_size, orientation }, { hasTitle, legend }, place);
          const boxes = [layout.title, layout.legend, layout.map, layout.footer].filter(
            (box) => box !== null,
          );
          const areThere =
            (layout.title !== null) === hasTitle && (layout.legend !== null) === (legend?.entries ?? 0) > 0;
          const areApart = boxes.every(
            (box) =>
              box.xPt >= 36 &&
              box.yPt >= 36 &&
              box.widthPt > 0 &&
              box.heightPt > 0 &&
              box.xPt + box.widthPt <= layout.widthPt - 36 + 1e-9 &&
              box.yPt + box.heightPt <= layout.heightPt - 36 + 1e-9 &&
              boxes.every((other) => other === box || !overlap(box, other)),
          );
          const isMostlyMap =
            layout.map.widthPt * layout.map.heightPt > 0.4 * layout.widthPt * layout.heightPt;
          const { rowsPerColumn = 1, rowHeightPt = 0, heightPt = 0, columns = 1 } = layout.legend ?? {};
          const rows = rowsPerColumn + (layout.legend?.isHeaded ? 1 : 0);
          const hasRoom = rows * rowHeightPt <= heightPt + 1e-9 && columns >= 1 && rowsPerColumn >= 1;
          return areThere && areApart && isMostlyMap && hasRoom;
        },
      ),
    );
  },
);

t.test('below a map a legend takes more of the page where that shows all of it', async (t) => {
  const rowsOf = (entries: number) =>
    layoutOf(
      { paper_size: 'letter', orientation: 'portrait' },
      { hasTitle: true, legend: { entries, labelWidthPt: 90 } },
    ).legend!;
  t.match(rowsOf(60), { columns: 4, rowsPerColumn: 15 });
  t.match(rowsOf(5000), { columns: 4, rowsPerColumn: 9 });
});

t.test('a heading of all entries makes no column below a map wider', async (t) => {
  const boxOf = (belowHeading?: { labelWidthPt: number }) =>
    layoutOf(
      { paper_size: 'letter', orientation: 'landscape' },
      { hasTitle: true, legend: { entries: 8, labelWidthPt: 200, ...(belowHeading && { belowHeading }) } },
      'below',
    ).legend!;
  t.match(boxOf(), { isHeaded: false, columns: 3, rowsPerColumn: 3, heightPt: 45 });
  t.match(boxOf({ labelWidthPt: 50 }), { isHeaded: true, columns: 6, rowsPerColumn: 2, heightPt: 45 });
});
