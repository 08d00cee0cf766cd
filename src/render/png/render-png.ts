import { Resvg } from '@resvg/resvg-js';
import { cleanText } from '../fonts/clean-text.js';
import type { Fonts } from '../fonts.js';
import { PNG_DPI } from '../options.js';
import type { PinsShape, Scene } from '../scene.js';
import { type SvgShape, writeSvg } from '../svg/write-svg.js';
import { type Canvas, layUpon } from './canvas.js';
import { encodePng } from './encode-png.js';
import { stampPins } from './stamp-pins.js';

const POINTS_PER_INCH = 72;

/** Shapes in their order, those that one SVG can hold together. */
function layersOf({ shapes }: Scene): (PinsShape | SvgShape[])[] {
  const layers: (PinsShape | SvgShape[])[] = [];
  for (const shape of shapes) {
    const last = layers.at(-1);
    if (shape.kind === 'pins') layers.push(shape);
    else if (Array.isArray(last)) last.push(shape);
    else layers.push([shape]);
  }
  return layers;
}

/**
 * A picture at 200 dpi, on white. It takes 0.15 s for an empty page of letter paper and 70 MB; each change between markers and other shapes
 * takes 15 MB and 50 ms more, a marker 2 µs. It is synchronous, and resvg can abort the process: run it in one that can be spared.
 * @throws Error for an SVG that resvg does not read
 */
export function renderPng(scene: Scene, fonts: Fonts): Uint8Array {
  const pxPerPt = PNG_DPI / POINTS_PER_INCH;
  const widthPx = Math.round(scene.widthPt * pxPerPt);
  const heightPx = Math.round(scene.heightPt * pxPerPt);
  const canvas: Canvas = { widthPx, heightPx, pixels: new Uint8Array(4 * widthPx * heightPx).fill(255) };
  layersOf(scene).forEach((layer, index) => {
    if (!Array.isArray(layer)) {
      stampPins(canvas, layer, pxPerPt);
      return;
    }
    const { text, fontFiles } = writeSvg(scene, layer, canvas, fonts);
    const isFirst = index === 0;
    const drawn = new Resvg(text, {
      ...(isFirst && { background: '#ffffff' }),
      font: { loadSystemFonts: false, fontFiles },
    }).render().pixels;
    if (isFirst) canvas.pixels = drawn;
    else layUpon(canvas, drawn);
  });
  return encodePng(canvas, { dpi: PNG_DPI, title: cleanText(scene.title) });
}
