/** Below 1: the deep sea, which is nearly black, becomes blue; pins and dark outlines are seen there. */
const GAMMA = 0.64;
/** Of 255. Snow is no brighter than this: white labels and haloes are seen there, too. */
const DARKEST = 16;
const BRIGHTEST = 218;
/** Colours step back behind those of pins. */
const SATURATION = 0.86;

const LEVELS = Float64Array.from(
  { length: 256 },
  (_, value) => DARKEST + (BRIGHTEST - DARKEST) * (value / 255) ** GAMMA,
);

/** Colours of the Blue Marble as a ground for a map. */
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
