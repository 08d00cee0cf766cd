/**
 * Which side of a line stays: of a meridian (axis 0) or a parallel (axis 1), or whatever axes the coordinates
 * have.
 */
export interface Side {
  readonly axis: 0 | 1;
  readonly at: number;
  /** The side of smaller coordinates. */
  readonly isBelow: boolean;
}

/**
 * The part of an open ring on one side of a line, by Sutherland and Hodgman: pieces hang together along the
 * line.
 * @param ring coordinates one after the other
 * @returns an open ring; empty when nothing is on that side
 */
export function cutRingAt(ring: ArrayLike<number>, { axis, at, isBelow }: Side): number[] {
  const cut: number[] = [];
  const isIn = (i: number): boolean => (isBelow ? ring[i + axis]! <= at : ring[i + axis]! >= at);
  for (let i = 0, last = ring.length - 2; i < ring.length; last = i, i += 2) {
    if (isIn(last) !== isIn(i)) {
      const share = (at - ring[last + axis]!) / (ring[i + axis]! - ring[last + axis]!);
      const across = ring[last + 1 - axis]! + share * (ring[i + 1 - axis]! - ring[last + 1 - axis]!);
      cut.push(axis === 0 ? at : across, axis === 0 ? across : at);
    }
    if (isIn(i)) cut.push(ring[i]!, ring[i + 1]!);
  }
  return cut;
}
