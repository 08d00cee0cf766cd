import type { ImageShape, PathShape, Scene } from '../scene.js';

/** At most two decimals, of a point. */
const decimal = (value: number): string => String(Math.round(value * 100) / 100);

/**
 * Shapes that resvg draws. Markers and texts are stamped upon its pixels (`png/stamp-pins.ts`,
 * `png/stamp-texts.ts`).
 */
export type SvgShape = PathShape | ImageShape;

const opacityOf = (name: string, opacity: number): string =>
  opacity === 1 ? '' : ` ${name}-opacity="${decimal(opacity)}"`;

function svgPath({ d, fill, stroke, fillsUnion }: PathShape): string {
  if (d === '') return '';
  const filled =
    fill === null
      ? ' fill="none"'
      : ` fill="${fill.color}" fill-rule="${fillsUnion ? 'nonzero' : 'evenodd'}"${opacityOf('fill', fill.opacity)}`;
  if (stroke === null) return `<path d="${d}"${filled}/>`;
  const dash =
    stroke.dashPt === undefined ? '' : ` stroke-dasharray="${stroke.dashPt.map(decimal).join(' ')}"`;
  const cap = stroke.cap === undefined ? '' : ` stroke-linecap="${stroke.cap}"`;
  return `<path d="${d}"${filled} stroke="${stroke.color}" stroke-width="${decimal(stroke.widthPt)}"${opacityOf('stroke', stroke.opacity)}${dash}${cap}/>`;
}

function svgImage({ xPt, yPt, widthPt, heightPt, mediaType, bytes }: ImageShape): string {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return (
    `<image x="${decimal(xPt)}" y="${decimal(yPt)}" width="${decimal(widthPt)}" height="${decimal(heightPt)}"` +
    ` preserveAspectRatio="none" href="data:${mediaType};base64,${base64}"/>`
  );
}

/**
 * Shapes in their order, on a page stretched to so many pixels. No group is written: one with opacity outside
 * the canvas ends resvg's process.
 */
export function writeSvg(
  page: Pick<Scene, 'widthPt' | 'heightPt'>,
  shapes: readonly SvgShape[],
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): string {
  const body = shapes.map((shape) => (shape.kind === 'path' ? svgPath(shape) : svgImage(shape)));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" preserveAspectRatio="none"` +
    ` viewBox="0 0 ${decimal(page.widthPt)} ${decimal(page.heightPt)}" stroke-linejoin="round">${body.join('')}</svg>`
  );
}
