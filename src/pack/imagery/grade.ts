/** Below 1, so that the nearly black deep sea becomes blue, on which pins and dark outlines are visible. */
const GAMMA = 0.64;
/** Darkest and brightest value, of 255. White labels and haloes stay visible on snow. */
const DARKEST = 16;
const BRIGHTEST = 218;
/** Share of saturation that stays, so that the pins' colours stand out. */
const SATURATION = 0.86;

const LEVELS = Float64Array.from(
  { length: 256 },
  (_, value) => DARKEST + (BRIGHTEST - DARKEST) * (value / 255) ** GAMMA,
);

/** Adjusts the colours of the Blue Marble to the ground of a map. */
export function grade(rgb: Uint8Array): Uint8Array {
  const graded = new Uint8ClampedArray(rgb.length);
  for (let at = 0; at < rgb.length; at += 3) {
    const [red, green, blue] = [LEVELS[rgb[at]!]!, LEVELS[rgb[at + 1]!]!, LEVELS[rgb[at + 2]!]!];
    const gray = 0.299 * red + 0.587 * green + 0.114 * blue;
    graded[at] = gray + SATURATION * (red - gray);
    graded[at + 1] = gray + SATURATION * (green - gray);
    graded[at + 2] = gray + SATURATION * (blue - gray);
  }
  return new Uint8Array(graded.buffer);
}
