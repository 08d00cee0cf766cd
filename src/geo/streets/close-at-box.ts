import { backwards, twiceArea } from '../flat-lines.js';
import type { Coordinates, E7Box } from './plane.js';

/** Share of a box's side by which a coast may end before it: extracts lack the nodes beyond their edge. */
const REACH = 0.02;

/**
 * Rings of the sea as far as a box reaches. Outer rings are clockwise, islands counterclockwise.
 * @param coasts lines with the sea to their right; those that end where they began are closed
 * @returns none where a coast ends within the box: then nobody knows where the sea is
 */
export function seaOf(coasts: readonly Coordinates[], box: E7Box): Coordinates[] {
  const stretches: Coordinates[] = [];
  const whole: Coordinates[] = [];
  for (const coast of coasts) {
    const parts = partsWithin(coast, box);
    const isClosed = coast[0] === coast.at(-2) && coast[1] === coast.at(-1);
    if (!isClosed) stretches.push(...parts);
    else if (parts.length === 1 && parts[0]!.length === coast.length) whole.push(coast.slice(0, -2));
    else stretches.push(...joinedAtSeam(parts, coast));
  }
  const closed = closeClockwise(stretches, box);
  if (closed === null) return [];
  const isAllSea = closed.length === 0 && whole.some((ring) => twiceArea(ring) > 0);
  return [...(isAllSea ? [cornersOf(box)] : closed), ...whole];
}

/**
 * Tells what lies on either side of lines across a box, as `seaOf`: whichever way they run, their sides
 * alternate around the box.
 * @returns null where a line ends within the box, or lines cross
 */
export function sidesOf(
  lines: readonly Coordinates[],
  box: E7Box,
): [one: Coordinates[], other: Coordinates[]] | null {
  const parts = lines.flatMap((line) => partsWithin(line, box));
  const stops: { turn: number; part: number; isFirst: boolean }[] = [];
  for (const [part, points] of parts.entries()) {
    const ends = [onSide(points[0]!, points[1]!, box), onSide(points.at(-2)!, points.at(-1)!, box)];
    for (const [i, end] of ends.entries()) {
      if (end === null) return null;
      stops.push({ turn: turnOf(...end, box), part, isFirst: i === 0 });
    }
  }
  stops.sort((a, b) => a.turn - b.turn);
  const startsFirst = new Map<number, boolean>();
  for (const [i, { part, isFirst }] of stops.entries()) if (isFirst) startsFirst.set(part, i % 2 === 0);
  const directed = parts.map((points, part) => (startsFirst.get(part) ? points : backwards(points)));
  const [one, other] = [closeClockwise(directed, box), closeClockwise(directed.map(backwards), box)];
  return one === null || other === null || parts.length === 0 ? null : [one, other];
}

const cornersOf = ({ west, south, east, north }: E7Box): Coordinates => [
  ...[west, north, east, north, east, south, west, south],
];

/** A ring that leaves the box has its first and last part in one piece. */
function joinedAtSeam(parts: Coordinates[], ring: Coordinates): Coordinates[] {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined || first === last) return parts;
  const isSeam =
    first[0] === ring[0] && first[1] === ring[1] && last.at(-2) === ring[0] && last.at(-1) === ring[1];
  return isSeam ? [[...last, ...first.slice(2)], ...parts.slice(1, -1)] : parts;
}

/** The parts of a line within a box, cut at its sides. */
export function partsWithin(line: Coordinates, box: E7Box): Coordinates[] {
  const parts: Coordinates[] = [];
  let part: Coordinates = [];
  for (let i = 2; i < line.length; i += 2) {
    const [ax, ay, bx, by] = [line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!];
    const shares = sharesWithin(ax, ay, bx, by, box);
    if (shares === null) {
      if (part.length > 0) parts.push(part);
      part = [];
      continue;
    }
    const [from, to] = shares;
    if (part.length > 0 && from > 0) {
      parts.push(part);
      part = [];
    }
    if (part.length === 0) part.push(...pointAt(ax, ay, bx, by, from, box));
    part.push(...pointAt(ax, ay, bx, by, to, box));
    if (to < 1) {
      parts.push(part);
      part = [];
    }
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

/** By Liang and Barsky. */
function sharesWithin(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  { west, south, east, north }: E7Box,
): [from: number, to: number] | null {
  let [from, to] = [0, 1];
  for (const [step, room] of [
    [ax - bx, ax - west],
    [bx - ax, east - ax],
    [ay - by, ay - south],
    [by - ay, north - ay],
  ] as const) {
    if (step === 0) {
      if (room < 0) return null;
      continue;
    }
    const share = room / step;
    if (step < 0) from = Math.max(from, share);
    else to = Math.min(to, share);
  }
  return from < to ? [from, to] : null;
}

function pointAt(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  share: number,
  box: E7Box,
): [number, number] {
  if (share === 0) return [ax, ay];
  if (share === 1) return [bx, by];
  const x = ax + share * (bx - ax);
  const y = ay + share * (by - ay);
  return [Math.min(box.east, Math.max(box.west, x)), Math.min(box.north, Math.max(box.south, y))];
}

/** Way around the box to a point of its sides, clockwise from the upper left corner: 1 a side. */
function turnOf(x: number, y: number, { west, south, east, north }: E7Box): number {
  if (y === north) return (x - west) / (east - west);
  if (x === east) return 1 + (north - y) / (north - south);
  if (y === south) return 2 + (east - x) / (east - west);
  return 3 + (y - south) / (north - south);
}

/** The point of the sides that is nearest to a point; null: it is not near. */
function onSide(x: number, y: number, { west, south, east, north }: E7Box): [number, number] | null {
  const shares: [number, [number, number]][] = [
    [(x - west) / (east - west), [west, y]],
    [(east - x) / (east - west), [east, y]],
    [(y - south) / (north - south), [x, south]],
    [(north - y) / (north - south), [x, north]],
  ];
  const [share, point] = shares.reduce((a, b) => (b[0] < a[0] ? b : a));
  return share <= REACH ? point : null;
}

/** Joins lines that cross a box clockwise along its sides. @returns null where they do not fit together */
function closeClockwise(lines: readonly Coordinates[], box: E7Box): Coordinates[] | null {
  const stops: { turn: number; line: number; isStart: boolean }[] = [];
  const reaching: Coordinates[] = [];
  for (const [line, points] of lines.entries()) {
    const start = onSide(points[0]!, points[1]!, box);
    const end = onSide(points.at(-2)!, points.at(-1)!, box);
    if (start === null || end === null) return null;
    reaching.push([...start, ...points, ...end]);
    stops.push({ turn: turnOf(...start, box), line, isStart: true });
    stops.push({ turn: turnOf(...end, box), line, isStart: false });
  }
  stops.sort((a, b) => a.turn - b.turn);
  const next = new Map<number, { line: number; from: number; to: number }>();
  for (const [i, stop] of stops.entries()) {
    const after = stops[(i + 1) % stops.length]!;
    if (stop.isStart === after.isStart) return null;
    if (!stop.isStart) next.set(stop.line, { line: after.line, from: stop.turn, to: after.turn });
  }
  const corners = cornersOf(box);
  const rings: Coordinates[] = [];
  const isUsed = new Set<number>();
  for (const first of reaching.keys()) {
    const ring: Coordinates = [];
    for (let line = first; !isUsed.has(line); ) {
      isUsed.add(line);
      for (const value of reaching[line]!) ring.push(value);
      const { line: following, from, to } = next.get(line)!;
      const end = to < from ? to + 4 : to;
      for (let corner = Math.floor(from) + 1; corner < end; corner++)
        ring.push(corners[2 * (corner % 4)]!, corners[2 * (corner % 4) + 1]!);
      line = following;
    }
    if (ring.length > 0) rings.push(ring);
  }
  return rings;
}
