import { Resvg } from '@resvg/resvg-js';
import { openFace } from '../shaping/open-face.js';
import type { PlacedGlyph } from '../shaping/shape-line.js';

/**
 * Positions of a letter within a pixel. Level letters stand on whole pixels, which keeps their feet sharp.
 */
export const GLYPH_STEPS = 4;

/** Letters are drawn on sheets of this size, 32 MB, which are read and thrown away. */
const SHEET_PX = { width: 2048, height: 4096 };

/** A letter in pixels. */
export interface GlyphKind {
  glyph: PlacedGlyph['glyph'];
  file: string;
  sizePx: number;
  /** Width of the line along the outlines, for a halo; 0: the letter itself. */
  strokePx: number;
  /** 0 to STEPS - 1, and for letters of a turned line the one from above. */
  step: number;
  stepDown: number;
  /** Clockwise. */
  turnDeg: number;
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

export const glyphKey = ({ glyph, file, sizePx, strokePx, step, stepDown, turnDeg }: GlyphKind): string =>
  `${glyph.id} ${sizePx.toFixed(2)} ${strokePx.toFixed(2)} ${step} ${stepDown} ${turnDeg} ${file}`;

/** Operands a, b, c and d of an SVG matrix that scales outlines, whose y goes up, and turns them. */
function turned(turnDeg: number, scale: number): [number, number, number, number] {
  const [cos, sin] = [Math.cos, Math.sin].map((of) => scale * of((turnDeg * Math.PI) / 180)) as [
    number,
    number,
  ];
  return [cos, sin, sin, -cos];
}

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
  const [a, b, c, d] = turned(kind.turnDeg, scale);
  const corners = [minX, maxX].flatMap((x) =>
    [minY, maxY].map((y) => [a * x + c * y, b * x + d * y] as const),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const left = Math.floor(Math.min(...xs) - edge);
  const top = Math.floor(Math.min(...ys) - edge);
  const width = Math.ceil(Math.max(...xs) + edge + 1) - left;
  const height = Math.ceil(Math.max(...ys) + edge + (kind.turnDeg === 0 ? 0 : 1)) - top;
  const isDrawn = width > 0 && width <= SHEET_PX.width && height > 0 && height <= SHEET_PX.height;
  return isDrawn ? { key, kind, scale, left, top, width, height, x: 0, y: 0 } : null;
}

function readSheet(cells: readonly Cell[], masks: Map<string, GlyphMask>): void {
  const widthPx = Math.max(...cells.map(({ x, width }) => x + width));
  const heightPx = Math.max(...cells.map(({ y, height }) => y + height));
  const paths = cells.map(({ kind, scale, x, y, left, top }) => {
    const stroke = kind.strokePx === 0 ? '' : ` stroke="#000" stroke-width="${kind.strokePx / scale}"`;
    const matrix = turned(kind.turnDeg, scale).join(' ');
    const place = `${matrix} ${x - left + kind.step / GLYPH_STEPS} ${y - top + kind.stepDown / GLYPH_STEPS}`;
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
