import type { LabelCandidate } from '../labels/label.js';
import type { MapFrame } from '../map-frame.js';
import { labelStyle } from './area-names.js';
import type { FoundName } from './find-names.js';
import type { BaseMapStyle } from './style.js';

export interface TownName extends LabelCandidate {
  /** Diameter of the dot at the point; 0: none. */
  dotPt: number;
  isCapital: boolean;
}

/** A capital is as important as a town of so many times its inhabitants; a quarter is shown after the towns around it. */
const WEIGHTS: Readonly<Record<string, number>> = { capital: 6, seat: 1.5, town: 1, quarter: 0.2 };
/** From here on a town is an area, not a dot. */
const DOTS_FROM_M_PER_PT = 60;
/** Inhabitants for each metre a point stands for, of the smallest towns that are shown and of those in larger letters. */
const LEAST_PER_M = 22;
const CITY_PER_M = 130;
/** Letters grow with each power of ten beyond that, up to this. */
const GROWTH = 0.14;
const LARGEST = 1.35;
/** Between towns: names are an orientation here, not an inventory. */
const LEAST_DISTANCE_PT = 46;

export const leastInhabitants = ({ metersPerPt }: MapFrame): number => LEAST_PER_M * metersPerPt;

/** Towns far enough from more important ones, the most important first. */
export function townNames(
  { metersPerPt }: MapFrame,
  found: readonly FoundName[],
  style: BaseMapStyle,
): TownName[] {
  const weight = ({ kind, size }: FoundName): number => size * WEIGHTS[kind]!;
  const hasDots = metersPerPt > DOTS_FROM_M_PER_PT;
  return sparsely([...found].sort((a, b) => weight(b) - weight(a))).map((name) => {
    const { kind, size, text, xPt, yPt } = name;
    const rank = kind === 'capital' ? 'capital' : size > CITY_PER_M * metersPerPt ? 'city' : 'town';
    const dotPt = hasDots ? (rank === 'town' ? 2 : 2.6) : 0;
    const half = dotPt / 2;
    const growth = Math.min(LARGEST, 1 + GROWTH * Math.max(0, Math.log10(size / (CITY_PER_M * metersPerPt))));
    return {
      text,
      xPt,
      yPt,
      dotPt,
      isCapital: kind === 'capital',
      symbol: { sidePt: half, abovePt: half, belowPt: half },
      positions: hasDots ? ['right', 'left', 'above', 'below'] : ['center'],
      style: labelStyle(style.names[rank], style.halo.land, growth),
    };
  });
}

/** Capitals, and those that have no earlier one near, by a grid of cells as wide as the distance. */
function sparsely(names: readonly FoundName[]): FoundName[] {
  const cells = new Map<string, FoundName[]>();
  return names.filter((name) => {
    const [column, row] = [
      Math.floor(name.xPt / LEAST_DISTANCE_PT),
      Math.floor(name.yPt / LEAST_DISTANCE_PT),
    ];
    const isNear = [-1, 0, 1].some((x) =>
      [-1, 0, 1].some((y) =>
        cells
          .get(`${column + x} ${row + y}`)
          ?.some((other) => Math.hypot(other.xPt - name.xPt, other.yPt - name.yPt) < LEAST_DISTANCE_PT),
      ),
    );
    if (isNear && name.kind !== 'capital') return false;
    const key = `${column} ${row}`;
    cells.set(key, [...(cells.get(key) ?? []), name]);
    return true;
  });
}
