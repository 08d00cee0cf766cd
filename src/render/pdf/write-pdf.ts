import type { Readable } from 'node:stream';
import type { Fonts } from '../fonts.js';
import type { Scene } from '../scene.js';
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
 * The scene as a PDF of one page of its size: areas and lines as vectors, text in embedded faces, of each face the glyphs that occur.
 * Throws on shapes that are malformed, or when a font cannot be read.
 */
export function writePdf(scene: Scene, fonts: Fonts, { createdAt, attributions }: PdfAbout): Readable {
  const document = new PictureDocument(scene.widthPt, scene.heightPt, {
    title: scene.title.slice(0, MAX_TITLE).toWellFormed(),
    subject: attributions.join('; ').slice(0, MAX_SUBJECT).toWellFormed(),
    createdAt,
  });
  const faces = new PageFaces(document);
  for (const shape of scene.shapes) {
    switch (shape.kind) {
      case 'path':
        drawPath(document, shape);
        break;
      case 'pins':
        drawPins(document, shape);
        break;
      case 'text':
        drawText(document, faces, fonts, shape);
        break;
      case 'image':
        drawImage(document, shape);
        break;
    }
  }
  document.end();
  return document;
}
