import type { Fonts } from './fonts.js';
import type { MapFrame, PageBox } from './map-frame.js';
import { boxPath, rounded } from './path-data.js';
import type { Shape } from './scene.js';

/** Digits that a length may begin with. */
const ROUND = [5, 2, 1];
const METERS_PER_MILE = 1609.344;
/** Longest bar, as a share of the map's width. */
const LONGEST_SHARE = 0.2;
const INSET_PT = 8;
const SIZE_PT = 6.5;
const TICK_PT = 3;
const INK = '#3c434a';

const grown = ({ xPt, yPt, widthPt, heightPt }: PageBox, byPt: number): PageBox => ({
  xPt: xPt - byPt,
  yPt: yPt - byPt,
  widthPt: widthPt + 2 * byPt,
  heightPt: heightPt + 2 * byPt,
});

/** A length that reads well, and how long it is on the page. */
interface Length {
  number: string;
  unit: string;
  lengthPt: number;
}

/** The longest of 1, 2, 5, 10, … of a unit that is not longer than `mostPt`. */
export function roundLength(mostPt: number, metersPerPt: number, unitMeters: number, unit: string): Length {
  const most = (mostPt * metersPerPt) / unitMeters;
  const power = 10 ** Math.floor(Math.log10(most));
  const digit = ROUND.find((candidate) => candidate * power <= most) ?? 1;
  // 0.2 and not 0.2000…1
  const length = Number((digit * power).toPrecision(1));
  return {
    number: length.toLocaleString('en', { maximumFractionDigits: 6 }),
    unit,
    lengthPt: (length * unitMeters) / metersPerPt,
  };
}

/** Shares of a box that lie upon parts of the map. */
export interface Covered {
  symbols: number;
  /** Areas of markers. */
  areas: number;
  land: number;
}

/** A place gives way to a later one that is better by this, as a share of land. */
const LEAST_GAIN = 0.04;
/** Corners come before the middles of edges, but for markers and their areas. */
const OF_EDGE = 1;
/** Room around the bar that areas of markers leave free. */
const AROUND_PT = 3;
/** Any part of an area counts, as a small island may be all of it. */
const costOf = ({ symbols, areas, land }: Covered): number =>
  100 * symbols + (areas > 0 ? 1 + 10 * areas : 0) + land;

/**
 * Kilometres above the line and miles below it, each from 0 to a number at its own end with the unit behind
 * it; at the lower left of the map, or in another corner or the middle of an edge where it covers fewer
 * markers, less of their areas, or less land; only where the map has one scale.
 * @returns nothing, and null for the room that it takes, where it would not be true
 */
export function scaleBar(
  frame: MapFrame,
  widthPt: Fonts['widthPt'],
  coveredBy: (box: PageBox, around: PageBox) => Covered = () => ({ symbols: 0, areas: 0, land: 0 }),
): { shapes: Shape[]; box: PageBox | null; isFree: boolean } {
  if (!frame.hasOneScale) return { shapes: [], box: null, isFree: true };
  const { map, metersPerPt } = frame;
  const width = (text: string): number => widthPt(text, SIZE_PT, 400);
  const mostPt = map.widthPt * LONGEST_SHARE;
  const km = roundLength(mostPt, metersPerPt, 1000, 'km');
  const miles = roundLength(mostPt, metersPerPt, METERS_PER_MILE, 'mi');
  const linePt = Math.max(km.lengthPt, miles.lengthPt);
  /**
   * Points from the start of the line to the end of the unit; the number is centred at the end of its length.
   */
  const reachOf = ({ number, unit, lengthPt }: Length): number =>
    lengthPt + width(`${number} ${unit}`) - width(number) / 2;
  const reachPt = Math.max(linePt, reachOf(km), reachOf(miles));
  const size = { widthPt: reachPt + 2 * TICK_PT, heightPt: 2 * SIZE_PT + 9 };
  const left = map.xPt + INSET_PT;
  const right = map.xPt + map.widthPt - INSET_PT - size.widthPt;
  const upper = map.yPt + INSET_PT;
  const lower = map.yPt + map.heightPt - INSET_PT - size.heightPt + 2.5;
  const middle = (left + right) / 2;
  const { box, covered } = (
    [
      [left, lower, 0],
      [right, lower, 0],
      [right, upper, 0],
      [left, upper, 0],
      [middle, lower, OF_EDGE],
      [middle, upper, OF_EDGE],
    ] as const
  )
    .map(([xPt, yPt, cost]) => {
      const box = { xPt, yPt, ...size };
      const covered = coveredBy(box, grown(box, AROUND_PT));
      return { box, covered, cost: cost + costOf(covered) };
    })
    .reduce((best, next) => (next.cost < best.cost - LEAST_GAIN ? next : best));
  const x = box.xPt + TICK_PT;
  const y = box.yPt + SIZE_PT + 4;
  /** A number with its unit, the number centred at `atPt`. */
  const text = (number: string, unit: string, atPt: number, yPt: number): Shape => ({
    kind: 'text',
    text: `${number}${unit}`,
    xPt: rounded(x + atPt - width(number) / 2),
    yPt: rounded(yPt),
    sizePt: SIZE_PT,
    weight: 400,
    italic: false,
    anchor: 'start',
    color: INK,
    halo: null,
  });
  const at = (dx: number, dy: number): string => `${rounded(x + dx)},${rounded(y + dy)}`;
  const d =
    `M${at(0, -TICK_PT)}L${at(0, TICK_PT)}M${at(0, 0)}L${at(linePt, 0)}` +
    `M${at(km.lengthPt, 0)}L${at(km.lengthPt, -TICK_PT)}M${at(miles.lengthPt, 0)}L${at(miles.lengthPt, TICK_PT)}`;
  return {
    box,
    isFree: covered.symbols === 0,
    shapes: [
      { kind: 'path', d: boxPath(box), fill: { color: '#ffffff', opacity: 0.72 }, stroke: null },
      { kind: 'path', d, fill: null, stroke: { color: INK, opacity: 1, widthPt: 0.7 } },
      ...[
        { length: km, yPt: y - TICK_PT - 1 },
        { length: miles, yPt: y + TICK_PT + SIZE_PT },
      ].flatMap(({ length, yPt }) => [
        text('0', '', 0, yPt),
        text(length.number, ` ${length.unit}`, length.lengthPt, yPt),
      ]),
    ],
  };
}
