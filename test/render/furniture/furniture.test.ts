import t from 'tap';
import { layoutOf } from '../../../src/render/frame/layout.js';
import type { FurnitureBoxes, FurnitureContent, LegendEntry } from '../../../src/render/furniture/content.js';
import { furniture } from '../../../src/render/furniture/furniture.js';
import { legendRoom } from '../../../src/render/furniture/legend-room.js';
import type { PageBox } from '../../../src/render/map-frame.js';
import type { Shape, TextShape } from '../../../src/render/scene.js';
import { fontsOfBuild as fonts, HOSTILE } from '../fonts/fonts-of-build.js';

const TITLE: PageBox = { xPt: 36, yPt: 36, widthPt: 720, heightPt: 30 };
const FOOTER: PageBox = { xPt: 36, yPt: 566, widthPt: 720, heightPt: 10 };
const LEGEND = {
  xPt: 600,
  yPt: 76,
  widthPt: 156,
  heightPt: 480,
  isHeaded: false,
  columns: 1,
  rowsPerColumn: 32,
  rowHeightPt: 15,
};
const BOXES: FurnitureBoxes = { title: TITLE, legend: LEGEND, footer: FOOTER };
const NOTHING: FurnitureContent = {
  title: null,
  legend: null,
  legendSymbol: 'pin',
  areas: { opacity: 0.85, below: '#f6f4ee' },
  notShown: 0,
  attribution: '',
};

const drawn = (content: Partial<FurnitureContent>, boxes = BOXES): Promise<Shape[]> =>
  furniture({ ...NOTHING, ...content }, boxes, fonts);
const textsOf = (shapes: readonly Shape[]): TextShape[] => shapes.filter((shape) => shape.kind === 'text');
const linesOf = (shapes: readonly Shape[]): string[] => textsOf(shapes).map(({ text }) => text);
const entries = (count: number): LegendEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `Category ${index}`,
    color: '#336699',
    count: 2_000 - index,
  }));

/** Where a text's ink is at most, as far as advances tell. */
function isWithin({ text, xPt, yPt, sizePt, weight, anchor }: TextShape, box: PageBox): boolean {
  const width = fonts.widthPt(text, sizePt, weight);
  const left = anchor === 'start' ? xPt : anchor === 'end' ? xPt - width : xPt - width / 2;
  return (
    left >= box.xPt - 0.02 &&
    left + width <= box.xPt + box.widthPt + 0.02 &&
    yPt <= box.yPt + box.heightPt &&
    yPt - 0.7 * sizePt >= box.yPt - 0.02
  );
}

t.test('where nothing is wanted there is nothing', async (t) => {
  t.same(await drawn({}), []);
  t.same(await drawn({ title: 'T', legend: entries(3) }, { ...BOXES, title: null, legend: null }), []);
  t.same(await drawn({ title: ' \0 ', legend: [] }), []);
});

t.test('a title is one line, bold, and starts where its box does', async (t) => {
  t.same(textsOf(await drawn({ title: 'Shops of the old town' })), [
    {
      kind: 'text',
      text: 'Shops of the old town',
      xPt: 36,
      yPt: 58.14,
      sizePt: 20,
      weight: 700,
      italic: false,
      anchor: 'start',
      color: '#23292f',
      halo: null,
    },
  ]);
});

t.test('a long title gets smaller, then two lines, then an ellipsis', async (t) => {
  const [smaller] = textsOf(
    await drawn({
      title: 'A title of more than seventy letters is set in a smaller size that lets it fit in',
    }),
  );
  t.equal(smaller!.sizePt, 18);
  const two = textsOf(await drawn({ title: 'Two lines take more words than one line does. '.repeat(3) }));
  t.equal(two.length, 2);
  t.equal(
    linesOf(two).join(' '),
    'Two lines take more words than one line does. '.repeat(3).trim(),
    'no word is lost',
  );
  const cut = textsOf(await drawn({ title: 'Too long. '.repeat(100) }));
  t.equal(cut.length, 2);
  t.match(cut[1]!.text, /…$/);
  for (const line of [smaller!, ...two, ...cut]) t.ok(isWithin(line, TITLE), line.text);
});

t.test('a title of a script that runs from right to left ends at the right', async (t) => {
  const [title] = textsOf(await drawn({ title: 'مواقع المتاجر (12)' }));
  t.same([title!.anchor, title!.xPt], ['end', 756]);
});

t.test('a legend has its entries in order, with counts at the right', async (t) => {
  const shapes = await drawn({ legend: entries(3) });
  t.same(linesOf(shapes), ['Category 0', '2,000', 'Category 1', '1,999', 'Category 2', '1,998']);
  const [name, count, next] = textsOf(shapes);
  t.same([count!.anchor, count!.xPt], ['end', 756]);
  t.equal(name!.yPt, count!.yPt);
  t.equal(next!.yPt - name!.yPt, 15);
});

t.test('each entry has its colour before its name', async (t) => {
  const legend = [
    { name: 'a', color: '#ff0000', count: 1 },
    // Dark, as a white sign is seen on no pale green.
    { name: 'b', color: '#00ff00', count: 1 },
  ];
  for (const legendSymbol of ['pin', 'dot', 'area'] as const) {
    const paths = (await drawn({ legend, legendSymbol })).filter((shape) => shape.kind === 'path');
    const fills = paths.map(({ fill }) => fill?.color).filter((color) => color !== undefined);
    t.same(
      fills.filter((color) => color !== '#ffffff' && color !== '#004d00'),
      legendSymbol === 'area' ? ['#f6f4ee', '#ff0000', '#f6f4ee', '#00ff00'] : ['#ff0000', '#00ff00'],
      `${legendSymbol}: areas lie on the map's ground`,
    );
  }
});

t.test('what does not fit is summed up by the last line', async (t) => {
  const lines = linesOf(await drawn({ legend: entries(155) }));
  t.equal(lines.length, 31 * 2 + 1);
  // 124 entries, 1,969 to 1,846 markers.
  t.equal(lines.at(-1), 'and 124 more (236,530)');
  t.equal(linesOf(await drawn({ legend: entries(32) })).length, 64, 'just as many as there are lines');
});

t.test('the line that sums up the rest is no wider than its column, however large its number', async (t) => {
  const legend = entries(500).map((entry) => ({ ...entry, count: Number.MAX_SAFE_INTEGER / 1_000 }));
  const columns = { ...LEGEND, xPt: 36, widthPt: 720, columns: 5, rowsPerColumn: 2 };
  const last = textsOf(await drawn({ legend }, { ...BOXES, legend: columns })).at(-1)!;
  t.match(last.text, /^and 491 more/);
  t.ok(isWithin(last, columns));
});

t.test('a legend of several columns goes down each', async (t) => {
  const columns = { ...BOXES, legend: { ...LEGEND, xPt: 36, widthPt: 720, columns: 3, rowsPerColumn: 2 } };
  const names = textsOf(await drawn({ legend: entries(5) }, columns)).filter(
    ({ anchor }) => anchor === 'start',
  );
  t.same(
    names.map(({ text }) => text),
    ['Category 0', 'Category 1', 'Category 2', 'Category 3', 'Category 4'],
  );
  const [a, b, c, , e] = names;
  t.equal(a!.xPt, b!.xPt);
  t.equal(a!.yPt, c!.yPt);
  t.equal(c!.xPt - a!.xPt > 200, true);
  t.equal((e!.xPt - c!.xPt).toFixed(1), (c!.xPt - a!.xPt).toFixed(1));
});

t.test('a legend that is too long for one column beside a map has two, on any paper', async (t) => {
  for (const paper_size of ['letter', 'a4'] as const)
    for (const count of [33, 45, 58]) {
      const legend = entries(count);
      const { labelWidthPt } = legendRoom(legend, fonts);
      const room = { hasTitle: true, legend: { entries: count, labelWidthPt } };
      const layout = layoutOf({ paper_size, orientation: 'landscape' }, room, 'beside');
      const shapes = textsOf(await drawn({ legend }, layout));
      const places = new Set(shapes.filter(({ anchor }) => anchor === 'start').map(({ xPt }) => xPt));
      t.equal(places.size, 2, `${paper_size} ${count}`);
      t.same(
        linesOf(shapes).filter((_, i) => i % 2 === 0),
        legend.map(({ name }) => name),
      );
    }
});

t.test('a heading of all entries stands above columns below a map', async (t) => {
  const below = { ...LEGEND, xPt: 36, yPt: 500, widthPt: 720, heightPt: 45, columns: 3, rowsPerColumn: 2 };
  const boxes = { ...BOXES, legend: { ...below, isHeaded: true } };
  const [heading, first, , second, , third] = textsOf(
    await drawn({ legend: classesOf('Sales', 'Sales', 'Sales', 'Sales', 'Sales', 'Sales') }, boxes),
  );
  t.match(heading, { text: 'Sales', weight: 700, xPt: 36 });
  t.match(first, { text: '0', yPt: heading!.yPt + 15 });
  t.match(second, { text: '1', yPt: heading!.yPt + 30 });
  t.match(third, { text: '2', yPt: heading!.yPt + 15 });
});

t.test('attributions get smaller before they are cut', async (t) => {
  const [short] = textsOf(await drawn({ attribution: 'Made with Natural Earth' }));
  const [long] = textsOf(await drawn({ attribution: 'Made with Natural Earth · '.repeat(11) }));
  const [cut] = textsOf(await drawn({ attribution: 'Made with Natural Earth · '.repeat(30) }));
  t.same([short!.sizePt, short!.text], [6.5, 'Made with Natural Earth']);
  t.equal(long!.sizePt < 6.5 && !long!.text.endsWith('…'), true);
  t.match(cut!.text, /…$/);
  for (const line of [short!, long!, cut!]) t.ok(isWithin(line, FOOTER));
});

t.test('5,000 hostile entries, title and attribution stay in their boxes', async (t) => {
  const legend = Array.from({ length: 5_000 }, (_, index) => ({
    name: HOSTILE[index % HOSTILE.length]!,
    color: '#336699',
    count: Number.MAX_SAFE_INTEGER,
  }));
  t.ok(Number.isFinite(legendRoom(legend, fonts).widthPt));
  for (const title of HOSTILE) {
    const shapes = await drawn({ title, legend: legend.slice(0, 20), attribution: title });
    for (const line of textsOf(shapes)) {
      if (![TITLE, LEGEND, FOOTER].some((box) => isWithin(line, box))) t.fail(line.text);
    }
  }
  t.equal(
    linesOf(await drawn({ legend }))
      .at(-1)
      ?.startsWith('and 4,969 more ('),
    true,
  );
});

t.test('names that fit the page are whole, on any page and however many there are', async (t) => {
  const many = (count: number, name: string): LegendEntry[] =>
    Array.from({ length: count }, (_, i) => ({ name: `${name} ${i}`, color: '#336699', count: 37 * i }));
  for (const orientation of ['landscape', 'portrait'] as const)
    for (const count of [1, 3, 7, 30])
      for (let letters = 1; letters <= 30; letters++) {
        const legend = many(count, 'Category of markers and areas'.slice(0, letters));
        const { labelWidthPt } = legendRoom(legend, fonts);
        const layout = layoutOf(
          { paper_size: 'letter', orientation },
          { hasTitle: true, legend: { entries: count, labelWidthPt } },
        );
        const lines = linesOf(await drawn({ legend }, layout));
        t.notOk(
          lines.some((line) => line.includes('…')),
          `${orientation} ${count} ${letters}`,
        );
      }
});

t.test('names that are cut keep their end, which tells them apart', async (t) => {
  const legend = [1, 2, 3].map((i) => ({
    name: `${'A category with a long name '.repeat(5)}${i}`,
    color: '#336699',
    count: 1,
  }));
  const names = linesOf(await drawn({ legend })).filter((line) => line.includes('…'));
  t.equal(names.length, 3);
  t.equal(new Set(names).size, 3);
  for (const [i, name] of names.entries()) t.match(name, new RegExp(`^A cat.*….*${i + 1}$`));
});

const classesOf = (...headings: (string | undefined)[]): LegendEntry[] =>
  headings.map((heading, i) => ({ name: `${i}`, color: '#336699', count: 1, ...(heading && { heading }) }));

t.test('classes of two fields stand below two headings, bold at the edge of the legend', async (t) => {
  const shapes = textsOf(await drawn({ legend: classesOf('Sales', 'Sales', 'Staff (sum)', undefined) }));
  t.same(
    shapes.map(({ text }) => text),
    ['Sales', '0', '1', '1', '1', 'Staff (sum)', '2', '1', '3', '1'],
  );
  t.match(shapes[0], { xPt: 600, weight: 700, color: '#23292f', anchor: 'start' });
  t.match(shapes[5], { xPt: 600, weight: 700, yPt: shapes[0]!.yPt + 45 });
  t.match(shapes[1], { xPt: 614, weight: 400, yPt: shapes[0]!.yPt + 15 });
});

t.test(
  'headings take lines of the legend, and none stands above the line that sums up the rest',
  async (t) => {
    const legend = classesOf('A', 'A', 'B', 'B', 'B');
    const ofRows = (rowsPerColumn: number) =>
      drawn({ legend }, { ...BOXES, legend: { ...LEGEND, rowsPerColumn } }).then(linesOf);
    t.same(await ofRows(7), ['A', '0', '1', '1', '1', 'B', '2', '1', '3', '1', '4', '1']);
    t.same(await ofRows(6), ['A', '0', '1', '1', '1', 'B', '2', '1', 'and 2 more (2)']);
    t.same(await ofRows(5), ['A', '0', '1', '1', '1', 'and 3 more (3)']);
  },
);

t.test('the room of a legend has headings in it, which need no room for a symbol and a count', async (t) => {
  const wide = 'Households with broadband (mean)';
  const room = legendRoom(classesOf(wide, wide, undefined), fonts);
  t.same([room.lines, room.headings, room.heightPt], [4, 1, 60]);
  t.equal(room.labelWidthPt, fonts.widthPt(wide, 9, 700) - 22);
  t.equal(room.entryWidthPt, fonts.widthPt('0', 9, 400) + fonts.widthPt('1', 9, 400));
  t.equal(room.widthPt, fonts.widthPt(wide, 9, 700));
});

t.test('the room of a legend is that of its widest line, and of all lines', async (t) => {
  const room = legendRoom([...entries(2), { name: 'A wider name', color: '#000000', count: 1 }], fonts);
  const label = fonts.widthPt('A wider name', 9, 400) + fonts.widthPt('1', 9, 400);
  const other = fonts.widthPt('Category 0', 9, 400) + fonts.widthPt('2,000', 9, 400);
  t.equal(room.labelWidthPt, Math.max(label, other));
  t.same([room.widthPt, room.heightPt], [room.labelWidthPt + 22, 45]);
});
