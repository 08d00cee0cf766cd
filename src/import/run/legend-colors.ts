import { ensureCategories, type LegendColor } from '../../store/legend.js';
import type { Decision } from '../duplicates/decide.js';
import type { PreparedBlock, RowStyles } from '../prepare/prepare-block.js';
import type { PatientSql } from './patient.js';

/** Categories without a legend entry are told apart, to be counted, up to here. */
const MAX_COUNTED = 10_000;
/**
 * Categories whose colours an import remembers, and how long a name may be: a few MB. The others are asked
 * for with each block.
 */
const MAX_KNOWN = 50_000;
const MAX_KNOWN_NAME = 100;

/**
 * Gives rows the legend's colours, block by block in file order; categories new to the legend are made in row
 * order. What an earlier block has asked for is known until a client clears or replaces the legend: of 20,000
 * categories each block has thousands.
 */
export class LegendColors {
  readonly #unlisted = new Set<string>();
  readonly #known = new Map<string, LegendColor>();
  /**
   * Position of the legend's first entry when `#known` was read: it changes when the legend is replaced (see
   * `ensureCategories`).
   */
  #firstPosition: number | null = null;

  constructor(
    readonly sql: PatientSql,
    readonly mapId: number,
    readonly palette: readonly string[],
  ) {}

  /** The styles of a block with a colour for every category of a kept row. */
  async resolve(prepared: PreparedBlock, { keep }: Decision): Promise<RowStyles> {
    const { categories, colors } = prepared.styles;
    const wished = new Map<string, string | null>();
    for (let row = 0; row < prepared.rows; row++) {
      if (keep[row] === 0) continue;
      const style = prepared.styleOf[row]!;
      const category = categories[style]!;
      if (category !== null && !wished.has(category)) wished.set(category, colors[style]!);
    }
    if (wished.size === 0) return prepared.styles;
    const ofLegend = await this.#colorsOf(wished);
    const colorOf = (category: string | null): string | null =>
      category === null ? null : (ofLegend.get(category)?.color ?? null);
    return { categories, colors: colors.map((color, i) => color ?? colorOf(categories[i]!)) };
  }

  async #colorsOf(wished: ReadonlyMap<string, string | null>): Promise<Map<string, LegendColor>> {
    const unknown = new Map([...wished].filter(([name]) => !this.#known.has(name)));
    let { colors, firstPosition } = await this.#ensure(unknown);
    if (firstPosition !== this.#firstPosition) {
      this.#known.clear();
      if (unknown.size < wished.size) ({ colors, firstPosition } = await this.#ensure(wished));
      this.#firstPosition = firstPosition;
    }
    for (const name of wished.keys()) {
      const known = this.#known.get(name);
      if (known) colors.set(name, known);
    }
    this.#learn(colors);
    return colors;
  }

  #ensure(wished: ReadonlyMap<string, string | null>) {
    return this.sql((db) => ensureCategories(db, this.mapId, wished, this.palette));
  }

  #learn(colors: ReadonlyMap<string, LegendColor>): void {
    for (const [name, color] of colors) {
      if (!color.listed && this.#unlisted.size < MAX_COUNTED) this.#unlisted.add(name);
      if (name.length <= MAX_KNOWN_NAME && this.#known.size < MAX_KNOWN) this.#known.set(name, color);
    }
  }

  /** Categories that found no room in the legend; `atLeast` when there were too many to count. */
  get beyond(): { names: number; atLeast: boolean } {
    return { names: this.#unlisted.size, atLeast: this.#unlisted.size >= MAX_COUNTED };
  }
}
