/** A point, indexed by nearness during the build alone. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** A place before packing. Areas are named by code: `US.OH`, `US.OH.049`; '' for none. */
export interface DraftPlace extends Point {
  readonly country: string;
  readonly name: string;
  readonly area1: string;
  readonly area2: string;
  /** Inhabitants; 0: unknown. */
  population: number;
  /**
   * How far its inhabitants are assumed. 0: they are counted, or unknown; 1: assumed, and a ZIP has its name;
   * 2: assumed.
   */
  readonly doubt: 0 | 1 | 2;
  /** Tells whether it is the seat of its first-level area or its country. */
  isSeat: boolean;
  /** Keys that find it. */
  readonly keys: Set<string>;
}

/** A postal area before packing. */
export interface DraftPostal extends Point {
  /** Country and code: `us43004`; for a prefix `us430*`. */
  readonly key: string;
  readonly area1: string;
  readonly area2: string;
  readonly town: string;
  /** Distance within which its towns may lie, for scattered areas; 0 otherwise. */
  readonly spreadKm?: number;
}

const KM_PER_DEGREE = 111.2;

/** Distance in kilometres between near points, within a few per cent. */
export function kmBetween(a: Point, b: Point): number {
  const lng = Math.abs(a.lng - b.lng);
  const x = (lng > 180 ? 360 - lng : lng) * Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  return Math.hypot(x, a.lat - b.lat) * KM_PER_DEGREE;
}

/** Adds to the list of a key. */
export function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The most central of some points: a mean would lie between the halves of a divided town. */
export function medoid<T extends Point>(points: readonly T[]): T {
  const mean = {
    lat: points.reduce((sum, { lat }) => sum + lat, 0) / points.length,
    lng: points.reduce((sum, { lng }) => sum + lng, 0) / points.length,
  };
  return points.reduce((best, point) => (kmBetween(point, mean) < kmBetween(best, mean) ? point : best));
}
