import { Resvg } from '@resvg/resvg-js';
import { openFace } from '../shaping/open-face.js';
import type { PlacedGlyph } from '../shaping/shape-line.js';

/** Horizontal positions of a letter within a pixel. Vertically letters stand on whole pixels, which keeps their feet sharp. */
export const STEPS = 4;

/** Letters are drawn on sheets of this size, 32 MB, which are read and thrown away. */
const SHEET_PX = { width: 2048, height: 4096 };

/** A letter in pixels. */
export interface GlyphKind {
  glyph: PlacedGlyph['glyph'];
  file: string;
  sizePx: number;
  /** Width of the line along the outlines, for a halo; 0: the letter itself. */
  strokePx: number;
  /** 0 to STEPS - 1 */
  step: number;
}

/** Coverage of pixels by a letter, 0 to 255, row by row. */
export interface GlyphMask {
  /** Pixels from the one that holds the letter's origin. */
  left: number;
  top: number;
  width: number;
  height: number;
  coverage: Uint8Array;
}

export const keyOf = ({ glyph, file, sizePx, strokePx, step }: GlyphKind): string =>
  `${glyph.id} ${sizePx.toFixed(2)} ${strokePx.toFixed(2)} ${step} ${file}`;

interface Cell extends Omit<GlyphMask, 'coverage'> {
  key: string;
  kind: GlyphKind;
  scale: number;
  x: number;
  y: number;
}

/** Masks by `keyOf`. Blanks have none. */
export function glyphMasks(kinds: ReadonlyMap<string, GlyphKind>): Map<string, GlyphMask> {
  const masks = new Map<string, GlyphMask>();
  let sheet: Cell[] = [];
  let pen = { x: 0, y: 0, rowPx: 0 };
  const finish = (): void => {
    if (sheet.length > 0) readSheet(sheet, masks);
    sheet = [];
    pen = { x: 0, y: 0, rowPx: 0 };
  };
  for (const [key, kind] of kinds) {
    const cell = cellOf(key, kind);
    if (cell === null) continue;
    if (pen.x + cell.width > SHEET_PX.width) pen = { x: 0, y: pen.y + pen.rowPx, rowPx: 0 };
    if (pen.y + cell.height > SHEET_PX.height) finish();
    cell.x = pen.x;
    cell.y = pen.y;
    pen.x += cell.width;
    pen.rowPx = Math.max(pen.rowPx, cell.height);
    sheet.push(cell);
  }
  finish();
  return masks;
}

function cellOf(key: string, kind: GlyphKind): Cell | null {
  const { glyph, file, sizePx, strokePx } = kind;
  if (glyph.path.commands.length === 0) return null;
  const scale = sizePx / openFace(file).unitsPerEm;
  const { minX, minY, maxX, maxY } = glyph.path.bbox;
  const edge = strokePx / 2 + 1;
  const left = Math.floor(minX * scale - edge);
  const top = Math.floor(-maxY * scale - edge);
  const width = Math.ceil(maxX * scale + edge + 1) - left;
  const height = Math.ceil(-minY * scale + edge) - top;
  const isDrawn = width > 0 && width <= SHEET_PX.width && height > 0 && height <= SHEET_PX.height;
  return isDrawn ? { key, kind, scale, left, top, width, height, x: 0, y: 0 } : null;
}

function readSheet(cells: readonly Cell[], masks: Map<string, GlyphMask>): void {
  const widthPx = Math.max(...cells.map(({ x, width }) => x + width));
  const heightPx = Math.max(...cells.map(({ y, height }) => y + height));
  const paths = cells.map(({ kind, scale, x, y, left, top }) => {
    const stroke = kind.strokePx === 0 ? '' : ` stroke="#000" stroke-width="${kind.strokePx / scale}"`;
    const place = `${scale} 0 0 ${-scale} ${x - left + kind.step / STEPS} ${y - top}`;
    return `<path transform="matrix(${place})" d="${kind.glyph.path.toSVG()}"${stroke}/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" stroke-linejoin="round">${paths.join('')}</svg>`;
  const pixels = new Resvg(svg, { font: { loadSystemFonts: false } }).render().pixels;
  for (const { key, x, y, left, top, width, height } of cells) {
    const coverage = new Uint8Array(width * height);
    for (let row = 0; row < height; row++) {
      const from = (y + row) * widthPx + x;
      for (let column = 0; column < width; column++) {
        coverage[row * width + column] = pixels[4 * (from + column) + 3]!;
      }
    }
    masks.set(key, { left, top, width, height, coverage });
  }
}
