import type { PlaceGrid } from './place-grid.js';
import type { SymbolRow } from './symbol-rows.js';

/**
 * Of markers drawn row by row from the upper left, each over those before it: which are seen at all. From the last to the first, each
 * marker's cells are looked up among those hidden by later ones. In every row a cell points to the next one that is not hidden yet (union-find),
 * so that a symbol costs its height, and hiding a cell is done once a picture.
 * @returns cells of the grid in drawing order
 */
export function hideCovered({ cells, columns, rows }: PlaceGrid, symbol: readonly SymbolRow[]): Uint32Array {
  const reach = Math.max(...symbol.map(({ touches }) => touches));
  const above = -Math.min(...symbol.map(({ down }) => down));
  const below = Math.max(...symbol.map(({ down }) => down));
  // Symbols reach over the edges of the map; one more column ends each row.
  const width = columns + 2 * reach + 1;
  const next = new Uint16Array(width * (rows + above + below));
  for (let at = 0; at < width; at++) next[at] = at;
  for (let filled = width; filled < next.length; filled += width) next.copyWithin(filled, 0, width);

  const firstShown = (row: number, column: number): number => {
    let at = column;
    while (next[row + at] !== at) {
      const further = next[row + next[row + at]!]!;
      next[row + at] = further;
      at = further;
    }
    return at;
  };
  const isSeen = (row: number, column: number): boolean =>
    symbol.some(
      ({ down, touches }) => firstShown((row + down) * width, column - touches) <= column + touches,
    );
  const hide = (row: number, column: number): void => {
    for (const { down, hides } of symbol) {
      const start = (row + down) * width;
      for (let at = firstShown(start, column - hides); at <= column + hides; at = firstShown(start, at)) {
        next[start + at] = at + 1;
      }
    }
  };

  const seen: number[] = [];
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const cell = row * columns + column;
      if (cells[cell] === 0 || !isSeen(row + above, column + reach)) continue;
      hide(row + above, column + reach);
      seen.push(cell);
    }
  }
  return Uint32Array.from(seen).reverse();
}
