import { type IncomingRow, TEXT } from '../rows/incoming-row.js';
import { ByteIndex } from './byte-index.js';
import { roomFor } from './line-ending.js';
import { type Lanes, lanesOfStyle } from './written.js';

/** Numbers the categories of a block, with their explicit colours. */
export class StyleCollector {
  readonly styles = { categories: [] as (string | null)[], colors: [] as (string | null)[] };
  readonly #index = new Map<string, number>();
  readonly #bytes: number[] = [];
  readonly #lanes: Lanes[] = [];
  readonly #categories: ByteIndex;
  /** Styles without a colour of their own, by the number of their category. */
  readonly #ofCategory: number[] = [];

  constructor(seed: number) {
    this.#categories = new ByteIndex(seed);
  }

  numberOfRow(row: IncomingRow, color: string): number {
    const { category } = TEXT;
    if (color !== '' || row.isString(category)) return this.numberOf(row.category, color);
    const { bytes, from, to } = row;
    const known = this.#categories.numberOf(bytes, from[category]!, to[category]!);
    if (known === this.#ofCategory.length) this.#ofCategory.push(this.numberOf(row.category, ''));
    return this.#ofCategory[known]!;
  }

  numberOf(category: string, color: string): number {
    const key = `${color}\t${category}`;
    let index = this.#index.get(key);
    if (index === undefined) {
      index = this.styles.categories.push(category || null) - 1;
      this.styles.colors.push(color || null);
      this.#bytes.push(roomFor(category));
      this.#lanes.push(lanesOfStyle(category, color));
      this.#index.set(key, index);
    }
    return index;
  }

  lanesOf(style: number): Lanes {
    return this.#lanes[style]!;
  }

  /** Number of bytes that a line leaves free for a style. */
  roomOf(style: number): number {
    return this.#bytes[style]!;
  }
}
