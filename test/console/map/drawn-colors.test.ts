import t from 'tap';
import { drawnColors } from '../../../src/console/map/drawn-colors.js';
import { schemeOf } from '../../../src/images/class-fills.js';
import { rampColors } from '../../../src/schema/color-ramps.js';
import { paletteColors } from '../../../src/schema/palette-colors.js';

const palette = new Map(
  paletteColors('standard').map(({ name, fill, text }) => [
    name,
    { name, fill_color: fill, text_color: text },
  ]),
);
const fillsOf = (legend: { name: string; color: string }[]): string[] => {
  const drawn = drawnColors(palette, legend);
  return legend.map(({ color }) => drawn.get(color)!.fill_color);
};

t.test('a legend has the colours that are on the map', async (t) => {
  const classes = ['1 – 2', '3 – 4', '5 – 6', '7 – 8', '9'];
  const colors = rampColors('yellow-red', classes.length);
  t.same(
    fillsOf(classes.map((name, i) => ({ name, color: colors[i]! }))),
    schemeOf('yellow-red', classes.length),
    'classes those of their ramp',
  );
  t.same(
    fillsOf(['Open', 'Closed'].map((name, i) => ({ name, color: colors[i]! }))),
    colors.slice(0, 2).map((name) => palette.get(name)!.fill_color),
    'other categories those of the palette',
  );
  t.equal(drawnColors(palette, []).size, palette.size);
});
