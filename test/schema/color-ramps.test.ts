import t from 'tap';
import { DIVERGING, RAMP_NAMES, rampColors } from '../../src/schema/color-ramps.js';
import { colorNames, paletteColors } from '../../src/schema/palette-colors.js';
import { labOf } from '../support/color-vision.js';

const fills = new Map(paletteColors('standard').map(({ name, fill }) => [name, fill]));
const lightness = (color: string): number => labOf(fills.get(color)!, 'everybody')[0];
/** CIELAB lightness: 3 is seen side by side. */
const LEAST_STEP = 3;

t.test('ramps are made of standard colours', async (t) => {
  const standard = new Set(colorNames('standard'));
  for (const ramp of RAMP_NAMES) {
    const colors = rampColors(ramp, 9);
    t.equal(new Set(colors).size, 9, ramp);
    t.ok(
      colors.every((color) => standard.has(color)),
      ramp,
    );
  }
});

t.test('a sequence darkens with every step', async (t) => {
  for (const ramp of RAMP_NAMES.filter((name) => !DIVERGING.includes(name))) {
    const steps = rampColors(ramp, 9).map(lightness);
    for (let i = 1; i < 9; i++)
      t.ok(steps[i - 1]! - steps[i]! >= LEAST_STEP, `${ramp} ${steps.map(Math.round)}`);
  }
});

t.test('a diverging ramp is lightest in its middle and darkens towards both ends', async (t) => {
  for (const ramp of DIVERGING) {
    const steps = rampColors(ramp, 9).map(lightness);
    for (let i = 1; i < 9; i++) {
      const towardsMiddle = i <= 4 ? steps[i]! - steps[i - 1]! : steps[i - 1]! - steps[i]!;
      t.ok(towardsMiddle >= LEAST_STEP, `${ramp} ${steps.map(Math.round)}`);
    }
  }
});

t.test('fewer classes take colours evenly out of the ramp, with both ends', async (t) => {
  t.same(rampColors('blues', 3), ['seafoam', 'blue', 'navy']);
  t.same(rampColors('blues', 2), ['seafoam', 'navy']);
  t.same(rampColors('blues', 1), ['blue']);
  for (const ramp of RAMP_NAMES) {
    for (let classes = 1; classes <= 9; classes++) t.equal(new Set(rampColors(ramp, classes)).size, classes);
  }
});
