import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Red, green, blue, opacity; rows from the top. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

export function decodePng(bytes: Uint8Array): Pixels {
  const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
  return { width, height, data };
}

export function encodePng({ width, height, data }: Pixels): Buffer {
  const png = new PNG({ width, height });
  png.data = Buffer.from(data);
  return PNG.sync.write(png);
}

/** A smaller picture, each of its pixels the mean of those that it stands for. Opacity is left out: pictures have none. */
export function shrunk(from: Pixels, width: number): Pixels {
  const height = Math.round((from.height * width) / from.width);
  const data = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [y, y + 1].map((row) => Math.round((row * from.height) / height)) as [
      number,
      number,
    ];
    for (let x = 0; x < width; x++) {
      const [left, right] = [x, x + 1].map((column) => Math.round((column * from.width) / width)) as [
        number,
        number,
      ];
      data.set(meanColor(from, { left, right, top, bottom }), 4 * (y * width + x));
    }
  }
  return { width, height, data };
}

function meanColor(
  { width, data }: Pixels,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
): [number, number, number, number] {
  const sum = [0, 0, 0];
  for (let y = top; y < bottom; y++)
    for (let at = 4 * (y * width + left); at < 4 * (y * width + right); at += 4)
      for (let channel = 0; channel < 3; channel++) sum[channel]! += data[at + channel]!;
  const [red, green, blue] = sum.map((value) => Math.round(value / ((right - left) * (bottom - top))));
  return [red!, green!, blue!, 255];
}

/** The color at a place, as `#rrggbb`. */
export function colorAt({ width, data }: Pixels, x: number, y: number): string {
  const at = 4 * (Math.round(y) * width + Math.round(x));
  return `#${Buffer.from(data.subarray(at, at + 3)).toString('hex')}`;
}

/**
 * The share of pixels, 0 to 1, that look different; softened edges that lie a little elsewhere do not count.
 * @param sensitivity of a pixel, 0: any difference counts, 1: none does
 */
export function differentShare(a: Pixels, b: Pixels, sensitivity = 0.1): number {
  if (a.width !== b.width || a.height !== b.height) return 1;
  const different = pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: sensitivity });
  return different / (a.width * a.height);
}

/** Where two pictures differ: red. */
export function difference(a: Pixels, b: Pixels): Pixels {
  const data = new Uint8Array(a.data.length);
  if (a.width === b.width && a.height === b.height) pixelmatch(a.data, b.data, data, a.width, a.height);
  return { width: a.width, height: a.height, data };
}
