import { type IncomingRow, TEXT } from '../rows/incoming-row.js';
import { ByteIndex } from './byte-index.js';
import { roomFor } from './line-ending.js';

/** Numbers the categories of a block, with their explicit colours. */
export class StyleCollector {
  readonly styles = { categories: [] as (string | null)[], colors: [] as (string | null)[] };
  readonly #index = new Map<string, number>();
  readonly #bytes: number[] = [];
  /** Styles without a colour of their own, by the bytes of their category. */
  readonly #ofBytes: ByteIndex;

  constructor(seed: number) {
    this.#ofBytes = new ByteIndex(seed);
  }

  numberOfRow(row: IncomingRow, color: string): number {
    const { category } = TEXT;
    if (color !== '' || row.isString(category)) return this.numberOf(row.category, color);
    const { bytes, from, to } = row;
    return this.#ofBytes.numberOf(bytes, from[category]!, to[category]!, () =>
      this.numberOf(row.category, ''),
    );
  }

  numberOf(category: string, color: string): number {
    const key = `${color}\t${category}`;
    let index = this.#index.get(key);
    if (index === undefined) {
      index = this.styles.categories.push(category || null) - 1;
      this.styles.colors.push(color || null);
      this.#bytes.push(roomFor(category));
      this.#index.set(key, index);
    }
    return index;
  }

  /** Category and colour of a style; '' for none. */
  at(style: number): { category: string; color: string } {
    const { categories, colors } = this.styles;
    return { category: categories[style] ?? '', color: colors[style] ?? '' };
  }

  /** Number of bytes that a line leaves free for a style. */
  roomOf(style: number): number {
    return this.#bytes[style]!;
  }
}
