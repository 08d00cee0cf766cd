import type { FittedProjection, PageBox } from '../map-frame.js';

type WarpPoint = readonly [lon: number, lat: number] | null;

/** Side of the squares that are tested first. */
const CELL_PX = 32;
/** Largest error of an interpolated place, in pixels. */
const TOLERANCE_PX = 0.2;
/**
 * x, y, width, height in pixels; then longitude and latitude of its corners: upper left, upper right, lower
 * left, lower right.
 */
export const CELL_FIELDS = 12;

/**
 * Which place of the earth is at each pixel of a picture: cells in which it follows from those at the corners
 * by bilinear interpolation, within a fifth of a pixel, and single pixels where it does not, as at poles and
 * at the earth's edge. Longitudes within a cell do not jump; they may lie beyond ±180. Pixels in no cell show
 * no place.
 */
export interface WarpPlan {
  readonly widthPx: number;
  readonly heightPx: number;
  /** `CELL_FIELDS` numbers a cell. */
  readonly cells: Float64Array;
  /** Bounds of all cells, in degrees of latitude. */
  readonly south: number;
  readonly north: number;
}

interface Size {
  widthPx: number;
  heightPx: number;
}

/** @param box in the points of the projection; stretched to `size` */
export function planWarp(projection: Pick<FittedProjection, 'invert'>, box: PageBox, size: Size): WarpPlan {
  const { widthPx, heightPx } = size;
  const placeAt = (x: number, y: number): WarpPoint =>
    projection.invert([box.xPt + (x / widthPx) * box.widthPt, box.yPt + (y / heightPx) * box.heightPt]);
  const cells = new Cells(placeAt);
  const lines = Array.from({ length: Math.ceil(heightPx / CELL_PX) + 1 }, (_, row) =>
    Array.from({ length: Math.ceil(widthPx / CELL_PX) + 1 }, (_, column) =>
      placeAt(Math.min(column * CELL_PX, widthPx), Math.min(row * CELL_PX, heightPx)),
    ),
  );
  for (let row = 0; row < lines.length - 1; row++) {
    const [above, below] = [lines[row]!, lines[row + 1]!];
    for (let column = 0; column < above.length - 1; column++) {
      const [x, y] = [column * CELL_PX, row * CELL_PX];
      const corners: Corners = [above[column]!, above[column + 1]!, below[column]!, below[column + 1]!];
      cells.add(x, y, Math.min(CELL_PX, widthPx - x), Math.min(CELL_PX, heightPx - y), corners);
    }
  }
  return { widthPx, heightPx, ...cells.finish() };
}

type Corners = readonly [WarpPoint, WarpPoint, WarpPoint, WarpPoint];

class Cells {
  readonly #placeAt: (x: number, y: number) => WarpPoint;
  #fields = new Float64Array(4096 * CELL_FIELDS);
  #length = 0;
  #south = Number.POSITIVE_INFINITY;
  #north = Number.NEGATIVE_INFINITY;

  constructor(placeAt: (x: number, y: number) => WarpPoint) {
    this.#placeAt = placeAt;
  }

  finish(): Pick<WarpPlan, 'cells' | 'south' | 'north'> {
    return { cells: this.#fields.slice(0, this.#length), south: this.#south, north: this.#north };
  }

  add(x: number, y: number, width: number, height: number, corners: Corners): void {
    if (width === 1 && height === 1) {
      const place = this.#placeAt(x + 0.5, y + 0.5);
      if (place !== null) this.#push(x, y, 1, 1, [place, place, place, place]);
      return;
    }
    const [upperLeft, upperRight, lowerLeft, lowerRight] = corners;
    const [halfWidth, halfHeight] = [width / 2, height / 2];
    const middle = this.#placeAt(x + halfWidth, y + halfHeight);
    if (middle === null && corners.every((corner) => corner === null)) return;
    const upper = this.#placeAt(x + halfWidth, y);
    const leftmost = this.#placeAt(x, y + halfHeight);
    const isSmooth =
      middle !== null &&
      upper !== null &&
      leftmost !== null &&
      isFull(corners) &&
      follow({ width, height }, corners, { middle, upper, leftmost });
    if (isSmooth) {
      this.#push(x, y, width, height, corners as FullCorners);
      return;
    }
    // Half of an odd number is no whole pixel, and a cell begins at a whole one.
    const [left, top] = [Math.ceil(halfWidth), Math.ceil(halfHeight)];
    const center = left === halfWidth && top === halfHeight ? middle : this.#placeAt(x + left, y + top);
    const above = left === halfWidth ? upper : this.#placeAt(x + left, y);
    const before = top === halfHeight ? leftmost : this.#placeAt(x, y + top);
    const after = this.#placeAt(x + width, y + top);
    const below = this.#placeAt(x + left, y + height);
    const [right, bottom] = [width - left, height - top];
    this.add(x, y, left, top, [upperLeft, above, before, center]);
    if (right > 0) this.add(x + left, y, right, top, [above, upperRight, center, after]);
    if (bottom > 0) this.add(x, y + top, left, bottom, [before, center, lowerLeft, below]);
    if (right > 0 && bottom > 0)
      this.add(x + left, y + top, right, bottom, [center, after, below, lowerRight]);
  }

  #push(x: number, y: number, width: number, height: number, corners: FullCorners): void {
    if (this.#length === this.#fields.length) {
      const longer = new Float64Array(2 * this.#length);
      longer.set(this.#fields);
      this.#fields = longer;
    }
    const places = unwound(corners);
    this.#fields.set(
      [x, y, width, height, ...places[0], ...places[1], ...places[2], ...places[3]],
      this.#length,
    );
    this.#length += CELL_FIELDS;
    for (const [, lat] of places) {
      this.#south = Math.min(this.#south, lat);
      this.#north = Math.max(this.#north, lat);
    }
  }
}

type FullPlace = NonNullable<WarpPoint>;
type FullCorners = readonly [FullPlace, FullPlace, FullPlace, FullPlace];

const isFull = (corners: Corners): corners is FullCorners => corners.every((corner) => corner !== null);

/** Within half a turn. */
const turned = (degrees: number): number => degrees - 360 * Math.round(degrees / 360);

/** Longitudes within half a turn of the first. */
function unwound([first, ...others]: FullCorners): FullCorners {
  const [b, c, d] = others.map(([lon, lat]) => [first[0] + turned(lon - first[0]), lat] as const);
  return [first, b!, c!, d!];
}

/**
 * Tells whether places within a cell are where bilinear interpolation has them. Of conformal maps the middle
 * alone says nothing: it is always the mean of the corners, nearly, and the edges are off.
 */
function follow(
  { width, height }: { width: number; height: number },
  corners: FullCorners,
  { middle, upper, leftmost }: Record<'middle' | 'upper' | 'leftmost', FullPlace>,
): boolean {
  const [a, b, c, d] = unwound(corners);
  const shrink = Math.max(Math.cos((a[1] * Math.PI) / 180), 1e-9);
  const apart = (p: FullPlace, q: FullPlace): number => Math.hypot(turned(p[0] - q[0]) * shrink, p[1] - q[1]);
  // A pixel in degrees, by the shortest edge: the others may jump.
  const pixel = Math.min(
    apart(a, b) / width,
    apart(c, d) / width,
    apart(a, c) / height,
    apart(b, d) / height,
  );
  const isNear = (place: FullPlace, ...between: readonly FullPlace[]): boolean => {
    const mean = (i: 0 | 1): number => between.reduce((sum, corner) => sum + corner[i], 0) / between.length;
    return apart([mean(0), mean(1)], place) <= TOLERANCE_PX * pixel;
  };
  return isNear(middle, a, b, c, d) && isNear(upper, a, b) && isNear(leftmost, a, c);
}
