/**
 * Classes of equal width between the least and the greatest value; those in the middle may be empty.
 * @returns the lower bound of each class, the first one `min`
 */
export function equalBounds(min: number, max: number, classes: number): number[] {
  // Each end is divided first: the width of what a double can hold is none.
  const width = max / classes - min / classes;
  return Array.from({ length: classes }, (_, c) => min + c * width);
}
