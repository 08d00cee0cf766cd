/** Items of a list in order, no more of them than fit into a number of bytes. */
export interface Piece<T> {
  items: T[];
  /** It ends before the list and before as many items as were asked for: there are more. */
  isCut: boolean;
}

/**
 * The first of the items that have `maxBytes` together, and at least one.
 * @param bytesOf asked once an item, in order
 */
export function cutToBytes<T>(items: readonly T[], maxBytes: number, bytesOf: (item: T) => number): Piece<T> {
  let bytes = 0;
  for (const [i, item] of items.entries()) {
    bytes += bytesOf(item);
    if (bytes > maxBytes && i > 0) return { items: items.slice(0, i), isCut: true };
  }
  return { items: [...items], isCut: false };
}
