import { ensureCategories } from '../../store/legend.js';
import type { Decision } from '../duplicates/decide.js';
import type { PreparedBlock, RowStyle } from '../prepare/prepare-block.js';
import type { PatientSql } from './patient.js';

/** Categories without a legend entry are told apart, to be counted, up to here. */
const MAX_COUNTED = 10_000;

/** Gives rows the legend's colours, block by block in file order; categories new to the legend are made in row order. */
export class LegendColors {
  readonly #unlisted = new Set<string>();

  constructor(
    readonly sql: PatientSql,
    readonly mapId: number,
    readonly palette: readonly string[],
  ) {}

  /** The styles of a block with a colour for every category of a kept row. */
  async resolve(prepared: PreparedBlock, { keep }: Decision): Promise<RowStyle[]> {
    const wished = new Map<string, string | null>();
    for (let row = 0; row < prepared.rows; row++) {
      if (keep[row] === 0) continue;
      const { category, color } = prepared.styles[prepared.styleOf[row]!]!;
      if (category !== null && !wished.has(category)) wished.set(category, color);
    }
    if (wished.size === 0) return prepared.styles;
    const colors = await this.sql((db) => ensureCategories(db, this.mapId, wished, this.palette));
    for (const [name, { listed }] of colors) {
      if (!listed && this.#unlisted.size < MAX_COUNTED) this.#unlisted.add(name);
    }
    return prepared.styles.map(({ category, color }) => ({
      category,
      color: color ?? (category === null ? null : (colors.get(category)?.color ?? null)),
    }));
  }

  /** Categories that found no room in the legend; `atLeast` when there were too many to count. */
  get beyond(): { names: number; atLeast: boolean } {
    return { names: this.#unlisted.size, atLeast: this.#unlisted.size >= MAX_COUNTED };
  }
}
