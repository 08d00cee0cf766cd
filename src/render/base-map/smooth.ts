import type { LineDegrees } from '../path-writer.js';

/**
 * Cuts corners by Chaikin's algorithm: each pass doubles the points, and smooths a coarse grid. Ends of lines
 * stay.
 */
export function smooth(line: LineDegrees, rounds: number, isRing: boolean): LineDegrees {
  let smoothed = line;
  for (let round = 0; round < rounds; round++) smoothed = cutCorners(smoothed, isRing);
  return smoothed;
}

function cutCorners(line: LineDegrees, isRing: boolean): LineDegrees {
  const cut: LineDegrees = isRing ? [] : [line[0]!, line[1]!];
  const first = isRing ? 0 : 2;
  for (let i = first; i < line.length; i += 2) {
    const last = i === 0 ? line.length - 2 : i - 2;
    const [fromLon, fromLat, lon, lat] = [line[last]!, line[last + 1]!, line[i]!, line[i + 1]!];
    cut.push(0.75 * fromLon + 0.25 * lon, 0.75 * fromLat + 0.25 * lat);
    cut.push(0.25 * fromLon + 0.75 * lon, 0.25 * fromLat + 0.75 * lat);
  }
  if (!isRing) cut.push(line[line.length - 2]!, line[line.length - 1]!);
  return cut;
}
