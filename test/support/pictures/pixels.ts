import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import type { Pixels } from '../../../load/contact-sheet/shrunk.js';

export type { Pixels };

export function decodePng(bytes: Uint8Array): Pixels {
  const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
  return { width, height, data };
}

export function encodePng({ width, height, data }: Pixels): Buffer {
  const png = new PNG({ width, height });
  png.data = Buffer.from(data);
  return PNG.sync.write(png);
}

/** The colour at a place, as `#rrggbb`. */
export function colorAt({ width, data }: Pixels, x: number, y: number): string {
  const at = 4 * (Math.round(y) * width + Math.round(x));
  return `#${Buffer.from(data.subarray(at, at + 3)).toString('hex')}`;
}

/**
 * Share of different pixels, 0 to 1; slightly shifted anti-aliased edges do not count.
 * @param sensitivity 0: any difference of a pixel counts, 1: none does
 */
export function differentShare(a: Pixels, b: Pixels, sensitivity = 0.1): number {
  if (a.width !== b.width || a.height !== b.height) return 1;
  const different = pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: sensitivity });
  return different / (a.width * a.height);
}

/** The differing pixels in red. */
export function difference(a: Pixels, b: Pixels): Pixels {
  const data = new Uint8Array(a.data.length);
  if (a.width === b.width && a.height === b.height) pixelmatch(a.data, b.data, data, a.width, a.height);
  return { width: a.width, height: a.height, data };
}
