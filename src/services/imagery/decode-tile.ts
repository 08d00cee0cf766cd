import { Resvg } from '@resvg/resvg-js';
import { readImageHeader } from './image-header.js';

/** Bound on a tile's side in pixels; tiles are scaled to the requested size. */
const MOST_SIDE = 1024;
/** Darkest value, of 255, as in the embedded imagery: pins and labels stay visible on snow and deep water. */
const DARKEST = 10;
const BRIGHTEST = 222;

const LEVELS = Uint8Array.from({ length: 256 }, (_, value) =>
  Math.round(DARKEST + ((BRIGHTEST - DARKEST) * value) / 255),
);

/** Tells whether bytes begin as an image of bounded size. */
export function isTile(bytes: Uint8Array): boolean {
  const header = readImageHeader(bytes);
  return (
    header !== null &&
    header.width > 0 &&
    header.height > 0 &&
    header.width <= MOST_SIDE &&
    header.height <= MOST_SIDE
  );
}

/**
 * Decodes a tile and lowers its contrast, as the ground of a map. resvg can abort the process: call this in a
 * process that can be spared.
 * @returns red, green, blue and alpha of `side` times `side` pixels; null for bytes that are no PNG or JPEG
 * of at most 1,024 pixels a side
 */
export function decodeTile(bytes: Uint8Array, side: number): Uint8Array | null {
  const header = readImageHeader(bytes);
  if (header === null || !isTile(bytes)) return null;
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">` +
    `<image width="${side}" height="${side}" preserveAspectRatio="none" href="data:${header.mediaType};base64,${base64}"/></svg>`;
  let pixels: Uint8Array;
  try {
    pixels = new Resvg(svg, { font: { loadSystemFonts: false } }).render().pixels;
  } catch {
    return null;
  }
  let isEmpty = true;
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] !== 0) isEmpty = false;
    pixels[at] = LEVELS[pixels[at]!]!;
    pixels[at + 1] = LEVELS[pixels[at + 1]!]!;
    pixels[at + 2] = LEVELS[pixels[at + 2]!]!;
  }
  // resvg draws nothing for an image that it cannot decode.
  return isEmpty ? null : pixels;
}
