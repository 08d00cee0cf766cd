import { type DraftPostal, kmBetween, medoid, type Point, push } from './draft.js';

/** Distance between points of one place from which at least one of their sources is wrong. */
const CONTRADICTION_KM = 100;

/** Tells whether two points may be those of one place. */
export const isNear = (a: Point, b: Point, km = CONTRADICTION_KM): boolean => kmBetween(a, b) < km;

/**
 * Distance from a scattered area's middle within which its members lie, in medians; those of the outback
 * reach 2.5.
 */
const REACH_MEDIANS = 3;

/** Distance within which members of an area confirm each other; that of a scattered one is long. */
function reachKm(members: readonly Point[]): number {
  if (members.length === 0) return CONTRADICTION_KM;
  const middle = medoid(members);
  const distances = members.map((member) => kmBetween(member, middle)).sort((a, b) => a - b);
  return Math.max(CONTRADICTION_KM, REACH_MEDIANS * distances[distances.length >> 1]!);
}

/**
 * The first of a place's points, the best source's first, that another source confirms: two against one.
 * @param witnesses points that confirm one but are none of the place itself, as its neighbours are
 * @returns the first point where no source confirms any
 */
export function confirmedPoint<T extends Point>(
  points: readonly [T, ...T[]],
  witnesses: readonly Point[] = [],
): T {
  const [first, ...others] = points;
  if (others.every((other) => isNear(first, other))) return first;
  const reach = reachKm(witnesses);
  const isConfirmed = (point: T): boolean =>
    points.some((other) => other !== point && isNear(point, other)) ||
    witnesses.some((near) => isNear(point, near, reach));
  return points.find(isConfirmed) ?? first;
}

/**
 * Compares postal codes with the places of their towns: where the nearest one is far, and no code that begins
 * so lies near the code's point, the place counts.
 * @param digits leading characters of neighbouring codes
 */
export function confirmedByTowns(
  source: string,
  postals: readonly DraftPostal[],
  towns: (postal: DraftPostal) => readonly Point[],
  digits: number,
): DraftPostal[] {
  const neighbours = new Map<string, DraftPostal[]>();
  for (const postal of postals) push(neighbours, postal.key.slice(0, 2 + digits), postal);
  const replaced: string[] = [];
  const confirmed = postals.map((postal) => {
    const [first, ...others] = towns(postal);
    if (first === undefined) return postal;
    const nearest = others.reduce((a, b) => (kmBetween(a, postal) <= kmBetween(b, postal) ? a : b), first);
    const mates = neighbours.get(postal.key.slice(0, 2 + digits))!.filter((mate) => mate !== postal);
    const { lat, lng } = confirmedPoint<Point>([postal, nearest], mates);
    if (lat === postal.lat && lng === postal.lng) return postal;
    replaced.push(`${postal.key.slice(2)} ${postal.town}`);
    return { ...postal, lat, lng };
  });
  noteReplaced(source, replaced);
  return confirmed;
}

const replaced = new Map<string, readonly string[]>();

/** Notes which points of a source another one has replaced. */
export function noteReplaced(source: string, names: readonly string[]): void {
  if (names.length > 0) replaced.set(source, names);
}

/** Names of the points that were replaced since the last call, by source. */
export function takeReplaced(): [source: string, names: readonly string[]][] {
  const taken = [...replaced];
  replaced.clear();
  return taken;
}
