import { Resvg } from '@resvg/resvg-js';
import type { PinsShape } from '../scene.js';
import { SYMBOL_REACH_PT, type SymbolLayer, type SymbolPaint, shadeOf } from '../symbols.js';

/** Positions of a symbol within a pixel along each axis: finer steps cannot be seen. */
export const STAMP_STEPS = 4;

/** Red stands for the marker's colour, blue for white; the rest of the opacity is black. */
const COLOR = '#ff0000';
const PAINTS: Readonly<Record<SymbolPaint, string>> = {
  white: '#0000ff',
  color: COLOR,
  shade: shadeOf(COLOR),
  deep: shadeOf(COLOR, 'deep'),
};

/**
 * The pixels of a symbol that are not empty, in no colour yet. Shares are 0 to 255, of premultiplied
 * channels.
 */
export interface Stamp {
  /** Pixels from the one that holds the symbol's place. */
  dx: Int16Array;
  dy: Int16Array;
  opacity: Uint8Array;
  colorShare: Uint8Array;
  whiteShare: Uint8Array;
}

/**
 * Stamps of a symbol at the `STEPS * STEPS` positions within a pixel, x first.
 * @param layers of the symbol
 */
export function stampsOf(
  symbol: PinsShape['symbol'],
  layers: readonly SymbolLayer[],
  sizePx: number,
): Stamp[] {
  const reach = SYMBOL_REACH_PT[symbol];
  const scale = sizePx / 100;
  const left = Math.ceil(reach.left * scale) + 1;
  const up = Math.ceil(reach.up * scale) + 1;
  const width = left + Math.ceil(reach.right * scale) + 2;
  const height = up + Math.ceil(reach.down * scale) + 2;
  const drawn = layers
    .map(({ d, paint, strokePt }) => {
      const color = PAINTS[paint];
      return strokePt === 0
        ? `<path d="${d}" fill="${color}"/>`
        : `<path d="${d}" fill="none" stroke="${color}" stroke-width="${strokePt}" stroke-linejoin="round"/>`;
    })
    .join('');
  const steps = Array.from({ length: STAMP_STEPS * STAMP_STEPS }, (_, step) => step);
  const uses = steps.map((step) => {
    const x = left + ((step % STAMP_STEPS) + 0.5) / STAMP_STEPS;
    const y = step * height + up + (Math.floor(step / STAMP_STEPS) + 0.5) / STAMP_STEPS;
    return `<g transform="translate(${x} ${y}) scale(${scale})">${drawn}</g>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height * steps.length}">${uses.join('')}</svg>`;
  const pixels = new Resvg(svg, { font: { loadSystemFonts: false } }).render().pixels;
  return steps.map((step) =>
    stampOf(pixels.subarray(step * width * height * 4), { width, height, left, up }),
  );
}

function stampOf(
  pixels: Uint8Array,
  { width, height, left, up }: { width: number; height: number; left: number; up: number },
): Stamp {
  const used = Array.from({ length: width * height }, (_, pixel) => pixel).filter(
    (pixel) => pixels[4 * pixel + 3] !== 0,
  );
  return {
    dx: Int16Array.from(used, (pixel) => (pixel % width) - left),
    dy: Int16Array.from(used, (pixel) => Math.floor(pixel / width) - up),
    opacity: Uint8Array.from(used, (pixel) => pixels[4 * pixel + 3]!),
    colorShare: Uint8Array.from(used, (pixel) => pixels[4 * pixel]!),
    whiteShare: Uint8Array.from(used, (pixel) => pixels[4 * pixel + 2]!),
  };
}
