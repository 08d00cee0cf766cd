/** Longitude, latitude, longitude, … in degrees times 10^7. */
export type Coordinates = number[];

export interface E7Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

export const E7 = 1e7;
export const METERS_OF_E7 = 111_195 / E7;

/** Ramer–Douglas–Peucker; the ends stay. */
export function keepBends(line: Coordinates, toleranceM: number): Coordinates {
  const count = line.length / 2;
  if (count <= 2) return line;
  const along = Math.cos(((line[1]! / E7) * Math.PI) / 180);
  const least = (toleranceM / METERS_OF_E7) ** 2;
  const isKept = new Uint8Array(count);
  isKept[0] = isKept[count - 1] = 1;
  const open = [0, count - 1];
  while (open.length > 0) {
    const end = open.pop()!;
    const begin = open.pop()!;
    let [farthest, at] = [least, -1];
    for (let i = begin + 1; i < end; i++) {
      const square = squareToLine(line, begin, end, i, along);
      if (square > farthest) [farthest, at] = [square, i];
    }
    if (at < 0) continue;
    isKept[at] = 1;
    open.push(begin, at, at, end);
  }
  return line.filter((_, i) => isKept[i >> 1] === 1);
}

/** Square of the distance of a point from the line between two others. */
function squareToLine(line: Coordinates, begin: number, end: number, i: number, along: number): number {
  const [x0, y0] = [line[2 * begin]! * along, line[2 * begin + 1]!];
  const [dx, dy] = [line[2 * end]! * along - x0, line[2 * end + 1]! - y0];
  const [px, py] = [line[2 * i]! * along - x0, line[2 * i + 1]! - y0];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
  return (px - share * dx) ** 2 + (py - share * dy) ** 2;
}
