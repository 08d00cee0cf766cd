/** Coordinates of tiles are in millionths of a degree, a tenth of a metre. */
export const TILE_UNITS_PER_DEGREE = 1e6;

/**
 * Bytes of a tile's layer: lines, each its number of points and the steps between them; areas, each its
 * number of rings and these.
 */
export class TileWriter {
  #bytes = new Uint8Array(64);
  #length = 0;
  points = 0;

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** @param points in units from the tile's lower left corner */
  line(points: readonly number[]): void {
    this.number(points.length / 2);
    let [lastX, lastY] = [0, 0];
    for (let i = 0; i < points.length; i += 2) {
      const [x, y] = [points[i]!, points[i + 1]!];
      this.#signed(x - lastX);
      this.#signed(y - lastY);
      [lastX, lastY] = [x, y];
    }
    this.points += points.length / 2;
  }

  text(value: string): void {
    const bytes = Buffer.from(value, 'utf8');
    this.number(bytes.length);
    for (const byte of bytes) this.number(byte);
  }

  number(value: number): void {
    if (this.#length + 8 > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  #signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value);
  }
}

/** Reads what `TileWriter` wrote. Bytes that end early read as 0. */
export class TileReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get hasMore(): boolean {
    return this.#at < this.#bytes.length;
  }

  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  text(): string {
    const count = Math.min(this.number(), this.#bytes.length - this.#at);
    return Buffer.from(Array.from({ length: count }, () => this.number())).toString('utf8');
  }

  /** A line in degrees. @param west of the tile; south as well */
  line(west: number, south: number): number[] {
    const left = this.#bytes.length - this.#at;
    const count = Math.min(this.number(), left);
    const points: number[] = [];
    let [x, y] = [0, 0];
    for (let i = 0; i < count; i++) {
      x += this.#signed();
      y += this.#signed();
      points.push(west + x / TILE_UNITS_PER_DEGREE, south + y / TILE_UNITS_PER_DEGREE);
    }
    return points;
  }

  #signed(): number {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
