import { allSystems, projectorOf } from '../../geo/crs/systems.js';
import type { Geodata } from '../../geo/geodata.js';
import type { Placer } from '../../geo/placer.js';

type Points = readonly (readonly [number, number])[];
type Convert = (a: number, b: number) => { lat: number; lng: number } | null;

/** Share of the points that must lie in one country: the others are off its coast. */
const MOST = 0.8;
/** Systems that a message names, and those of one country where the rows name none. */
const SHOWN = 6;
const SHOWN_OF_COUNTRY = 2;

export interface LikelySystem {
  /** EPSG. */
  readonly code: number;
  readonly name: string;
  /** ISO 3166-1 alpha-2 code of the country in which the points lie. */
  readonly country: string;
}

export interface LikelyTask {
  readonly points: Points;
  /** That the rows name; null: none. */
  readonly country: string | null;
  readonly geodata: Geodata;
}

/**
 * The systems of which pairs of numbers may be coordinates: those under which they lie in the country that
 * the rows name, or in one country. The easting stands first, or behind the northing where no system suits
 * that.
 * @param named ISO 3166-1 alpha-2 code; null: none
 */
export function likelySystems(
  points: Points,
  named: string | null,
  placer: Pick<Placer, 'regions'>,
): LikelySystem[] {
  if (points.length === 0) return [];
  const straight = likelyIn(points, named, placer);
  return straight.length > 0
    ? straight
    : likelyIn(
        points.map(([a, b]) => [b, a]),
        named,
        placer,
      );
}

function likelyIn(points: Points, named: string | null, placer: Pick<Placer, 'regions'>): LikelySystem[] {
  const found: LikelySystem[] = [];
  const definitions = new Set<string | null>();
  for (const system of allSystems()) {
    const projector = definitions.has(system.definition) ? null : projectorOf(system);
    if (projector === null) continue;
    const country = countryOf(points, (x, y) => projector.toWgs84(x, y, 0), placer);
    if (country === null || (named !== null && country !== named)) continue;
    if (named === null && found.filter((other) => other.country === country).length >= SHOWN_OF_COUNTRY)
      continue;
    found.push({ code: system.code, name: system.name, country });
    definitions.add(system.definition);
    if (found.length === SHOWN) break;
  }
  return found;
}

function countryOf(points: Points, convert: Convert, { regions }: Pick<Placer, 'regions'>): string | null {
  const counts = new Map<string, number>();
  for (const [x, y] of points) {
    const point = convert(x, y);
    if (point === null) return null;
    const source = regions.find('country', { ...point, zip: '', country: '' });
    if (source !== null) counts.set(source.slice(-2), (counts.get(source.slice(-2)) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most !== undefined && most[1] >= MOST * points.length ? most[0] : null;
}
