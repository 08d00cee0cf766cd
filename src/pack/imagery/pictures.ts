/**
 * Rows of red, green, blue, the first in the north, from 180° W; a row has twice as many pixels as there are
 * rows.
 */
export interface Equirectangular {
  width: number;
  height: number;
  rgb: Uint8Array;
}

/**
 * Averages along parallels, where degrees become short towards the poles, over as many pixels as are one at
 * the equator. Maps that show a pole then have no streaks there, and the file no invisible detail.
 */
export function averageAlongParallels({ width, height, rgb }: Equirectangular): Equirectangular {
  const averaged = new Uint8Array(rgb.length);
  for (let y = 0; y < height; y++) {
    const latitude = Math.PI * (0.5 - (y + 0.5) / height);
    const reach = Math.min(Math.floor((1 / Math.cos(latitude) - 1) / 2), width / 2 - 1);
    for (let channel = 0; channel < 3; channel++) {
      const at = (x: number): number => 3 * (y * width + ((x + width) % width)) + channel;
      let sum = 0;
      for (let x = -reach; x <= reach; x++) sum += rgb[at(x)]!;
      for (let x = 0; x < width; x++) {
        averaged[at(x)] = Math.round(sum / (2 * reach + 1));
        sum += rgb[at(x + reach + 1)]! - rgb[at(x - reach)]!;
      }
    }
  }
  return { width, height, rgb: averaged };
}

/** Halves width and height, averaging four pixels. */
export function halved({ width, height, rgb }: Equirectangular): Equirectangular {
  const half = new Uint8Array(rgb.length / 4);
  let to = 0;
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      for (let from = 3 * (y * width + x), end = from + 3; from < end; from++) {
        half[to++] =
          (rgb[from]! + rgb[from + 3]! + rgb[from + 3 * width]! + rgb[from + 3 * width + 3]! + 2) >> 2;
      }
    }
  }
  return { width: width / 2, height: height / 2, rgb: half };
}
