import type { PinsShape } from '../scene.js';
import { hasDarkSign, layersOf } from '../symbols.js';
import { by255, type Canvas } from './canvas.js';
import { STAMP_STEPS, type Stamp, stampsOf } from './stamps.js';

/**
 * Draws markers upon what is there, the last on top. resvg takes 0.1 ms for each, as `<use>` or as paths
 * (10,000: 1.6 s, 100,000: 5 s on a busy core); a symbol drawn once and blended where it is wanted takes 2
 * µs.
 */
export function stampPins(canvas: Canvas, shape: PinsShape, pxPerPt: number): void {
  const stampsOfColor = colorStamps(shape, shape.sizePt * pxPerPt);
  const colors = shape.colors.map((color) => Number.parseInt(color.slice(1), 16));
  for (let index = 0; index < shape.colorOf.length; index++) {
    const x = shape.places[2 * index]! * pxPerPt;
    const y = shape.places[2 * index + 1]! * pxPerPt;
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const step = Math.floor((y - top) * STAMP_STEPS) * STAMP_STEPS + Math.floor((x - left) * STAMP_STEPS);
    // A place that is no number has no step.
    const stamp = stampsOfColor[shape.colorOf[index]!]?.[step];
    if (stamp !== undefined) blend(canvas, stamp, left, top, colors[shape.colorOf[index]!] ?? 0);
  }
}

/** Stamps of each colour that occurs; colours with the same sign share them. */
function colorStamps(
  { symbol, colorOf, colors, signs }: PinsShape,
  sizePx: number,
): readonly (Stamp[] | undefined)[] {
  const known = new Map<string, Stamp[]>();
  const used = new Set(colorOf);
  return colors.map((color, i) => {
    if (!used.has(i)) return undefined;
    const isDark = symbol === 'pin' && hasDarkSign(color);
    const key = `${signs?.[i]} ${isDark}`;
    const stamps = known.get(key) ?? stampsOf(symbol, layersOf(symbol, signs?.[i], isDark), sizePx);
    known.set(key, stamps);
    return stamps;
  });
}

function blend(
  { pixels, widthPx, heightPx }: Canvas,
  stamp: Stamp,
  left: number,
  top: number,
  color: number,
): void {
  const { dx, dy, opacity, colorShare, whiteShare } = stamp;
  const [red, green, blue] = [color >> 16, (color >> 8) & 255, color & 255];
  for (let index = 0; index < opacity.length; index++) {
    const x = left + dx[index]!;
    const y = top + dy[index]!;
    if (x < 0 || y < 0 || x >= widthPx || y >= heightPx) continue;
    const at = 4 * (y * widthPx + x);
    const share = colorShare[index]!;
    const white = 255 * whiteShare[index]!;
    const rest = 255 - opacity[index]!;
    pixels[at] = by255(red * share + white + pixels[at]! * rest);
    pixels[at + 1] = by255(green * share + white + pixels[at + 1]! * rest);
    pixels[at + 2] = by255(blue * share + white + pixels[at + 2]! * rest);
  }
}
