import type { PathShape, Stroke } from '../scene.js';
import { decimal } from './numbers.js';
import { pathOperators } from './path-operators.js';
import type { PictureDocument } from './picture-document.js';

/** Draws an area or a line. Throws on path data that is malformed. */
export function drawPath(document: PictureDocument, { d, fill, stroke, fillsUnion }: PathShape): void {
  if (d === '' || (!fill && !stroke)) return;
  const path = pathOperators(d);
  if (fill) document.fillColor(fill.color, fill.opacity);
  if (stroke) setStroke(document, stroke);
  document.addBytes(path);
  // Filled and stroked at once, a translucent stroke would remove the part of the area below it.
  const rule = fillsUnion ? '' : '*';
  if (fill && stroke && stroke.opacity < 1) {
    document.addContent(`f${rule}`);
    document.addBytes(path);
    document.addContent('S');
  } else {
    document.addContent(fill ? `${stroke ? 'B' : 'f'}${rule}` : 'S');
  }
}

function setStroke(document: PictureDocument, { color, opacity, widthPt, dashPt, cap }: Stroke): void {
  document.strokeColor(color, opacity);
  const dash = (dashPt ?? []).map(decimal).join(' ');
  document.addContent(`${decimal(widthPt)} w 1 j ${cap === 'round' ? 1 : 0} J [${dash}] 0 d`);
}
