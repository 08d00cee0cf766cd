import Flatbush from 'flatbush';

/** An area on the page, as far as its label needs it. */
export interface OutlinedArea {
  /** Path data of its rings: M, L and Z. */
  d: string;
  areaPt2: number;
  /** Left, top, right, bottom. */
  box: readonly [number, number, number, number];
  /** Kind of regions; null: a circle or a drive time. */
  layer: string | null;
}

/** Room for a line of text within an area: its middle and its width. */
export interface LabelRoom {
  xPt: number;
  yPt: number;
  widthPt: number;
}

/** Heights of an area at which a text is tried. */
const TRIED_HEIGHTS = 9;
/** Lines across a text on which all of it has to lie within the area. */
const LINES_ACROSS = 4;

type Span = readonly [from: number, to: number];
/** x, y, x, y, … */
type Ring = readonly number[];

/** The areas of a picture that have their labels within them, by the points of their markers. */
export class LabelledAreas {
  readonly #areas: readonly OutlinedArea[];
  readonly #boxes: Flatbush | null;
  readonly #rings = new Map<OutlinedArea, Ring[]>();

  constructor(areas: readonly OutlinedArea[]) {
    this.#areas = areas.filter(({ layer }) => layer !== null);
    this.#boxes = this.#areas.length === 0 ? null : new Flatbush(this.#areas.length);
    for (const { box } of this.#areas) this.#boxes!.add(...box);
    this.#boxes?.finish();
  }

  /** The smallest area around a point of the page; undefined: none, or it is too small to be drawn. */
  at(xPt: number, yPt: number): OutlinedArea | undefined {
    return this.#boxes
      ?.search(xPt, yPt, xPt, yPt)
      .map((at) => this.#areas[at]!)
      .filter((area) => spansAt(this.#ringsOf(area), yPt).some(([from, to]) => from <= xPt && xPt <= to))
      .sort((a, b) => a.areaPt2 - b.areaPt2)[0];
  }

  /**
   * The widest room of an area for a text of a height. A text is wide and low, so that the widest of some
   * heights suits it better than the pole of inaccessibility does.
   */
  roomIn(area: OutlinedArea, heightPt: number): LabelRoom | null {
    const [, top, , bottom] = area.box;
    const rings = this.#ringsOf(area);
    let best: LabelRoom | null = null;
    for (let i = 1; i <= TRIED_HEIGHTS; i++) {
      const yPt = top + heightPt / 2 + ((bottom - top - heightPt) * i) / (TRIED_HEIGHTS + 1);
      if (yPt - heightPt / 2 < top || yPt + heightPt / 2 > bottom) continue;
      for (const [from, to] of spansAcross(rings, yPt, heightPt))
        if (best === null || to - from > best.widthPt)
          best = { xPt: (from + to) / 2, yPt, widthPt: to - from };
    }
    return best;
  }

  #ringsOf(area: OutlinedArea): Ring[] {
    const known = this.#rings.get(area);
    if (known) return known;
    const rings = area.d
      .split('Z')
      .filter((ring) => ring !== '')
      .map((ring) => ring.slice(1).split(/[L,]/).map(Number));
    this.#rings.set(area, rings);
    return rings;
  }
}

/** Where all of a text's height lies within the rings. */
function spansAcross(rings: readonly Ring[], yPt: number, heightPt: number): Span[] {
  let common: Span[] | null = null;
  for (let line = 0; line < LINES_ACROSS; line++) {
    const spans = spansAt(rings, yPt + heightPt * (line / (LINES_ACROSS - 1) - 0.5));
    common = common === null ? spans : overlaps(common, spans);
  }
  return common ?? [];
}

/**
 * Spans of a horizontal line within the rings, from left to right, by the even-odd rule: an area's own rings
 * do not overlap.
 */
function spansAt(rings: readonly Ring[], y: number): Span[] {
  const crossings: number[] = [];
  for (const ring of rings) {
    let [x1, y1] = [ring.at(-2)!, ring.at(-1)!];
    for (let i = 0; i < ring.length; i += 2) {
      const [x2, y2] = [ring[i]!, ring[i + 1]!];
      if (y1 > y !== y2 > y) crossings.push(x1 + ((x2 - x1) * (y - y1)) / (y2 - y1));
      [x1, y1] = [x2, y2];
    }
  }
  crossings.sort((a, b) => a - b);
  const spans: Span[] = [];
  for (let i = 0; i + 1 < crossings.length; i += 2) spans.push([crossings[i]!, crossings[i + 1]!]);
  return spans;
}

/** Common parts of two lists of spans, each from left to right. */
function overlaps(a: readonly Span[], b: readonly Span[]): Span[] {
  const common: Span[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [from, to] = [Math.max(a[i]![0], b[j]![0]), Math.min(a[i]![1], b[j]![1])];
    if (from < to) common.push([from, to]);
    if (a[i]![1] < b[j]![1]) i++;
    else j++;
  }
  return common;
}
