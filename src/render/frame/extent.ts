const BINS = 360;
/** Largest step between places of an outline. */
const STEP_DEGREES = 5;

/** Degrees; `east` is at least `west` and goes on beyond 180 where the box crosses the antimeridian. */
export interface ExtentBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

/**
 * Extent of all places of a map in constant memory: the box of the places in each degree of longitude. The
 * order in which places come changes nothing.
 */
export class Extent {
  readonly #west = new Float64Array(BINS).fill(Number.POSITIVE_INFINITY);
  readonly #east = new Float64Array(BINS).fill(Number.NEGATIVE_INFINITY);
  readonly #south = new Float64Array(BINS).fill(Number.POSITIVE_INFINITY);
  readonly #north = new Float64Array(BINS).fill(Number.NEGATIVE_INFINITY);

  /**
   * @param lon degrees, any turn @param lat degrees
   * @throws RangeError for coordinates that are no place
   */
  add(lon: number, lat: number): void {
    const within = wrapped(lon);
    this.#widen(binOf(within), within, lat, within, lat);
  }

  /**
   * Degrees, as RFC 7946 has a `bbox`: west is greater than east where it crosses the antimeridian.
   * @throws RangeError for coordinates that are no box
   */
  addBox(west: number, south: number, east: number, north: number): void {
    if (Math.abs(east - west) >= 360) this.#addWithin(-180, south, 180, north);
    else {
      const [from, to] = [wrapped(west), wrapped(east)];
      if (from <= to) this.#addWithin(from, south, to, north);
      else {
        this.#addWithin(from, south, 180, north);
        this.#addWithin(-180, south, to, north);
      }
    }
  }

  /** Box over the smallest interval of longitudes that holds every place; null without a place. */
  box(): ExtentBox | null {
    const used = this.#usedBins();
    const first = used[0];
    if (first === undefined) return null;
    const last = used.at(-1)!;
    let largestGap = this.#west[first]! + 360 - this.#east[last]!;
    let [west, east] = [this.#west[first]!, this.#east[last]!];
    used.slice(1).forEach((bin, i) => {
      const gap = this.#west[bin]! - this.#east[used[i]!]!;
      if (gap <= largestGap) return;
      largestGap = gap;
      [west, east] = [this.#west[bin]!, this.#east[used[i]!]! + 360];
    });
    return { west, east, south: Math.min(...this.#south), north: Math.max(...this.#north) };
  }

  /**
   * Places whose outline holds everything, however a projection bends meridians: for each degree of longitude
   * the corners of its box, and places between them.
   */
  outline(): [lon: number, lat: number][] {
    return this.#usedBins().flatMap((bin) => {
      const [south, north] = [this.#south[bin]!, this.#north[bin]!];
      const steps = Math.max(1, Math.ceil((north - south) / STEP_DEGREES));
      return Array.from({ length: steps + 1 }, (_, i) => south + ((north - south) * i) / steps).flatMap(
        (lat): [number, number][] => [
          [this.#west[bin]!, lat],
          [this.#east[bin]!, lat],
        ],
      );
    });
  }

  #usedBins(): number[] {
    return Array.from({ length: BINS }, (_, bin) => bin).filter((bin) => this.#west[bin]! <= 180);
  }

  #addWithin(west: number, south: number, east: number, north: number): void {
    for (let bin = binOf(west); bin <= binOf(east); bin++) {
      this.#widen(bin, Math.max(west, bin - 180), south, Math.min(east, bin - 179), north);
    }
  }

  #widen(bin: number, west: number, south: number, east: number, north: number): void {
    if (!(west <= east && south >= -90 && south <= north && north <= 90)) {
      throw new RangeError(`no place of the earth: ${west},${south},${east},${north}`);
    }
    if (west < this.#west[bin]!) this.#west[bin] = west;
    if (east > this.#east[bin]!) this.#east[bin] = east;
    if (south < this.#south[bin]!) this.#south[bin] = south;
    if (north > this.#north[bin]!) this.#north[bin] = north;
  }
}

const wrapped = (lon: number): number =>
  Math.abs(lon) <= 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180;

const binOf = (lon: number): number => Math.min(BINS - 1, Math.floor(lon + 180));
