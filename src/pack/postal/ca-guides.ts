import { isOnLand, type Land } from './land.js';
import type { Site } from './partition.js';
import { metreAt, type Point } from './plane.js';

/** A forward sortation area with its point. */
export interface Fsa {
  readonly code: string;
  readonly at: Point;
  readonly province: string;
}

/**
 * Distance between guides along a border. Guides are sites without a postal point; they shape cells where
 * more is known than the nearest point. Along a provincial border they stand in pairs, so that the line
 * halfway between them is the border. Around a town they keep its cells from running out into the country, as
 * the second character of a code distinguishes town (1 to 9) from country (0).
 */
const STEP_ALONG_BORDER_METRES = 10_000;
const OFF_BORDER_METRES = 2_500;

/**
 * Reach of a town's code as a multiple of the distance to its second nearest neighbour, within limits. Chosen
 * by eye.
 */
const REACH_OF_NEIGHBOUR = 1.5;
const REACH_METRES = [8_000, 25_000] as const;
const DIRECTIONS = 12;

const isRural = ({ code }: Fsa): boolean => code[1] === '0';
const metresBetween = (a: Point, b: Point): number =>
  Math.hypot(a.x - b.x, a.y - b.y) / metreAt((a.y + b.y) / 2);

function nearestOf<T extends { readonly at: Point }>(all: readonly T[], at: Point): T | undefined {
  let best: T | undefined;
  let distance = Infinity;
  for (const one of all) {
    const away = distanceBetween(one.at, at);
    if (away < distance) [best, distance] = [one, away];
  }
  return best;
}

/** A forward sortation area of a town. */
export interface Town extends Fsa {
  /** Units of the plane. */
  readonly reach: number;
}

const distanceBetween = (a: Point, b: Point): number => Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);

export function townsOf(fsas: readonly Fsa[]): Town[] {
  const urban = fsas.filter((fsa) => !isRural(fsa));
  return urban.map((fsa) => {
    let [nearest, second] = [Infinity, Infinity];
    for (const other of urban) {
      if (other === fsa) continue;
      const distance = distanceBetween(other.at, fsa.at);
      if (distance < nearest) [nearest, second] = [distance, nearest];
      else if (distance < second) second = distance;
    }
    const metre = metreAt(fsa.at.y);
    const [least, most] = REACH_METRES;
    return { ...fsa, reach: Math.min(most * metre, Math.max(least * metre, REACH_OF_NEIGHBOUR * second)) };
  });
}

/** The area that owns a place in a province: a town's within reach, else the nearest of the country. */
function ownerOf(at: Point, province: string, fsas: readonly Fsa[], towns: readonly Town[]): Fsa | undefined {
  const isHere = (fsa: Fsa): boolean => fsa.province === province;
  const town = nearestOf(towns.filter(isHere), at);
  if (town !== undefined && distanceBetween(town.at, at) <= town.reach) return town;
  return (
    nearestOf(
      fsas.filter((fsa) => isHere(fsa) && isRural(fsa)),
      at,
    ) ?? town
  );
}

/** Places at regular distances along a line, with its direction there. */
function* alongLine(line: readonly Point[]): Generator<{ at: Point; dx: number; dy: number }> {
  let left = STEP_ALONG_BORDER_METRES / 2;
  for (let k = 1; k < line.length; k++) {
    const [from, to] = [line[k - 1]!, line[k]!];
    const metres = metresBetween(from, to);
    const [dx, dy] = [(to.x - from.x) / metres, (to.y - from.y) / metres];
    let gone = left;
    for (; gone < metres; gone += STEP_ALONG_BORDER_METRES)
      yield { at: { x: from.x + dx * gone, y: from.y + dy * gone }, dx, dy };
    left = gone - metres;
  }
}

export function borderGuides(
  fsas: readonly Fsa[],
  towns: readonly Town[],
  provinces: ReadonlyMap<string, Land>,
  borders: readonly (readonly Point[])[],
): Site[] {
  const siteAt = (at: Point): Site | null => {
    const [province] = [...provinces].find(([, land]) => isOnLand(land, at)) ?? [];
    const owner = province === undefined ? undefined : ownerOf(at, province, fsas, towns);
    return owner === undefined ? null : { at, codes: [owner.code], isGuide: true };
  };
  return borders.flatMap((line) =>
    [...alongLine(line)].flatMap(({ at, dx, dy }) => {
      const nearest = nearestOf(fsas, at)!;
      // Near a postal point, the points themselves determine the border.
      if (metresBetween(nearest.at, at) < 2 * OFF_BORDER_METRES) return [];
      const [offX, offY] = [-dy * OFF_BORDER_METRES, dx * OFF_BORDER_METRES];
      const pair = [siteAt({ x: at.x + offX, y: at.y + offY }), siteAt({ x: at.x - offX, y: at.y - offY })];
      return pair.every((site) => site !== null) ? (pair as Site[]) : [];
    }),
  );
}

export function cityGuides(
  fsas: readonly Fsa[],
  towns: readonly Town[],
  provinces: ReadonlyMap<string, Land>,
): Site[] {
  return towns.flatMap((town) =>
    Array.from({ length: DIRECTIONS }, (_, k) => (2 * Math.PI * k) / DIRECTIONS).flatMap((angle) => {
      const radius = 2 * town.reach;
      const at = { x: town.at.x + radius * Math.cos(angle), y: town.at.y + radius * Math.sin(angle) };
      const elsewhere = [...provinces].some(([name, land]) => name !== town.province && isOnLand(land, at));
      if (elsewhere || towns.some((other) => distanceBetween(other.at, at) < 1.6 * other.reach)) return [];
      const owner = ownerOf(at, town.province, fsas, towns);
      return owner === undefined ? [] : [{ at, codes: [owner.code], isGuide: true as const }];
    }),
  );
}
