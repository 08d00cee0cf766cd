import type { Fonts } from '../fonts.js';
import type { TextShape } from '../scene.js';
import { type PlacedGlyph, type ShapedLine, shapeLine } from '../shaping/shape-line.js';
import { decimal } from './numbers.js';
import type { PageFace, PageFaces } from './page-faces.js';
import type { PictureDocument } from './picture-document.js';

/** Fonts cut lines much shorter; whatever they do, this many are shaped in a tenth of a second. */
const MAX_CHARACTERS = 8000;

const PART_OF_WIDTH = { start: 0, middle: 0.5, end: 1 } as const;

/** Draws a line of text that can be selected and searched, once, whatever lies around it. */
export function drawText(document: PictureDocument, faces: PageFaces, fonts: Fonts, shape: TextShape): void {
  if (shape.turnDeg === undefined) {
    drawLevel(document, faces, fonts, shape);
    return;
  }
  document.save();
  document.rotate(shape.turnDeg, { origin: [shape.xPt, shape.yPt] });
  drawLevel(document, faces, fonts, shape);
  document.restore();
}

function drawLevel(document: PictureDocument, faces: PageFaces, fonts: Fonts, shape: TextShape): void {
  const runs = fonts.runs(shape.text.slice(0, MAX_CHARACTERS), shape.weight, shape.italic);
  const line = shapeLine(runs);
  if (line.glyphs.length === 0) return;
  const left = shape.xPt - PART_OF_WIDTH[shape.anchor] * line.widthEm * shape.sizePt;
  if (shape.halo) drawHalo(document, faces, shape, shape.halo, line, left);
  document.fillColor(shape.color, 1);
  if (line.needsText) {
    document.markContent('Span', { actual: runs.map(({ text }) => text).join('') });
  }
  document.addContent(`BT\n${lettersOf(line.glyphs, faces, shape, left)}ET`);
  if (line.needsText) document.endMarkedContent();
  const marks = line.glyphs.filter((glyph) => glyph.isMark);
  document.addContent(outlinesOf(marks, 'fill', faces, shape, left));
}

/** Draws the halo as outlines: a search would find stroked text a second time. */
function drawHalo(
  document: PictureDocument,
  faces: PageFaces,
  shape: TextShape,
  halo: { color: string; widthPt: number },
  line: ShapedLine,
  left: number,
): void {
  document.strokeColor(halo.color, 1);
  const widths = new Map<string, PlacedGlyph[]>();
  for (const glyph of line.glyphs) {
    const { file } = glyph.face;
    const ofFace = widths.get(file);
    if (ofFace) ofFace.push(glyph);
    else widths.set(file, [glyph]);
  }
  for (const [file, glyphs] of widths) {
    // The width is scaled with the outlines.
    const width = (halo.widthPt * faces.get(file).unitsPerEm) / shape.sizePt;
    document.addContent(`[] 0 d 1 j 1 J ${decimal(width)} w`);
    document.addContent(outlinesOf(glyphs, 'stroke', faces, shape, left));
  }
}

function outlinesOf(
  glyphs: readonly PlacedGlyph[],
  paint: 'fill' | 'stroke',
  faces: PageFaces,
  { yPt, sizePt }: TextShape,
  left: number,
): string {
  let operators = '';
  for (const { face, glyph, x, y } of glyphs) {
    const pageFace = faces.get(face.file);
    const outline = pageFace.outline(glyph, paint);
    if (outline === null) continue;
    const scale = (sizePt / pageFace.unitsPerEm).toFixed(6);
    const place = `${decimal(left + x * sizePt)} ${decimal(yPt - y * sizePt)}`;
    operators += `q ${scale} 0 0 -${scale} ${place} cm /${outline} Do Q\n`;
  }
  return operators;
}

/**
 * Operators that show letters where they were placed: their codes, and between them the offsets that widths
 * do not give. Marks are blanks here, as readers of PDFs end a word at a glyph beside the line; the marks are
 * drawn as outlines.
 */
function lettersOf(
  glyphs: readonly PlacedGlyph[],
  faces: PageFaces,
  { yPt, sizePt }: TextShape,
  left: number,
): string {
  let operators = '';
  let shown = '';
  let codes = '';
  let face: PageFace | undefined;
  let pen = { x: 0, y: 0 };
  const endCodes = () => {
    if (codes !== '') shown += `<${codes}>`;
    codes = '';
  };
  const show = () => {
    endCodes();
    if (shown !== '') operators += `[${shown}] TJ\n`;
    shown = '';
  };
  for (const placed of glyphs) {
    const ofGlyph = faces.get(placed.face.file);
    if (placed.isMark) {
      // A search misses a mark that begins a line in a face of its own.
      if (placed.text !== '' && ofGlyph === face) codes += face.blank(placed.text) ?? '';
      continue;
    }
    if (ofGlyph !== face || placed.y !== pen.y) {
      show();
      if (ofGlyph !== face) operators += `/${ofGlyph.name} ${decimal(sizePt)} Tf\n`;
      const place = `${decimal(left + placed.x * sizePt)} ${decimal(yPt - placed.y * sizePt)}`;
      operators += `1 0 0 -1 ${place} Tm\n`;
      face = ofGlyph;
      pen = { x: placed.x, y: placed.y };
    }
    const gap = Math.round((placed.x - pen.x) * 1000);
    if (gap !== 0) {
      endCodes();
      shown += -gap;
      pen.x += gap / 1000;
    }
    codes += face.code(placed);
    pen.x += placed.glyph.advanceWidth / face.unitsPerEm;
  }
  show();
  return operators;
}
