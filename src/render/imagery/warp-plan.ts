import type { Box, FittedProjection } from '../map-frame.js';

type Place = readonly [lon: number, lat: number] | null;

/** Side of the squares that are looked at first. */
const CELL_PX = 32;
/** How far a place may be from where it belongs, in pixels. */
const TOLERANCE_PX = 0.2;
/** x, y, width, height in pixels; then longitude and latitude of its corners: upper left, upper right, lower left, lower right. */
export const CELL_FIELDS = 12;

/**
 * Which place of the earth is at each pixel of a picture: cells in which it follows from those at the corners by bilinear interpolation, within
 * a fifth of a pixel, and single pixels where it does not, as at poles and at the earth's edge. Longitudes within a cell do not jump; they may lie
 * beyond ±180. Pixels in no cell show no place.
 */
export interface WarpPlan {
  readonly widthPx: number;
  readonly heightPx: number;
  /** `CELL_FIELDS` numbers a cell. */
  readonly cells: Float64Array;
  /** Where all cells lie. */
  readonly south: number;
  readonly north: number;
}

interface Size {
  widthPx: number;
  heightPx: number;
}

/** @param box in the points of the projection; stretched to `size` */
export function planWarp(projection: Pick<FittedProjection, 'invert'>, box: Box, size: Size): WarpPlan {
  const { widthPx, heightPx } = size;
  const placeAt = (x: number, y: number): Place =>
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

type Corners = readonly [Place, Place, Place, Place];

class Cells {
  readonly #placeAt: (x: number, y: number) => Place;
  #fields = new Float64Array(4096 * CELL_FIELDS);
  #length = 0;
  #south = Number.POSITIVE_INFINITY;
  #north = Number.NEGATIVE_INFINITY;

  constructor(placeAt: (x: number, y: number) => Place) {
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
    const [left, top] = [Math.ceil(width / 2), Math.ceil(height / 2)];
    const [upperLeft, upperRight, lowerLeft, lowerRight] = corners;
    const middle = this.#placeAt(x + left, y + top);
    if (middle === null && corners.every((corner) => corner === null)) return;
    const upper = this.#placeAt(x + left, y);
    const leftmost = this.#placeAt(x, y + top);
    const isSmooth =
      middle !== null &&
      upper !== null &&
      leftmost !== null &&
      isFull(corners) &&
      this.#follow({ width, height }, corners, [
        [left, top, middle],
        [left, 0, upper],
        [0, top, leftmost],
      ]);
    if (isSmooth) {
      this.#push(x, y, width, height, corners as FullCorners);
      return;
    }
    const rightmost = this.#placeAt(x + width, y + top);
    const lower = this.#placeAt(x + left, y + height);
    const [right, bottom] = [width - left, height - top];
    this.add(x, y, left, top, [upperLeft, upper, leftmost, middle]);
    if (right > 0) this.add(x + left, y, right, top, [upper, upperRight, middle, rightmost]);
    if (bottom > 0) this.add(x, y + top, left, bottom, [leftmost, middle, lowerLeft, lower]);
    if (right > 0 && bottom > 0)
      this.add(x + left, y + top, right, bottom, [middle, rightmost, lower, lowerRight]);
  }

  /**
   * Whether places within a cell are where bilinear interpolation has them. Of conformal maps the middle alone says nothing: it is
   * always the mean of the corners, nearly, and the edges are off.
   */
  #follow(
    { width, height }: { width: number; height: number },
    corners: FullCorners,
    tests: readonly (readonly [right: number, down: number, place: NonNullable<Place>])[],
  ): boolean {
    const [a, b, c, d] = unwound(corners);
    const shrink = Math.max(Math.cos((a[1] * Math.PI) / 180), 1e-9);
    const squared = (p: NonNullable<Place>, q: NonNullable<Place>): number =>
      (turned(p[0] - q[0]) * shrink) ** 2 + (p[1] - q[1]) ** 2;
    // What a pixel is in degrees, by the diagonals.
    const pixel = Math.sqrt(Math.max(squared(a, d), squared(b, c)) / (width ** 2 + height ** 2));
    return tests.every(([right, down, place]) => {
      const [u, v] = [right / width, down / height];
      const mixed = (i: 0 | 1): number =>
        (1 - v) * ((1 - u) * a[i] + u * b[i]) + v * ((1 - u) * c[i] + u * d[i]);
      return squared([mixed(0), mixed(1)], place) <= (TOLERANCE_PX * pixel) ** 2;
    });
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

type FullCorners = readonly [NonNullable<Place>, NonNullable<Place>, NonNullable<Place>, NonNullable<Place>];

const isFull = (corners: Corners): corners is FullCorners => corners.every((corner) => corner !== null);

/** Within half a turn. */
const turned = (degrees: number): number => degrees - 360 * Math.round(degrees / 360);

/** Longitudes within half a turn of the first. */
function unwound([first, ...others]: FullCorners): FullCorners {
  const [b, c, d] = others.map(([lon, lat]) => [first[0] + turned(lon - first[0]), lat] as const);
  return [first, b!, c!, d!];
}
