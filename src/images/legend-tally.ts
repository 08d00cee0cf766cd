import { isClass } from './class-fills.js';

const NO_CATEGORY = 'No category';
/** Name of the line for markers without a category, where the categories are classes of numbers. */
const NO_DATA = 'No data';
/** Name of the line for categories that the legend has no room for, or no longer has. */
const OTHER_CATEGORIES = 'Other categories';

/** A category as its markers are painted: one that has several colours has several lines. */
export interface LegendLine {
  name: string;
  /** Place in the palette. */
  color: number;
  count: number;
}

/** Counts the markers that a picture shows while they are read, so that its legend agrees with the picture. */
export class LegendTally {
  /** Category -> how many of each colour are shown. */
  readonly #categories = new Map<string, Float64Array>();
  readonly #none: Float64Array;
  readonly #others: Float64Array;
  /** Markers that the picture does not show. */
  notShown = 0;

  /** @param categories in legend order @param colors of the palette */
  constructor(categories: Iterable<string>, colors: number) {
    for (const name of categories) this.#categories.set(name, new Float64Array(colors));
    this.#none = new Float64Array(colors);
    this.#others = new Float64Array(colors);
  }

  /** @param category null: without one */
  add(category: string | null, color: number, isShown: boolean, count = 1): void {
    if (!isShown) {
      this.notShown += count;
      return;
    }
    const counts = category === null ? this.#none : (this.#categories.get(category) ?? this.#others);
    counts[color]! += count;
  }

  /** Lines with a count above zero; empty where the map has no legend. */
  lines(): LegendLine[] {
    if (this.#categories.size === 0) return [];
    const areClasses = [...this.#categories.keys()].every(isClass);
    const none = areClasses ? NO_DATA : NO_CATEGORY;
    const all = [...this.#categories, [OTHER_CATEGORIES, this.#others], [none, this.#none]] as const;
    return all.flatMap(([name, counts]) =>
      [...counts].map((count, color) => ({ name, color, count })).filter(({ count }) => count > 0),
    );
  }
}
