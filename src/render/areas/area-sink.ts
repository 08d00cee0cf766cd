import type { GeoStream } from 'd3-geo';
import type { PageBox } from '../map-frame.js';

/** Points nearer to each other are one: less than half a pixel at 200 dpi. */
const SAME_PT = 0.15;
/** Smaller rings are left out: an archipelago has thousands. */
const LEAST_RING_PT = 0.45;
const EDGE_PT = 1e-6;

/** Collects the projected lines of one area or its border, simplified. */
export class AreaSink implements GeoStream {
  d = '';
  /** Square points; overlapping parts count once or more. */
  areaPt2 = 0;
  left = Number.POSITIVE_INFINITY;
  top = Number.POSITIVE_INFINITY;
  right = Number.NEGATIVE_INFINITY;
  bottom = Number.NEGATIVE_INFINITY;
  /** Tells whether a part of its edge is the map's. */
  isCut = false;
  readonly #boxes: readonly PageBox[];
  #isPolygon = false;
  /** x, y, x, y, … of the current ring or line. */
  #points: number[] = [];

  /** @param boxes where the map and its insets are cut */
  constructor(boxes: readonly PageBox[]) {
    this.#boxes = boxes;
  }

  get isEmpty(): boolean {
    return this.left > this.right;
  }

  polygonStart(): void {
    this.#isPolygon = true;
  }

  polygonEnd(): void {
    this.#isPolygon = false;
  }

  lineStart(): void {
    this.#points = [];
  }

  point(x: number, y: number): void {
    this.left = Math.min(this.left, x);
    this.right = Math.max(this.right, x);
    this.top = Math.min(this.top, y);
    this.bottom = Math.max(this.bottom, y);
    const points = this.#points;
    const at = points.length;
    const [beforeX, beforeY] = [points[at - 2], points[at - 1]];
    if (at > 0 && Math.abs(x - beforeX!) < SAME_PT && Math.abs(y - beforeY!) < SAME_PT) return;
    if (at > 0 && !this.isCut) this.isCut = this.#isAlongEdge(beforeX!, beforeY!, x, y);
    points.push(x, y);
  }

  lineEnd(): void {
    const points = this.#points;
    if (points.length < (this.#isPolygon ? 6 : 4) || isSmall(points)) return;
    let d = '';
    let sum = 0;
    let [beforeX, beforeY] = [points.at(-2)!, points.at(-1)!];
    if (this.#isPolygon && !this.isCut)
      this.isCut = this.#isAlongEdge(beforeX, beforeY, points[0]!, points[1]!);
    for (let i = 0; i < points.length; i += 2) {
      const [x, y] = [points[i]!, points[i + 1]!];
      d += `${i === 0 ? 'M' : 'L'}${Math.round(x * 100) / 100},${Math.round(y * 100) / 100}`;
      sum += beforeX * y - x * beforeY;
      [beforeX, beforeY] = [x, y];
    }
    this.d += this.#isPolygon ? `${d}Z` : d;
    if (this.#isPolygon) this.areaPt2 += Math.abs(sum) / 2;
  }

  #isAlongEdge(x1: number, y1: number, x2: number, y2: number): boolean {
    const isAt = (a: number, b: number, edge: number): boolean =>
      Math.abs(a - edge) < EDGE_PT && Math.abs(b - edge) < EDGE_PT;
    return this.#boxes.some(
      ({ xPt, yPt, widthPt, heightPt }) =>
        isAt(x1, x2, xPt) || isAt(x1, x2, xPt + widthPt) || isAt(y1, y2, yPt) || isAt(y1, y2, yPt + heightPt),
    );
  }
}

function isSmall(points: readonly number[]): boolean {
  const [x, y] = [points[0]!, points[1]!];
  for (let i = 2; i < points.length; i += 2) {
    if (Math.max(Math.abs(points[i]! - x), Math.abs(points[i + 1]! - y)) > LEAST_RING_PT) return false;
  }
  return true;
}
