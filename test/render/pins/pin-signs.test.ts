import type { PNG } from 'pngjs';
import t from 'tap';
import type { PinSign } from '../../../src/render/scene.js';
import { PIN_SIGNS } from '../../../src/render/symbols.js';
import { paletteColors } from '../../../src/schema/palette-colors.js';
import { ciede2000, labOf, linearRgb, type Triple, VISIONS } from '../../support/color-vision.js';
import { pictureOf } from '../png/pictures.js';

/** The smallest pins. */
const SIZE_PT = 8;
/** A difference that is seen between pins that lie apart (docs/maps.md). */
const SEEN = 10;
/** Width of the stroke of a letter of four points: 200 dots an inch. */
const LEAST_PIXELS = 6;

/** A print without colour: lightness alone. */
const printed = (hex: string): Triple => {
  const [red, green, blue] = linearRgb(hex);
  const y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return [y > (6 / 29) ** 3 ? 116 * Math.cbrt(y) - 16 : y * (29 / 3) ** 3, 0, 0];
};
const READERS = [printed, ...VISIONS.map((vision) => (hex: string) => labOf(hex, vision))];

function pin(color: string, sign: PinSign): PNG {
  const shape = { kind: 'pins', symbol: 'pin', sizePt: SIZE_PT, places: Float32Array.of(9, 14) } as const;
  const page = { widthPt: 18, heightPt: 18 };
  return pictureOf([{ ...shape, colorOf: Uint16Array.of(0), colors: [color], signs: [sign] }], page);
}

/** Number of pixels by which a reader sees two pins differ. */
function differing(a: PNG, b: PNG, seen: (hex: string) => Triple): number {
  let count = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const [one, other] = [a, b].map(({ data }) => `#${data.subarray(at, at + 3).toString('hex')}`) as [
      string,
      string,
    ];
    if (one !== other && ciede2000(seen(one), seen(other)) >= SEEN) count++;
  }
  return count;
}

t.test(
  'every reader tells the smallest pins of the first colours apart, in a print without colour, too',
  async (t) => {
    const pins = PIN_SIGNS.map((sign, i) => pin(paletteColors('standard')[i]!.fill, sign));
    for (const [i, one] of pins.entries())
      for (const other of pins.slice(0, i))
        for (const seen of READERS)
          t.ok(
            differing(one, other, seen) >= LEAST_PIXELS,
            `${PIN_SIGNS[i]} and ${PIN_SIGNS[pins.indexOf(other)]}`,
          );
  },
);

t.test('signs differ in pins of one colour, on dark ones and on pale ones', async (t) => {
  for (const color of ['#101010', '#6a6a6a', '#ffed00']) {
    const pins = [...PIN_SIGNS, 'none' as const].map((sign) => pin(color, sign));
    for (const [i, one] of pins.entries())
      for (const other of pins.slice(0, i))
        t.ok(differing(one, other, printed) >= LEAST_PIXELS, `${i} and ${pins.indexOf(other)} on ${color}`);
  }
});
