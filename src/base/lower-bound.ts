/** Index of the first of ascending values that is not below another; their number where all are. */
export function lowerBound<T extends number | string>(ascending: ArrayLike<T>, value: T): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
