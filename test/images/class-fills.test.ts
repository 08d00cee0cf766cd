import t from 'tap';
import { schemeOf } from '../../src/images/class-fills.js';
import { NO_COLOR } from '../../src/images/picture-content.js';
import { CLASSES_STYLE, MAP_STYLE, SATELLITE_STYLE } from '../../src/render/base-map/style.js';
import { RAMP_NAMES, rampColors } from '../../src/schema/color-ramps.js';
import { paletteColors } from '../../src/schema/palette-colors.js';
import { ciede2000, labOf } from '../support/color-vision.js';

/** CIEDE2000 by which colours of a map differ at least: three times what is just seen side by side. */
const LEAST = 6;
const FILLS = new Map(paletteColors('extended').map(({ name, fill }) => [name, fill]));

const channelsOf = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** A colour as it looks upon another one. */
function over(color: string, opacity: number, below: string): string {
  const under = channelsOf(below);
  const mixed = channelsOf(color).map((channel, i) =>
    Math.round(channel * opacity + under[i]! * (1 - opacity)),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
const difference = (a: string, b: string): number => ciede2000(labOf(a, 'everybody'), labOf(b, 'everybody'));

const onLand = (color: string): string => over(color, MAP_STYLE.areaOpacity, MAP_STYLE.belowAreas);
const SCHEMES = RAMP_NAMES.flatMap((ramp) =>
  [3, 4, 5, 6, 7, 8, 9].map((classes) => ({ ramp, classes, fills: schemeOf(ramp, classes) })),
);

t.test('every class differs from land, water, areas without a class and its neighbours', async (t) => {
  const { color: water } = CLASSES_STYLE.water!;
  for (const { ramp, classes, fills } of SCHEMES) {
    const drawn = fills.map(onLand);
    for (const [i, color] of drawn.entries())
      for (const other of [
        CLASSES_STYLE.land!.color,
        water,
        onLand(NO_COLOR),
        ...drawn.slice(i + 1, i + 2),
      ]) {
        const seen = difference(color, other);
        if (seen < LEAST) t.fail(`${ramp}, class ${i + 1} of ${classes}: ${color} is ${seen} from ${other}`);
      }
  }
  t.ok(difference(onLand(NO_COLOR), water) >= LEAST, 'no data is not the sea');
});

t.test('one class and two, and all colours of the palette but white, differ from the ground', async (t) => {
  for (const ramp of RAMP_NAMES) {
    const [low, high] = rampColors(ramp, 2).map((name) => onLand(FILLS.get(name)!));
    t.ok(difference(low!, high!) >= LEAST, ramp);
  }
  const close = [...FILLS, ['none', NO_COLOR] as const].filter(([, fill]) =>
    [MAP_STYLE.land!.color, MAP_STYLE.water!.color].some((color) => difference(onLand(fill), color) < LEAST),
  );
  t.same(
    close.map(([name]) => name),
    ['white'],
    'which only its outline tells from land',
  );
});

t.test('over the darkest and the lightest imagery a class looks most like its own swatch', async (t) => {
  // Deep sea, night, forest, fields, desert, snow: imagery is softened to 10 to 222 of 255.
  const grounds = ['#0a1428', '#0a0a0a', '#1e3214', '#57523c', '#d2b98c', '#dedede'];
  const { areaOpacity, belowAreas } = SATELLITE_STYLE;
  for (const { ramp, classes, fills } of SCHEMES) {
    const swatches = fills.map((fill) => over(fill, areaOpacity, belowAreas));
    for (const [i, fill] of fills.entries())
      for (const ground of grounds) {
        const seen = over(fill, areaOpacity, ground);
        const nearest = swatches.map((swatch) => difference(seen, swatch));
        if (nearest.indexOf(Math.min(...nearest)) !== i)
          t.fail(`${ramp}, class ${i + 1} of ${classes} over ${ground}`);
      }
  }
});
