import { difference } from './color-difference.js';
import { colorNames } from './color-names.js';
import {
  farthestFirst,
  type Metric,
  nearest,
  refine,
  type Swatch,
  seenByAll,
  spread,
  swap,
  swatch,
} from './separation.js';

const [SHORT, STANDARD, EXTENDED] = [12, 48, 144];
/** The most common colours, always first. */
const FIRST = ['red', 'blue', 'green', 'orange', 'purple'];
/** The rest of the first 12 is chosen among colours with common names. */
const PLAIN =
  'yellow,pink,brown,cyan,teal,magenta,lime,navy,black,sky blue,gold,maroon,olive,turquoise'.split(',');
/** Always in the standard palette. */
const WANTED = ['sky blue', 'black', 'gray', 'dark gray'];
/** White comes last, as it is hard to see on most maps. */
const LAST = 'white';
const NEUTRAL = new Set(['black', 'gray', 'dark gray', LAST]);
/** Largest CIEDE2000 distance between a colour and the typical one of its name. */
const MAX_DRIFT = { short: 5, others: 6 };
/**
 * Weight in `seenByAll`: readers with a deficiency distinguish fewer colours, so less is required for them.
 */
const WEIGHT = { short: 2, standard: 2, extended: 3 };

/**
 * Pins must be visible on maps: in the standard palette only the wanted colours may be dull, pale or nearly
 * black.
 */
const isVivid = ({ labs: [[lightness, a, b] = [0, 0, 0]] }: Swatch): boolean =>
  Math.hypot(a, b) >= 36 && lightness >= 15 && lightness <= 92;

const namesOf = (swatches: readonly Swatch[]): Set<string> => new Set(swatches.map(({ name }) => name));

/**
 * Colours of both palettes in drawing order, the standard ones first; the same for the same seed. Takes about
 * a minute.
 */
export function generate(seed: number): Swatch[] {
  const random = seeded(seed);
  const anchors = [...colorNames()].map(([name, hex]) => swatch(name, hex));
  const anchorOf = new Map(anchors.map((anchor) => [anchor.name, anchor]));
  const named = (names: readonly string[]): Swatch[] => names.map((name) => anchorOf.get(name)!);
  const except = (names: ReadonlySet<string>): Swatch[] => anchors.filter(({ name }) => !names.has(name));

  /** Tells whether a colour still looks like its name, and no other name fits better. */
  const fitsName =
    (maxDrift: number) =>
    ({ name, labs: [lab] }: Swatch): boolean => {
      const drift = difference(lab!, anchorOf.get(name)!.labs[0]!);
      return (
        drift <= maxDrift &&
        !anchors.some((other) => other.name !== name && difference(lab!, other.labs[0]!) < drift)
      );
    };
  const refineAll = (
    all: readonly Swatch[],
    settled: ReadonlySet<string>,
    maxDrift: number,
    metric: Metric,
  ) => refine(all, (name) => !settled.has(name) && !NEUTRAL.has(name), fitsName(maxDrift), metric, random);

  const byShort = seenByAll(WEIGHT.short);
  const chosen = refineAll(
    bestChoice(named(FIRST), named(PLAIN), SHORT, byShort),
    new Set(),
    MAX_DRIFT.short,
    byShort,
  );
  const short = farthestFirst(chosen.slice(0, FIRST.length), chosen, SHORT, byShort);

  const byStandard = seenByAll(WEIGHT.standard);
  const shortNames = namesOf(short);
  const wanted = named([...WANTED, LAST]).filter(({ name }) => !shortNames.has(name));
  const vivid = except(shortNames).filter(isVivid);
  const far = farthestFirst([...short, ...wanted], vivid, STANDARD, byStandard);
  const swapped = swap(far, namesOf([...short, ...wanted]), vivid, byStandard);
  const refined = refineAll(swapped, shortNames, MAX_DRIFT.others, byStandard);
  const isLast = ({ name }: Swatch): boolean => name === LAST;
  const standard = [
    ...farthestFirst(
      short,
      refined.filter((one) => !isLast(one)),
      STANDARD - 1,
      byStandard,
    ),
    ...refined.filter(isLast),
  ];

  const byExtended = seenByAll(WEIGHT.extended);
  const standardNames = namesOf(standard);
  const others = except(standardNames);
  const more = swap(farthestFirst(standard, others, EXTENDED, byExtended), standardNames, others, byExtended);
  const extended = refineAll(more, standardNames, MAX_DRIFT.others, byExtended);
  return farthestFirst(standard, extended, EXTENDED, byExtended);
}

/** `start` with those candidates that give the largest distance of the nearest pair, among all choices. */
function bestChoice(start: readonly Swatch[], candidates: readonly Swatch[], size: number, metric: Metric) {
  let best: readonly Swatch[] = start;
  let widest = 0;
  const choose = (from: number, picked: readonly Swatch[]): void => {
    if (picked.length === size) {
      const width = spread(picked, metric);
      if (width > widest) [widest, best] = [width, picked];
      return;
    }
    for (let i = from; i < candidates.length; i++) {
      const next = candidates[i]!;
      if (nearest(next, picked, metric) > widest) choose(i + 1, [...picked, next]);
    }
  };
  choose(0, start);
  return best;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
