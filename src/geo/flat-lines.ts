/** Coordinates of a line or an open ring on a plane: x, y, x, y … */
type Flat = ArrayLike<number>;

/**
 * Twice the area of a ring, positive when it runs counter-clockwise.
 * @param count how many numbers of the ring count
 */
export function twiceArea(ring: Flat, count = ring.length): number {
  // From the first point, as products of large coordinates would lose what their differences have.
  const [x, y] = [ring[0]!, ring[1]!];
  let twice = 0;
  for (let i = 2; i + 3 < count; i += 2)
    twice += (ring[i]! - x) * (ring[i + 3]! - y) - (ring[i + 2]! - x) * (ring[i + 1]! - y);
  return twice;
}

/**
 * Point in ring by the even-odd rule; a point on the ring may be on either side.
 * @param from where the ring begins in the numbers @param end where it ends
 */
export function isInRing(x: number, y: number, ring: Flat, from = 0, end = ring.length): boolean {
  let isIn = false;
  for (let i = from, last = end - 2; i < end; last = i, i += 2) {
    const [ax, ay, bx, by] = [ring[last]!, ring[last + 1]!, ring[i]!, ring[i + 1]!];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isIn = !isIn;
  }
  return isIn;
}

/** A line or a ring that runs the other way. */
export function backwards(line: Flat): number[] {
  const other: number[] = [];
  for (let i = line.length - 2; i >= 0; i -= 2) other.push(line[i]!, line[i + 1]!);
  return other;
}

/**
 * Ramer–Douglas–Peucker: marks the fewest points that keep all others within a tolerance.
 * @param isKept 1 for each point that stays; those of `open` are marked already
 * @param open pairs of points between which others may go; is emptied
 * @param along factor of x, where the axes have different units
 */
export function markBends(
  line: Flat,
  isKept: Uint8Array,
  open: number[],
  tolerance: number,
  along = 1,
): void {
  while (open.length > 0) {
    const end = open.pop()!;
    const begin = open.pop()!;
    const [x0, y0] = [line[2 * begin]! * along, line[2 * begin + 1]!];
    const [dx, dy] = [line[2 * end]! * along - x0, line[2 * end + 1]! - y0];
    const squared = dx * dx + dy * dy;
    let [worst, at] = [tolerance * tolerance, -1];
    for (let i = begin + 1; i < end; i++) {
      const [x, y] = [line[2 * i]! * along - x0, line[2 * i + 1]! - y0];
      const share = squared === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / squared));
      const square = (x - share * dx) ** 2 + (y - share * dy) ** 2;
      if (square > worst) [worst, at] = [square, i];
    }
    if (at < 0) continue;
    isKept[at] = 1;
    open.push(begin, at, at, end);
  }
}
