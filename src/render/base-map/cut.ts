import { cutRingAt, type Side } from '../../geo/cut-ring.js';
import type { LineDegrees } from '../path-writer.js';
import type { GeoBox } from './geo-box.js';

/**
 * Along the sides of the box: a longer edge would leave its parallel, as d3 draws edges as great circles, and
 * come into the frame.
 */
const STEP_DEGREES = 1;
/** And where corners are cut afterwards, those of the box may lose no more than a part of its margin. */
const LEAST_STEPS = 24;

const sidesOf = ({ west, east, south, north, isAllAround }: GeoBox): Side[] => [
  ...(isAllAround
    ? []
    : ([
        { axis: 0, at: west, isBelow: false },
        { axis: 0, at: east, isBelow: true },
      ] as const)),
  ...(south > -90 ? ([{ axis: 1, at: south, isBelow: false }] as const) : []),
  ...(north < 90 ? ([{ axis: 1, at: north, isBelow: true }] as const) : []),
];

/**
 * The part of a ring within a box: pieces hang together along the box's sides, which lie outside the frame.
 * @returns an open ring; empty when nothing is within
 */
export function cutRing(ring: LineDegrees, box: GeoBox): LineDegrees {
  let cut = ring;
  for (const side of sidesOf(box)) cut = cutRingAt(cut, side);
  return cut === ring ? ring : withSteps(cut, box);
}

function withSteps(ring: LineDegrees, { west, east, south, north }: GeoBox): LineDegrees {
  const step = Math.min(STEP_DEGREES, (east - west) / LEAST_STEPS, (north - south) / LEAST_STEPS);
  const stepped: LineDegrees = [];
  for (let i = 0, last = ring.length - 2; i < ring.length; last = i, i += 2) {
    const [fromLon, fromLat, lon, lat] = [ring[last]!, ring[last + 1]!, ring[i]!, ring[i + 1]!];
    const isAlongSide =
      (fromLat === lat && (lat === south || lat === north)) ||
      (fromLon === lon && (lon === west || lon === east));
    const steps = isAlongSide ? Math.floor((Math.abs(lon - fromLon) + Math.abs(lat - fromLat)) / step) : 0;
    for (let at = 1; at <= steps; at++) {
      const share = at / (steps + 1);
      stepped.push(fromLon + share * (lon - fromLon), fromLat + share * (lat - fromLat));
    }
    stepped.push(lon, lat);
  }
  return stepped;
}

/** The parts of a line that enter a box, in whole segments, without seams. */
export function* stretchesWithin(line: LineDegrees, box: GeoBox): Generator<LineDegrees> {
  let stretch: LineDegrees = [];
  for (let i = 2; i < line.length; i += 2) {
    if (isSeam(line, i) || isBeside(line, i, box)) {
      if (stretch.length > 0) yield stretch;
      stretch = [];
      continue;
    }
    if (stretch.length === 0) stretch.push(line[i - 2]!, line[i - 1]!);
    stretch.push(line[i]!, line[i + 1]!);
  }
  if (stretch.length > 0) yield stretch;
}

/**
 * Tells whether the segment that ends at `i` lies wholly on one side of the box, which has none to the west
 * and east where it goes all around.
 */
const isBeside = (line: LineDegrees, i: number, { west, east, south, north, isAllAround }: GeoBox): boolean =>
  (!isAllAround && line[i]! < west && line[i - 2]! < west) ||
  (!isAllAround && line[i]! > east && line[i - 2]! > east) ||
  (line[i + 1]! < south && line[i - 1]! < south) ||
  (line[i + 1]! > north && line[i - 1]! > north);

/** Edges of areas that end at the antimeridian or the pole are no coasts. */
function isSeam(line: LineDegrees, i: number): boolean {
  const isAtMeridian = (lon: number): boolean => Math.abs(Math.abs(lon) - 180) < 1e-4;
  return (isAtMeridian(line[i]!) && isAtMeridian(line[i - 2]!)) || line[i + 1] === -90 || line[i - 1] === -90;
}
