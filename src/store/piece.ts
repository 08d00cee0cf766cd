/** The first items of a list that fit into a number of bytes. */
export interface Piece<T> {
  items: T[];
  /** Further items exist although fewer than requested are here. */
  isCut: boolean;
}

/**
 * Takes the first items up to `maxBytes` together, and at least one.
 * @param bytesOf called once for each item, in order
 */
export function cutToBytes<T>(items: readonly T[], maxBytes: number, bytesOf: (item: T) => number): Piece<T> {
  let bytes = 0;
  for (const [i, item] of items.entries()) {
    bytes += bytesOf(item);
    if (bytes > maxBytes && i > 0) return { items: items.slice(0, i), isCut: true };
  }
  return { items: [...items], isCut: false };
}
