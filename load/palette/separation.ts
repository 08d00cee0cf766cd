import { DEFICIENCIES, difference, type Lab, labOf } from './color-difference.js';

/** A named colour. */
export interface Swatch {
  readonly name: string;
  readonly hex: string;
  /** Colours as most people see it, then with each deficiency. */
  readonly labs: readonly Lab[];
}

export const swatch = (name: string, hex: string): Swatch => ({
  name,
  hex,
  labs: [labOf(hex), ...Object.values(DEFICIENCIES).map((matrix) => labOf(hex, matrix))],
});

/** Distance of two colours. */
export type Metric = (a: Swatch, b: Swatch) => number;

/**
 * Smallest CIEDE2000 distance for any reader; distances of readers with a deficiency are multiplied by
 * `weight`.
 */
export const seenByAll =
  (weight: number): Metric =>
  (a, b) => {
    let least = Number.POSITIVE_INFINITY;
    for (const [i, lab] of a.labs.entries())
      least = Math.min(least, difference(lab, b.labs[i]!) * (i === 0 ? 1 : weight));
    return least;
  };

/** Distance to the nearest other colour; below `floor` it may be inexact. */
export function nearest(one: Swatch, others: readonly Swatch[], metric: Metric, floor = -1): number {
  let least = Number.POSITIVE_INFINITY;
  for (const other of others) {
    if (other === one) continue;
    least = Math.min(least, metric(one, other));
    if (least <= floor) break;
  }
  return least;
}

/** Distance of the nearest pair. */
export const spread = (all: readonly Swatch[], metric: Metric): number =>
  Math.min(...all.map((one, i) => nearest(one, all.slice(i + 1), metric)));

/** `start`, then repeatedly the candidate farthest from all before it, so that each prefix is spread out. */
export function farthestFirst(
  start: readonly Swatch[],
  candidates: readonly Swatch[],
  size: number,
  metric: Metric,
): Swatch[] {
  const chosen = [...start];
  const left = new Map(
    candidates.filter((c) => !start.includes(c)).map((c) => [c, nearest(c, chosen, metric)]),
  );
  while (chosen.length < size && left.size > 0) {
    const [best] = [...left].reduce((a, b) => (b[1] > a[1] ? b : a));
    chosen.push(best);
    left.delete(best);
    for (const [other, distance] of left) left.set(other, Math.min(distance, metric(other, best)));
  }
  return chosen;
}

/** Replaces one of the six colours nearest to another by a candidate, as long as that helps. */
export function swap(
  all: readonly Swatch[],
  fixed: ReadonlySet<string>,
  candidates: readonly Swatch[],
  metric: Metric,
): Swatch[] {
  const current = [...all];
  for (let improved = true; improved; ) {
    improved = false;
    const worst = current
      .map((one, i) => [i, nearest(one, current, metric)] as const)
      .filter(([i]) => !fixed.has(current[i]!.name))
      .sort((a, b) => a[1] - b[1])
      .slice(0, 6);
    for (const [i, distance] of worst) {
      const others = current.filter((_, at) => at !== i);
      const [better, reached] = candidates
        .filter(({ name }) => !current.some((one) => one.name === name))
        .map((candidate) => [candidate, nearest(candidate, others, metric, distance)] as const)
        .reduce((a, b) => (b[1] > a[1] ? b : a));
      if (reached <= distance + 1e-9) continue;
      current[i] = better;
      improved = true;
      break;
    }
  }
  return current;
}

const SWEEPS = 60;
const TRIES = 40;

/** Moves colours a little at random, as long as that takes them farther from their nearest neighbour. */
export function refine(
  all: readonly Swatch[],
  mayMove: (name: string) => boolean,
  fitsName: (swatch: Swatch) => boolean,
  metric: Metric,
  random: () => number,
): Swatch[] {
  const moved = [...all];
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const reach = 24 * (1 - sweep / SWEEPS) + 2;
    for (const [i, one] of moved.entries()) {
      if (!mayMove(one.name)) continue;
      const others = moved.filter((_, at) => at !== i);
      let best = one;
      let farthest = nearest(one, others, metric);
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const next = swatch(one.name, jitter(best.hex, reach, random));
        const distance = nearest(next, others, metric, farthest);
        if (distance <= farthest || !fitsName(next)) continue;
        best = next;
        farthest = distance;
      }
      moved[i] = best;
    }
  }
  return moved;
}

function jitter(hex: string, reach: number, random: () => number): string {
  const channels = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) + Math.round((random() * 2 - 1) * reach);
    return Math.min(255, Math.max(0, value)).toString(16).padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
