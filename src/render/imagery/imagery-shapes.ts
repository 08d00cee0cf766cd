import jpeg from 'jpeg-js';
import type { MapFrame } from '../map-frame.js';
import { type PictureOptions, PNG_DPI } from '../options.js';
import { encodePng } from '../png/encode-png.js';
import type { ImageShape, Shape } from '../scene.js';
import { fillEmpty, spreadEdge } from './edge.js';
import { type ImagerySampler, warp } from './warp.js';
import type { WarpPlan } from './warp-plan.js';

/**
 * Resolution of imagery in a PDF, a continuous tone: with 200 the file is twice as large and looks the same
 * in print.
 */
const PDF_DPI = 150;
const JPEG_QUALITY = 85;
/** Level of zlib for a PNG that is drawn into another PNG at once. */
const FAST = 1;
/** Blocks of a JPEG are 8 pixels wide. */
const EDGE_PX = 8;
const PAPER = '#ffffff';
/**
 * The deep sea of the Blue Marble, darker: fills maps with insets where they go on beyond their projection.
 */
const BEYOND = '#10192b';

/** Pixels an inch that imagery of this format has at most. */
export const mostDpiOf = (format: PictureOptions['format']): number => (format === 'pdf' ? PDF_DPI : PNG_DPI);

/**
 * Imagery as the ground of a map: one picture of the map's box, and paper upon it beyond the earth's edge, so
 * that the edge is as sharp as the other lines. PDFs get JPEGs, 5 times as small.
 */
export function imageryShapes(
  frame: Pick<MapFrame, 'map' | 'sphere'>,
  plan: WarpPlan,
  samplers: readonly ImagerySampler[],
  format: PictureOptions['format'],
): Shape[] {
  const { widthPx, heightPx } = plan;
  const pixels = warp(plan, samplers);
  if (frame.sphere !== '') spreadEdge(pixels, widthPx, heightPx, EDGE_PX);
  fillEmpty(pixels, frame.sphere === '' ? BEYOND : PAPER);
  const { xPt, yPt, widthPt, heightPt } = frame.map;
  const image: ImageShape = {
    kind: 'image',
    xPt,
    yPt,
    widthPt,
    heightPt,
    ...(format === 'pdf'
      ? {
          mediaType: 'image/jpeg',
          bytes: jpeg.encode({ data: pixels, width: widthPx, height: heightPx }, JPEG_QUALITY).data,
        }
      : {
          mediaType: 'image/png',
          bytes: encodePng({ widthPx, heightPx, pixels }, { dpi: PNG_DPI, title: '', level: FAST }),
        }),
  };
  if (frame.sphere === '') return [image];
  // A little wider than the image, or else both would be blended at its edge.
  const [left, top, right, bottom] = [xPt - 1, yPt - 1, xPt + widthPt + 1, yPt + heightPt + 1].map(
    (pt) => Math.round(100 * pt) / 100,
  );
  const box = `M${left},${top}L${right},${top}L${right},${bottom}L${left},${bottom}Z`;
  return [image, { kind: 'path', d: box + frame.sphere, fill: { color: PAPER, opacity: 1 }, stroke: null }];
}
