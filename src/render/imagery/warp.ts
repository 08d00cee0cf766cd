import { CELL_FIELDS, type WarpPlan } from './warp-plan.js';

/** A picture of the earth, or of a part of it. */
export interface ImagerySampler {
  /**
   * Writes red, green and blue.
   * @param lon any turn @param at in `to`
   * @returns false where it has nothing
   */
  sample(lon: number, lat: number, to: Uint8Array, at: number): boolean;
}

/**
 * Draws a plan's places, each from the first of `samplers` that has it.
 * @returns red, green, blue, 255 of each pixel; four times 0 where there is no place
 */
export function warp(
  { widthPx, heightPx, cells }: WarpPlan,
  samplers: readonly ImagerySampler[],
): Uint8Array {
  const pixels = new Uint8Array(4 * widthPx * heightPx);
  for (let i = 0; i < cells.length; i += CELL_FIELDS) {
    const [x, y, width, height] = [cells[i]!, cells[i + 1]!, cells[i + 2]!, cells[i + 3]!];
    for (let down = 0; down < height; down++) {
      const v = (down + 0.5) / height;
      // Both ends of the line of pixels, half a pixel within.
      const lonLeft = mix(cells[i + 4]!, cells[i + 8]!, v);
      const latLeft = mix(cells[i + 5]!, cells[i + 9]!, v);
      const lonStep = (mix(cells[i + 6]!, cells[i + 10]!, v) - lonLeft) / width;
      const latStep = (mix(cells[i + 7]!, cells[i + 11]!, v) - latLeft) / width;
      let at = 4 * ((y + down) * widthPx + x);
      for (let across = 0.5; across < width; across++, at += 4) {
        const lon = lonLeft + across * lonStep;
        const lat = latLeft + across * latStep;
        for (const sampler of samplers) {
          if (!sampler.sample(lon, lat, pixels, at)) continue;
          pixels[at + 3] = 255;
          break;
        }
      }
    }
  }
  return pixels;
}

const mix = (a: number, b: number, share: number): number => a + share * (b - a);
