import { MAX_CATEGORIES } from '../../schema/legend.js';
import type { PreparedBlock } from '../prepare/prepare-block.js';

/** Category and explicit colour of a row. */
interface RowStyle {
  category: string | null;
  color: string | null;
}

/**
 * The colours that rows would get, without touching the legend: as `ensure_categories` draws them, in the
 * order of the rows that become markers.
 */
export class PreviewLegend {
  readonly #colors: Map<string, string>;
  readonly #uses: Map<string, number>;

  /**
   * @param legend category -> colour, of the map's default layer
   * @param palette colour names in drawing order
   */
  constructor(legend: ReadonlyMap<string, string>, palette: readonly string[]) {
    this.#colors = new Map(legend);
    this.#uses = new Map(palette.map((color) => [color, 0]));
    for (const color of legend.values()) this.#use(color);
  }

  /** @param becomesMarker only then the legend gets a category that it does not have */
  colorOf({ category, color }: RowStyle, becomesMarker: boolean): string | null {
    if (category !== null && becomesMarker && !this.#colors.has(category)) {
      const drawn = color ?? this.#leastUsed();
      this.#colors.set(category, drawn);
      this.#use(drawn);
    }
    return color ?? (category === null ? null : (this.#colors.get(category) ?? null));
  }

  /**
   * Gives the categories of a block colours, in the order of its rows.
   * @param isKept whether a row becomes a marker; default: all do
   */
  addBlock(
    { styleOf, styles }: Pick<PreparedBlock, 'styleOf' | 'styles'>,
    isKept: (row: number) => boolean = () => true,
  ): void {
    const seen = new Uint8Array(styles.categories.length);
    for (const [row, style] of styleOf.entries()) {
      if (!isKept(row) || seen[style] === 1 || this.#colors.size >= MAX_CATEGORIES) continue;
      seen[style] = 1;
      this.colorOf({ category: styles.categories[style]!, color: styles.colors[style]! }, true);
    }
  }

  /** Colour of a category that the legend has by now; null: it has none. */
  knownColorOf(category: string): string | null {
    return this.#colors.get(category) ?? null;
  }

  #use(color: string): void {
    const uses = this.#uses.get(color);
    if (uses !== undefined) this.#uses.set(color, uses + 1);
  }

  #leastUsed(): string {
    let best = '';
    let fewest = Number.POSITIVE_INFINITY;
    for (const [color, uses] of this.#uses) {
      if (uses >= fewest) continue;
      best = color;
      fewest = uses;
    }
    return best;
  }
}
