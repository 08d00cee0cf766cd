import type { Fonts } from '../fonts.js';
import type { PageBox } from '../map-frame.js';
import { rounded } from '../path-data.js';
import type { TextShape } from '../scene.js';
import type { LabelCandidate, LabelPosition, LabelStyle, PlacedLabel } from './label.js';
import { labelLines } from './label-text.js';
import type { Occupancy } from './occupancy.js';

/**
 * Height of letters above the baseline and below it, and gap between a symbol and its label, as shares of the
 * letters' size.
 */
const ASCENT = 0.8;
const DESCENT = 0.24;
const GAP = 0.25;
/** Width of the shortest label, as a share of the letters' size. */
const LEAST_WIDTH = 0.5;
/** Share of a major name that may lie upon symbols: it hides few of them. */
const MOST_COVERED = 0.35;
/**
 * Such a name may stand this much farther from its point, beside the symbols there, rather than be covered by
 * this share more.
 */
const FARTHER = { pt: 9, share: 0.1 };

export interface PlaceLabelsOptions<C extends LabelCandidate> {
  widthPt: Fonts['widthPt'];
  /** Largest number of candidates that are tried. */
  mostTried?: number;
  mostShown?: number;
  /** Tells whether a candidate is wanted beside those that are placed. */
  isWanted?: (candidate: C, placed: readonly PlacedLabel[]) => boolean;
  /** Returns a line in the colours for its ground; null: it cannot be read there. */
  adapted?: (line: TextShape, isMajor: boolean) => TextShape | null;
}

/**
 * Places labels one after the other, the most important first, each at its first position that lies on the
 * map and is free; its room then is taken. Labels without a free position are left out.
 * @param taken symbols, legends, labels that were placed before; grows by the labels that are placed
 */
export function placeLabels<C extends LabelCandidate>(
  candidates: Iterable<C>,
  taken: Occupancy,
  {
    widthPt,
    mostTried = 20_000,
    mostShown = 400,
    isWanted = () => true,
    adapted = (line) => line,
  }: PlaceLabelsOptions<C>,
): PlacedLabel<C>[] {
  const placed: PlacedLabel<C>[] = [];
  let tried = 0;
  for (const candidate of candidates) {
    if (placed.length >= mostShown || tried++ >= mostTried) break;
    const label = isWanted(candidate, placed) ? place(candidate, taken, widthPt, adapted) : null;
    if (label) placed.push(label);
  }
  return placed;
}

function place<C extends LabelCandidate>(
  candidate: C,
  taken: Occupancy,
  widthPt: Fonts['widthPt'],
  adapted: NonNullable<PlaceLabelsOptions<C>['adapted']>,
): PlacedLabel<C> | null {
  const { style } = candidate;
  if (candidate.roomFor) return placeWithin(candidate, candidate.roomFor, taken, widthPt, adapted);
  // Measuring is expensive, so it waits until the shortest label fits.
  const least = LEAST_WIDTH * style.sizePt;
  const positions = candidate.positions.filter((position) => taken.isFree(boxAt(candidate, position, least)));
  if (positions.length === 0 && !candidate.isMajor) return null;
  const lines = labelLines(candidate.text, style.lines ?? 1);
  if (lines.length === 0) return null;
  const width = widthOf(lines, style, widthPt);
  for (const position of positions) {
    const label = placeAt(candidate, position, lines, width, taken, adapted);
    if (label) return label;
  }
  if (!candidate.isMajor) return null;
  const { sidePt, abovePt, belowPt } = candidate.symbol;
  const farther = {
    ...candidate,
    symbol: { sidePt: sidePt + FARTHER.pt, abovePt: abovePt + FARTHER.pt, belowPt: belowPt + FARTHER.pt },
  };
  const covered = [candidate, farther].flatMap((from) =>
    from.positions.map((position) => {
      const share = taken.coveredShare(boxAt(from, position, width, lines.length));
      return { from, position, share: share + (from === farther ? FARTHER.share : 0) };
    }),
  );
  const { from, position, share } = covered.reduce((a, b) => (b.share < a.share ? b : a));
  return share > (candidate.mostCovered ?? MOST_COVERED)
    ? null
    : placeAt(from, position, lines, width, taken, adapted, true);
}

/** Places a label in the room that its area has, in one line or else in two. */
function placeWithin<C extends LabelCandidate>(
  candidate: C,
  roomFor: NonNullable<LabelCandidate['roomFor']>,
  taken: Occupancy,
  widthPt: Fonts['widthPt'],
  adapted: NonNullable<PlaceLabelsOptions<C>['adapted']>,
): PlacedLabel<C> | null {
  const { style } = candidate;
  for (const most of [1, 2] as const) {
    const room = roomFor(most * (ASCENT + DESCENT) * style.sizePt);
    if (room === null || room.widthPt < LEAST_WIDTH * style.sizePt) return null;
    const lines = inLines(candidate.text, most);
    if (lines.length < most) return null;
    const width = widthOf(lines, style, widthPt);
    if (width > room.widthPt) continue;
    const label = placeAt({ ...candidate, ...room }, 'center', lines, width, taken, adapted);
    if (label) return { ...label, candidate };
  }
  return null;
}

/** A short name is one line elsewhere; a narrow area may have room for its words below each other. */
function inLines(text: string, lines: 1 | 2): string[] {
  const [one = ''] = labelLines(text, 1);
  if (lines === 1) return one === '' ? [] : [one];
  const blanks = Array.from(one.matchAll(/ /g), ({ index }) => index);
  const middle = blanks.sort((a, b) => Math.abs(2 * a - one.length) - Math.abs(2 * b - one.length))[0];
  return middle === undefined ? [] : [one.slice(0, middle), one.slice(middle + 1)];
}

const widthOf = (lines: readonly string[], style: LabelStyle, widthPt: Fonts['widthPt']): number =>
  Math.max(
    ...lines.map(
      (text) => widthPt(text, style.sizePt, style.weight) + (text.length - 1) * style.letterSpacingPt,
    ),
  );

/** @returns null where the position is taken, or its ground makes the label unreadable */
function placeAt<C extends LabelCandidate>(
  candidate: C,
  position: LabelPosition,
  lines: readonly string[],
  width: number,
  taken: Occupancy,
  adapted: NonNullable<PlaceLabelsOptions<C>['adapted']>,
  mayBeCovered = false,
): PlacedLabel<C> | null {
  const { style } = candidate;
  const box = boxAt(candidate, position, width, lines.length);
  if (!mayBeCovered && !taken.isFree(padded(box, style))) return null;
  const shapes = lines.flatMap((text, i) => {
    const line = { ...box, yPt: box.yPt + i * (ASCENT + DESCENT) * style.sizePt };
    return adapted(shapeOf(text, line, position, style), candidate.isMajor ?? false) ?? [];
  });
  if (shapes.length < lines.length) return null;
  taken.take(box);
  return { candidate, shape: shapes[0]!, shapes };
}

function boxAt(
  { xPt, yPt, symbol, style }: LabelCandidate,
  position: LabelPosition,
  widthPt: number,
  lines = 1,
): PageBox {
  const { sizePt } = style;
  const heightPt = lines * (ASCENT + DESCENT) * sizePt;
  const gap = GAP * sizePt;
  const middle = { xPt: xPt - widthPt / 2, yPt: yPt - heightPt / 2, widthPt, heightPt };
  // Beside a pin: at the height of its head, not of its tip.
  const beside = { ...middle, yPt: yPt - (symbol.abovePt - symbol.belowPt) / 2 - heightPt / 2 };
  switch (position) {
    case 'right':
      return { ...beside, xPt: xPt + symbol.sidePt + gap };
    case 'left':
      return { ...beside, xPt: xPt - symbol.sidePt - gap - widthPt };
    case 'above':
      return { ...middle, yPt: yPt - symbol.abovePt - gap / 2 - heightPt };
    case 'below':
      return { ...middle, yPt: yPt + symbol.belowPt + gap / 2 };
    case 'center':
      return middle;
    case 'aboveRight':
      return { ...middle, xPt: xPt + symbol.sidePt, yPt: yPt - symbol.abovePt - heightPt };
    case 'belowRight':
      return { ...middle, xPt: xPt + symbol.sidePt, yPt: yPt + symbol.belowPt };
    case 'aboveLeft':
      return { ...middle, xPt: xPt - symbol.sidePt - widthPt, yPt: yPt - symbol.abovePt - heightPt };
    case 'belowLeft':
      return { ...middle, xPt: xPt - symbol.sidePt - widthPt, yPt: yPt + symbol.belowPt };
  }
}

const padded = ({ xPt, yPt, widthPt, heightPt }: PageBox, { paddingPt }: LabelStyle): PageBox => ({
  xPt: xPt - paddingPt,
  yPt: yPt - paddingPt,
  widthPt: widthPt + 2 * paddingPt,
  heightPt: heightPt + 2 * paddingPt,
});

/** Anchors a label at the side that faces its point, as another renderer's letters may be a little wider. */
const HELD = {
  right: { anchor: 'start', share: 0 },
  left: { anchor: 'end', share: 1 },
  above: { anchor: 'middle', share: 0.5 },
  below: { anchor: 'middle', share: 0.5 },
  center: { anchor: 'middle', share: 0.5 },
  aboveRight: { anchor: 'start', share: 0 },
  belowRight: { anchor: 'start', share: 0 },
  aboveLeft: { anchor: 'end', share: 1 },
  belowLeft: { anchor: 'end', share: 1 },
} as const;

function shapeOf(
  text: string,
  box: PageBox,
  position: LabelPosition,
  style: LabelStyle,
): PlacedLabel['shape'] {
  const { sizePt, weight, italic, color, halo, letterSpacingPt } = style;
  const { anchor, share } = HELD[position];
  return {
    kind: 'text',
    text,
    xPt: rounded(box.xPt + share * box.widthPt),
    yPt: rounded(box.yPt + ASCENT * sizePt),
    sizePt,
    weight,
    italic,
    anchor,
    color,
    halo,
    ...(letterSpacingPt > 0 ? { letterSpacingPt } : {}),
  };
}
