import { SYMBOLS } from '../symbols.js';
import { CELL_PT } from './place-grid.js';
import type { SymbolSize } from './symbol-size.js';

/** A row of half pixels of a symbol, which is as wide to the left as to the right of its place. */
export interface SymbolRow {
  /** Of the row of its place. */
  down: number;
  /** Cells to either side that the symbol touches. */
  touches: number;
  /** Cells to either side that it hides wholly; -1: none. */
  hides: number;
}

const STEPS_OF_CURVE = 60;
/** Of a symbol of 100 points: curves are that far from their chords at most. */
const CHORD_ERROR = 0.05;

/** Symbols have no holes and are one piece in each row, and narrow from their widest row upwards and downwards. */
export function symbolRows({ symbol, sizePt }: SymbolSize): SymbolRow[] {
  // The first layer is the white edge, along the outline of the layers upon it: nothing reaches further.
  const { d, strokePt } = SYMBOLS[symbol][0]!;
  const outline = flattened(d);
  const edge = strokePt / 2;
  const unit = (CELL_PT * 100) / sizePt;
  const halfWidth = (y: number): number =>
    Math.max(
      ...outline.map(([px, py]) =>
        Math.abs(y - py) > edge ? -1 : px + Math.sqrt(edge ** 2 - (y - py) ** 2),
      ),
      ...widthsAt(outline, y),
    );
  const ys = outline.map(([, y]) => y);
  const [top, bottom] = [Math.min(...ys) - edge, Math.max(...ys) + edge];
  const rows: SymbolRow[] = [];
  for (let down = Math.floor(top / unit + 0.5); (down - 0.5) * unit < bottom; down++) {
    const [from, to] = [Math.max(top, (down - 0.5) * unit), Math.min(bottom, (down + 0.5) * unit)];
    const within = outline.filter(([, y]) => y > from && y < to).map(([, y]) => halfWidth(y));
    const widest = Math.max(halfWidth(from), halfWidth(to), ...within) + CHORD_ERROR;
    const isWhole = (down - 0.5) * unit >= top && (down + 0.5) * unit <= bottom;
    const narrowest = isWhole ? Math.min(halfWidth(from), halfWidth(to)) - CHORD_ERROR : -1;
    rows.push({ down, touches: Math.ceil(widest / unit - 0.5), hides: Math.floor(narrowest / unit - 0.5) });
  }
  return rows;
}

/** Right halves of the filled shape at a height. */
function widthsAt(outline: readonly [number, number][], y: number): number[] {
  return outline.flatMap(([x1, y1], i) => {
    const [x2, y2] = outline[(i + 1) % outline.length]!;
    return y1 !== y2 && Math.min(y1, y2) <= y && y <= Math.max(y1, y2)
      ? [x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)]
      : [];
  });
}

/** Points of a path of one M and cubic curves. */
function flattened(d: string): [number, number][] {
  const numbers = (d.match(/-?[\d.]+/g) ?? []).map(Number);
  let [x, y] = [numbers[0]!, numbers[1]!];
  const points: [number, number][] = [[x, y]];
  for (let i = 2; i + 6 <= numbers.length; i += 6) {
    const [x1, y1, x2, y2, x3, y3] = numbers.slice(i, i + 6) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let step = 1; step <= STEPS_OF_CURVE; step++) {
      const t = step / STEPS_OF_CURVE;
      const [a, b, c, e] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
      points.push([a * x + b * x1 + c * x2 + e * x3, a * y + b * y1 + c * y2 + e * y3]);
    }
    [x, y] = [x3, y3];
  }
  return points;
}
