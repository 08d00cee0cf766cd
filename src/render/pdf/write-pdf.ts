import type { Readable } from 'node:stream';
import type { Fonts } from '../fonts.js';
import type { Scene, Shape } from '../scene.js';
import { drawImage } from './draw-image.js';
import { drawPath } from './draw-path.js';
import { drawPins } from './draw-pins.js';
import { drawText } from './draw-text.js';
import { PageFaces } from './page-faces.js';
import { PictureDocument } from './picture-document.js';

/** Metadata of the file beside the scene's title. The same scene at the same time gives the same bytes. */
export interface PdfAbout {
  createdAt: Date;
  /** Owners of the data that the map shows. */
  attributions: readonly string[];
}

const MAX_TITLE = 1000;
const MAX_SUBJECT = 4000;

/**
 * The scene as a PDF of one page of its size: areas and lines as vectors, text in embedded faces, of each
 * face the glyphs that occur. It is tagged: the map is a figure, and title, legend and footer are paragraphs.
 * Throws on shapes that are malformed, or when a font cannot be read.
 */
export function writePdf(scene: Scene, fonts: Fonts, { createdAt, attributions }: PdfAbout): Readable {
  const document = new PictureDocument(scene.widthPt, scene.heightPt, {
    title: scene.title.slice(0, MAX_TITLE).toWellFormed(),
    subject: attributions.join('; ').slice(0, MAX_SUBJECT).toWellFormed(),
    createdAt,
  });
  const faces = new PageFaces(document);
  const draw = (shape: Shape): void => drawShape(document, faces, fonts, shape);
  const around = scene.shapes.length - (scene.textsAround ?? 0);
  const alt = `Map: ${scene.title.slice(0, MAX_TITLE).toWellFormed()}`;
  document.element('Figure', () => scene.shapes.slice(0, around).forEach(draw), alt);
  for (const text of scene.shapes.slice(around)) document.element('P', () => draw(text));
  document.end();
  return document;
}

function drawShape(document: PictureDocument, faces: PageFaces, fonts: Fonts, shape: Shape): void {
  if (shape.kind === 'path') drawPath(document, shape);
  else if (shape.kind === 'pins') drawPins(document, shape);
  else if (shape.kind === 'text') drawText(document, faces, fonts, shape);
  else drawImage(document, shape);
}
