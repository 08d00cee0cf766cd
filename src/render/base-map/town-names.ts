import type { LabelCandidate, PlacedLabel } from '../labels/label.js';
import type { MapFrame } from '../map-frame.js';
import { labelStyle } from './area-names.js';
import type { FoundName } from './find-names.js';
import type { BaseMapStyle } from './style.js';

export interface TownName extends LabelCandidate {
  /** Diameter of the dot at the point; 0: none. */
  dotPt: number;
  isCapital: boolean;
  /** Its letters are larger than those of other towns. */
  isCity: boolean;
  /** Least distance to a town whose name is shown. */
  leastDistancePt: number;
}

/**
 * Factors of inhabitants by kind: a capital counts as a town six times its size; a quarter comes after the
 * towns around it.
 */
const WEIGHTS: Readonly<Record<string, number>> = { capital: 6, seat: 1.5, town: 1, quarter: 0.2 };
/** Up to this scale a town is an area, not a dot. */
const DOTS_FROM_M_PER_PT = 60;
/**
 * Inhabitants per metre of scale (m per pt): of the smallest towns that are shown, and of those in larger
 * letters.
 */
const LEAST_PER_M = 22;
const CITY_PER_M = 130;
/** Letters grow with each power of ten beyond that, up to this. */
const GROWTH = 0.14;
const LARGEST = 1.35;
/**
 * Between towns: names are an orientation here, not an inventory. A town of n times the least inhabitants may
 * stand n times as near to a larger one, so that San Francisco stands beside San Jose, and Newark not beside
 * New York.
 */
const LEAST_DISTANCE_PT = 46;
/** Largest towns of a map, whose names matter most. */
const MAJOR = 16;
/**
 * Share of the name of a capital that may lie upon symbols: without it a map of London full of pins would not
 * say that it is London.
 */
const MOST_COVERED_OF_CAPITAL = 0.85;

const AROUND = [
  'right',
  'left',
  'above',
  'below',
  'belowRight',
  'aboveRight',
  'belowLeft',
  'aboveLeft',
] as const;

/** Ways to name a town that is an area: its name lies upon it, or gives way to a marker. */
const NEAR_MIDDLE = ['center', 'above', 'below', 'right', 'left'] as const;
/** Room of a marker at the middle of such a town. */
const PIN_AT_MIDDLE = { sidePt: 6, abovePt: 15, belowPt: 1 };
/** Dots of two towns do not touch each other. */
const LEAST_OF_ANY_PT = 7;

export const leastInhabitants = ({ metersPerPt }: MapFrame): number => LEAST_PER_M * metersPerPt;

/** Towns, the most important first. */
export function townNames(frame: MapFrame, found: readonly FoundName[], style: BaseMapStyle): TownName[] {
  const weight = ({ kind, size }: FoundName): number => size * WEIGHTS[kind]!;
  const { metersPerPt } = frame;
  const hasDots = metersPerPt > DOTS_FROM_M_PER_PT;
  return [...found]
    .sort((a, b) => weight(b) - weight(a))
    .map((name, i) => {
      const { kind, size, text, xPt, yPt } = name;
      const rank = kind === 'capital' ? 'capital' : size > CITY_PER_M * metersPerPt ? 'city' : 'town';
      const dotPt = hasDots ? (rank === 'town' ? 2 : 2.6) : 0;
      const half = dotPt / 2;
      const growth = Math.min(
        LARGEST,
        1 + GROWTH * Math.max(0, Math.log10(size / (CITY_PER_M * metersPerPt))),
      );
      return {
        text,
        xPt,
        yPt,
        dotPt,
        isCapital: kind === 'capital',
        isCity: rank === 'city',
        leastDistancePt: Math.max(
          hasDots ? LEAST_OF_ANY_PT : 0,
          LEAST_DISTANCE_PT / Math.max(1, size / leastInhabitants(frame)),
        ),
        ...(rank !== 'town' && i < MAJOR && { isMajor: true }),
        ...(rank === 'capital' && { mostCovered: MOST_COVERED_OF_CAPITAL }),
        symbol: hasDots ? { sidePt: half, abovePt: half, belowPt: half } : PIN_AT_MIDDLE,
        positions: hasDots ? AROUND : NEAR_MIDDLE,
        style: labelStyle(style.names[rank], style.halo.land, growth),
      };
    });
}

/**
 * Tells whether a town lies far enough from the placed ones. Towns that found no place do not count, so that
 * they hide no other.
 */
export const farFrom =
  (capitals: readonly PlacedLabel[]) =>
  ({ xPt, yPt, leastDistancePt }: TownName, placed: readonly PlacedLabel[]): boolean =>
    ![...capitals, ...placed].some(
      ({ candidate }) => Math.hypot(candidate.xPt - xPt, candidate.yPt - yPt) < leastDistancePt,
    );
