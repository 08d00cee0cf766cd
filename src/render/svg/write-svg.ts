import type { Fonts } from '../fonts.js';
import type { ImageShape, PathShape, PinsShape, Scene, Shape } from '../scene.js';
import { svgText } from './svg-text.js';
import { decimal } from './xml.js';

/** Markers are not written but stamped (`png/stamp-pins.ts`). */
export type SvgShape = Exclude<Shape, PinsShape>;

export interface Svg {
  text: string;
  /** What it is to be drawn with, and nothing else. */
  fontFiles: string[];
}

const opacityOf = (name: string, opacity: number): string =>
  opacity === 1 ? '' : ` ${name}-opacity="${decimal(opacity)}"`;

function svgPath({ d, fill, stroke }: PathShape): string {
  if (d === '') return '';
  const filled =
    fill === null
      ? ' fill="none"'
      : ` fill="${fill.color}" fill-rule="evenodd"${opacityOf('fill', fill.opacity)}`;
  if (stroke === null) return `<path d="${d}"${filled}/>`;
  const dash =
    stroke.dashPt === undefined ? '' : ` stroke-dasharray="${stroke.dashPt.map(decimal).join(' ')}"`;
  return `<path d="${d}"${filled} stroke="${stroke.color}" stroke-width="${decimal(stroke.widthPt)}"${opacityOf('stroke', stroke.opacity)}${dash}/>`;
}

function svgImage({ xPt, yPt, widthPt, heightPt, mediaType, bytes }: ImageShape): string {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return (
    `<image x="${decimal(xPt)}" y="${decimal(yPt)}" width="${decimal(widthPt)}" height="${decimal(heightPt)}"` +
    ` preserveAspectRatio="none" href="data:${mediaType};base64,${base64}"/>`
  );
}

function svgShape(shape: SvgShape, fonts: Fonts, onFile: (file: string) => void): string {
  switch (shape.kind) {
    case 'path':
      return svgPath(shape);
    case 'text':
      return svgText(shape, fonts, onFile);
    case 'image':
      return svgImage(shape);
  }
}

/** Shapes in their order, on a page stretched to so many pixels. No group is written: one with opacity outside the canvas ends resvg's process. */
export function writeSvg(
  page: Pick<Scene, 'widthPt' | 'heightPt'>,
  shapes: readonly SvgShape[],
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  fonts: Fonts,
): Svg {
  const files = new Set<string>();
  const body = shapes.map((shape) => svgShape(shape, fonts, (file) => files.add(file)));
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" preserveAspectRatio="none"` +
    ` viewBox="0 0 ${decimal(page.widthPt)} ${decimal(page.heightPt)}" stroke-linejoin="round">${body.join('')}</svg>`;
  return { text, fontFiles: [...files] };
}
