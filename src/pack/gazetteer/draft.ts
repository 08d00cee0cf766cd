/** A point and how near others are, for the build alone. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** A place before it is packed. Areas are named by their codes: `US.OH`, `US.OH.049`; '' where it has none. */
export interface DraftPlace extends Point {
  readonly country: string;
  readonly name: string;
  readonly area1: string;
  readonly area2: string;
  /** Inhabitants; 0: not known. */
  population: number;
  /** The seat of its first-level area, or of its country. */
  isSeat: boolean;
  /** By which it is found. */
  readonly keys: Set<string>;
}

/** A postal area before it is packed. */
export interface DraftPostal extends Point {
  /** Country and code: `us43004`; `us430*` of a prefix. */
  readonly key: string;
  readonly area1: string;
  readonly area2: string;
  readonly town: string;
  /** How far from its point its towns may lie, where they lie far apart; 0: they do not. */
  readonly spreadKm?: number;
}

const KM_PER_DEGREE = 111.2;

/** Kilometres between near points, good to a few per cent. */
export function kmBetween(a: Point, b: Point): number {
  const lng = Math.abs(a.lng - b.lng);
  const x = (lng > 180 ? 360 - lng : lng) * Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  return Math.hypot(x, a.lat - b.lat) * KM_PER_DEGREE;
}

export function nearest<T extends Point>(points: readonly T[], to: Point): T | undefined {
  let best: T | undefined;
  let bestKm = Infinity;
  for (const point of points) {
    const km = kmBetween(point, to);
    if (km < bestKm) {
      best = point;
      bestKm = km;
    }
  }
  return best;
}

/** Adds to the list of a key. */
export function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
