const E7 = 1e7;
const METERS_OF_DEGREE = 111_195;
const CELL_M = 500;
/**
 * Radius in cells of the disc that rolls along the outline: lakes, woods and bays within an extract are
 * narrower.
 */
const DISC_CELLS = 4;
/** Bound on cells: for the network of a continent cells become larger. */
const MOST_CELLS = 1 << 24;

/**
 * Outline of a network, for extracts without bounds and for those cut along a border: the vertices that a
 * disc touches as it rolls around the network.
 * @param lonE7 longitudes of the vertices, in degrees times 10^7
 * @returns a test whether a vertex lies at the outline, to half a kilometre
 */
export function outskirtsOf(lonE7: Int32Array, latE7: Int32Array): (vertex: number) => boolean {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let vertex = 0; vertex < lonE7.length; vertex++) {
    west = Math.min(west, lonE7[vertex]!);
    east = Math.max(east, lonE7[vertex]!);
    south = Math.min(south, latE7[vertex]!);
    north = Math.max(north, latE7[vertex]!);
  }
  const narrowing = Math.max(0.1, Math.cos(((south + north) / 2 / E7) * (Math.PI / 180)));
  const [wide, high] = [(east - west) * narrowing, north - south].map((e7) => (e7 / E7) * METERS_OF_DEGREE);
  const cellMeters = Math.max(CELL_M, Math.sqrt((wide! * high!) / MOST_CELLS));
  const perLat = METERS_OF_DEGREE / E7 / cellMeters;
  const perLon = perLat * narrowing;
  const margin = 2 * DISC_CELLS;
  const columns = Math.ceil(wide! / cellMeters) + 1 + 2 * margin;
  const rows = Math.ceil(high! / cellMeters) + 1 + 2 * margin;
  const cellOf = (vertex: number): number =>
    (margin + Math.floor((latE7[vertex]! - south) * perLat)) * columns +
    margin +
    Math.floor((lonE7[vertex]! - west) * perLon);
  const isTaken = new Uint8Array(columns * rows);
  for (let vertex = 0; vertex < lonE7.length; vertex++) isTaken[cellOf(vertex)] = 1;
  const toData = cellsFrom(isTaken, columns, rows, DISC_CELLS + 1);
  const reached = discsFromOutside(toData, columns);
  const toDisc = cellsFrom(reached, columns, rows, DISC_CELLS + 2);
  return (vertex) => toDisc[cellOf(vertex)]! <= DISC_CELLS + 1;
}

/** Cells that the middle of a disc reaches from a corner of the grid without touching data. */
function discsFromOutside(toData: Uint8Array, columns: number): Uint8Array {
  const reached = new Uint8Array(toData.length);
  const open = [0];
  reached[0] = 1;
  while (open.length > 0) {
    const at = open.pop()!;
    for (const next of [at - 1, at + 1, at - columns, at + columns]) {
      if (next < 0 || next >= toData.length || reached[next] === 1 || toData[next]! <= DISC_CELLS) continue;
      reached[next] = 1;
      open.push(next);
    }
  }
  return reached;
}

/** Steps to the nearest marked cell over sides and corners, at most `most`. */
function cellsFrom(marked: Uint8Array, columns: number, rows: number, most: number): Uint8Array {
  const steps = new Uint8Array(marked.length).fill(most);
  for (let at = 0; at < marked.length; at++) if (marked[at] === 1) steps[at] = 0;
  const look = (at: number, neighbours: readonly number[]): void => {
    let least = steps[at]!;
    for (const by of neighbours) least = Math.min(least, steps[at + by]! + 1);
    steps[at] = least;
  };
  const before = [-1, -columns - 1, -columns, -columns + 1];
  const behind = [1, columns - 1, columns, columns + 1];
  for (let row = 1; row < rows - 1; row++)
    for (let at = row * columns + 1, end = (row + 1) * columns - 1; at < end; at++) look(at, before);
  for (let row = rows - 2; row > 0; row--)
    for (let at = (row + 1) * columns - 2, end = row * columns; at > end; at--) look(at, behind);
  return steps;
}
