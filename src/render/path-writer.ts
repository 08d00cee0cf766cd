import type { GeoStream } from 'd3-geo';
import { twiceArea } from '../geo/flat-lines.js';
import type { FittedProjection } from './map-frame.js';
import { rounded } from './path-data.js';

/** Longitude, latitude, longitude, … in degrees; longitudes of a line go on beyond 180 rather than jump. */
export type LineDegrees = number[];

/** Two points nearer than this, less than a pixel of a PNG, are one. */
const LEAST_STEP_PT = 0.25;

/** Writes lines and rings of degrees as path data on the page. */
export class PathWriter {
  readonly #stream: GeoStream;
  readonly #pieces: string[] = [];
  #points: number[] = [];
  #isRing = false;
  #areaPt2 = 0;

  readonly #leastAreaPt2: number;

  /** @param leastAreaPt2 smaller rings are left out */
  constructor(projection: FittedProjection, leastAreaPt2 = 0) {
    this.#leastAreaPt2 = leastAreaPt2;
    this.#stream = projection.stream({
      point: (x, y) => this.#point(x, y),
      lineStart: () => {
        this.#points = [];
      },
      lineEnd: () => this.#lineEnd(),
      polygonStart: () => {
        this.#isRing = true;
      },
      polygonEnd: () => {
        this.#isRing = false;
      },
      sphere: () => {},
    });
  }

  /** @param ring open and clockwise */
  ring(ring: LineDegrees): void {
    this.polygon([ring]);
  }

  /** @param rings open; the outer one clockwise, holes counterclockwise */
  polygon(rings: readonly LineDegrees[]): void {
    this.#stream.polygonStart();
    for (const ring of rings) this.#send(ring);
    this.#stream.polygonEnd();
  }

  line(line: LineDegrees): void {
    this.#send(line);
  }

  /** Area of the rings on the page, less their holes. */
  get areaPt2(): number {
    return Math.abs(this.#areaPt2);
  }

  /** Path data of all; '' for nothing. */
  get d(): string {
    return this.#pieces.join('');
  }

  #send(line: LineDegrees): void {
    this.#stream.lineStart();
    for (let i = 0; i < line.length; i += 2) this.#stream.point(line[i]!, line[i + 1]!);
    this.#stream.lineEnd();
  }

  #point(x: number, y: number): void {
    const points = this.#points;
    const { length } = points;
    const isNear =
      length > 0 &&
      Math.abs(x - points[length - 2]!) < LEAST_STEP_PT &&
      Math.abs(y - points[length - 1]!) < LEAST_STEP_PT;
    if (!isNear) points.push(x, y);
  }

  #lineEnd(): void {
    const points = this.#points;
    if (points.length < (this.#isRing ? 6 : 4)) return;
    if (this.#isRing) {
      const areaPt2 = twiceArea(points) / 2;
      if (Math.abs(areaPt2) < this.#leastAreaPt2) return;
      this.#areaPt2 += areaPt2;
    }
    let piece = `M${rounded(points[0]!)},${rounded(points[1]!)}`;
    for (let i = 2; i < points.length; i += 2) piece += `L${rounded(points[i]!)},${rounded(points[i + 1]!)}`;
    this.#pieces.push(this.#isRing ? `${piece}Z` : piece);
  }
}
