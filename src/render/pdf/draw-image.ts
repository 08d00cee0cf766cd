import type { ImageShape } from '../scene.js';
import type { PictureDocument } from './picture-document.js';

/** Draws a PNG or JPEG, stretched to its box. Throws when it is neither. */
export function drawImage(
  document: PictureDocument,
  { bytes, xPt, yPt, widthPt, heightPt }: ImageShape,
): void {
  const image = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  document.opacity(1);
  // Its types do not know the last one: a photograph's camera may have been turned, a map was not.
  const options = { width: widthPt, height: heightPt, ignoreOrientation: true };
  try {
    document.image(image, xPt, yPt, options);
  } catch (error) {
    // pdfkit throws strings.
    throw error instanceof Error ? error : new Error(`An image of the picture cannot be read: ${error}`);
  }
}
