import { Resvg } from '@resvg/resvg-js';
import { cleanText } from '../fonts/clean-text.js';
import type { Fonts } from '../fonts.js';
import { PNG_DPI } from '../options.js';
import type { PinsShape, Scene, TextShape } from '../scene.js';
import { type SvgShape, writeSvg } from '../svg/write-svg.js';
import { type Canvas, layUpon } from './canvas.js';
import { encodePng } from './encode-png.js';
import { stampPins } from './stamp-pins.js';
import { stampTexts } from './stamp-texts.js';

const POINTS_PER_INCH = 72;

type Layer = { svg: SvgShape[] } | { texts: TextShape[] } | { pins: PinsShape };

/** Shapes in their order, those together that are drawn in one go. */
function layersOf({ shapes }: Scene): Layer[] {
  const layers: Layer[] = [];
  for (const shape of shapes) {
    const last = layers.at(-1);
    if (shape.kind === 'pins') layers.push({ pins: shape });
    else if (shape.kind === 'text') {
      if (last !== undefined && 'texts' in last) last.texts.push(shape);
      else layers.push({ texts: [shape] });
    } else if (last !== undefined && 'svg' in last) last.svg.push(shape);
    else layers.push({ svg: [shape] });
  }
  return layers;
}

function drawSvg(scene: Scene, shapes: readonly SvgShape[], canvas: Canvas, isFirst: boolean): void {
  const { pixels } = new Resvg(writeSvg(scene, shapes, canvas), {
    ...(isFirst && { background: '#ffffff' }),
    font: { loadSystemFonts: false },
  }).render();
  if (isFirst) canvas.pixels = pixels;
  else layUpon(canvas, pixels);
}

/**
 * A picture at 200 dpi, on white. An empty page of letter paper takes 0.1 s and 70 MB; paths that follow
 * texts or markers take 15 MB and 50 ms more each time, so scenes have them together; a marker takes 2 µs, a
 * text 0.15 ms. It is synchronous, and resvg can abort the process: run it in one that can be spared.
 * @throws Error for an SVG that resvg does not read, or a font file that is not there
 */
export function renderPng(scene: Scene, fonts: Fonts): Uint8Array {
  const pxPerPt = PNG_DPI / POINTS_PER_INCH;
  const widthPx = Math.round(scene.widthPt * pxPerPt);
  const heightPx = Math.round(scene.heightPt * pxPerPt);
  const canvas: Canvas = { widthPx, heightPx, pixels: new Uint8Array(4 * widthPx * heightPx).fill(255) };
  layersOf(scene).forEach((layer, index) => {
    if ('pins' in layer) stampPins(canvas, layer.pins, pxPerPt);
    else if ('texts' in layer) stampTexts(canvas, layer.texts, pxPerPt, fonts);
    else drawSvg(scene, layer.svg, canvas, index === 0);
  });
  return encodePng(canvas, { dpi: PNG_DPI, title: cleanText(scene.title) });
}
