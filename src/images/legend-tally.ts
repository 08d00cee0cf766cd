import type { LegendSymbol } from '../render/furniture/content.js';
import { isClass } from './class-fills.js';

const NO_CATEGORY = 'No category';
/** Name of the line for markers without a category, where the categories are classes of numbers. */
const NO_DATA = 'No data';
/** Name of the line for the markers of a map without categories. */
const ALL_MARKERS = 'Markers';
/** Name of the line for categories that the legend has no room for, or no longer has. */
const OTHER_CATEGORIES = 'Other categories';

/** A category as its markers are painted: one that has several colours has several lines. */
export interface LegendLine {
  name: string;
  /** Place in the palette. */
  color: number;
  count: number;
  /** How most of its markers are drawn; left out: it has none. */
  symbol?: LegendSymbol;
}

/** How markers are drawn. */
const KINDS = ['pin', 'area', 'circle'] as const satisfies readonly LegendSymbol[];
export type MarkerKind = (typeof KINDS)[number];

/**
 * Counts the markers that a picture shows while they are read, so that its legend agrees with the picture.
 */
export class LegendTally {
  /** Category -> how many of each colour and kind are shown. */
  readonly #categories = new Map<string, Float64Array>();
  /** Category -> its colour in the legend. */
  readonly #colors = new Map<string, number>();
  readonly #none: Float64Array;
  readonly #others: Float64Array;
  /** Markers that the picture does not show. */
  notShown = 0;

  /** @param categories in legend order, with their place in the palette @param colors of the palette */
  constructor(categories: Iterable<readonly [name: string, color: number]>, colors: number) {
    const none = (): Float64Array => new Float64Array(colors * KINDS.length);
    for (const [name, color] of categories) {
      this.#categories.set(name, none());
      this.#colors.set(name, color);
    }
    this.#none = none();
    this.#others = none();
  }

  /** @param category null: without one */
  add(category: string | null, color: number, isShown: boolean, kind: MarkerKind = 'pin', count = 1): void {
    if (!isShown) {
      this.notShown += count;
      return;
    }
    const counts = category === null ? this.#none : (this.#categories.get(category) ?? this.#others);
    counts[color * KINDS.length + KINDS.indexOf(kind)]! += count;
  }

  /**
   * Lines with a count above zero, and classes of numbers without markers: the ranges of a legend have no
   * gaps.
   */
  lines(): LegendLine[] {
    const categories = [...this.#categories];
    const hasCategories = categories.length > 0;
    const areClasses = hasCategories && categories.every(([name]) => isClass(name));
    const none = areClasses ? NO_DATA : hasCategories ? NO_CATEGORY : ALL_MARKERS;
    const others = hasCategories ? OTHER_CATEGORIES : ALL_MARKERS;
    return [...categories, [others, this.#others] as const, [none, this.#none] as const].flatMap(
      ([name, counts]) => {
        const lines = linesOf(name, counts);
        const color = this.#colors.get(name);
        return lines.length === 0 && areClasses && color !== undefined ? [{ name, color, count: 0 }] : lines;
      },
    );
  }
}

/** A line for each colour that markers of a category have. */
function linesOf(name: string, counts: Float64Array): LegendLine[] {
  const lines: LegendLine[] = [];
  for (let at = 0; at < counts.length; at += KINDS.length) {
    const ofKinds = counts.subarray(at, at + KINDS.length);
    const count = ofKinds.reduce((sum, of) => sum + of, 0);
    if (count === 0) continue;
    const symbol = KINDS[ofKinds.indexOf(Math.max(...ofKinds))]!;
    lines.push({ name, color: at / KINDS.length, count, symbol });
  }
  return lines;
}
