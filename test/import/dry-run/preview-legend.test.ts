import t from 'tap';
import { PreviewLegend } from '../../../src/import/dry-run/preview-legend.js';

const PALETTE = ['red', 'blue', 'green'];
const row = (category: string | null, color: string | null = null) => ({ category, color });

t.test('known categories have their colour, new ones draw the least used in palette order', async (t) => {
  const legend = new PreviewLegend(new Map([['Old', 'red']]), PALETTE);
  t.equal(legend.colorOf(row('Old'), true), 'red');
  t.equal(legend.colorOf(row('New'), true), 'blue');
  t.equal(legend.colorOf(row('Newer'), true), 'green');
  t.equal(legend.colorOf(row('Newest'), true), 'red');
  t.equal(legend.colorOf(row('New'), true), 'blue');
  t.equal(legend.colorOf(row(null), true), null);
});

t.test('an explicit colour is the row’s, and that of a category which is new with it', async (t) => {
  const legend = new PreviewLegend(new Map([['Old', 'red']]), PALETTE);
  t.equal(legend.colorOf(row('New', 'green'), true), 'green');
  t.equal(legend.colorOf(row('New'), true), 'green');
  t.equal(legend.colorOf(row('Old', 'blue'), true), 'blue');
  t.equal(legend.colorOf(row('Old'), true), 'red');
  t.equal(legend.colorOf(row('Next'), true), 'blue', 'only the legend’s colours are used up');
});

t.test('a row that is left out makes no category', async (t) => {
  const legend = new PreviewLegend(new Map(), PALETTE);
  t.equal(legend.colorOf(row('Skipped'), false), null);
  t.equal(legend.colorOf(row('Added'), true), 'red');
});

t.test('the categories of a block draw their colours in the order of its rows', async (t) => {
  const legend = new PreviewLegend(new Map([['Old', 'red']]), PALETTE);
  const styles = { categories: ['Later', 'Old', 'First', null], colors: ['green', null, null, 'blue'] };
  legend.addBlock({ styleOf: Uint32Array.of(2, 1, 3, 0, 2), styles });
  t.same(
    ['First', 'Old', 'Later', 'Never'].map((category) => legend.knownColorOf(category)),
    ['blue', 'red', 'green', null],
  );
});
