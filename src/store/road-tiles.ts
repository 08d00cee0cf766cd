import { type StreetTiles, type TilePlace, tilePlaceOf } from '../geo/streets/tiles.js';
import type pg from './pg.js';

/** Bounds on the tiles of a statement. */
const TILES_OF_STATEMENT = 2_000;
const BYTES_OF_STATEMENT = 1024 * 1024;

/** Stores the tiles of a network, within the transaction that stores the network. */
export async function storeTiles(
  client: pg.Client,
  name: string,
  { keys, points, starts, bytes }: StreetTiles,
  onBytes: (bytes: number) => void,
): Promise<void> {
  for (let from = 0; from < keys.length; ) {
    let to = from + 1;
    while (
      to < keys.length &&
      to - from < TILES_OF_STATEMENT &&
      starts[to + 1]! - starts[from]! <= BYTES_OF_STATEMENT
    )
      to++;
    const places = Array.from(keys.subarray(from, to), tilePlaceOf);
    const column = (member: keyof TilePlace): number[] => places.map((place) => place[member]);
    await client.query(
      `INSERT INTO road_tiles (name, level, x, y, layer, points, bytes)
       SELECT $1, * FROM unnest($2::smallint[], $3::integer[], $4::integer[], $5::smallint[], $6::integer[], $7::bytea[])`,
      [
        name,
        ...(['level', 'x', 'y', 'layer'] as const).map(column),
        Array.from(points.subarray(from, to)),
        places.map((_, i) => Buffer.from(bytes.subarray(starts[from + i]!, starts[from + i + 1]!))),
      ],
    );
    onBytes(starts[to]!);
    from = to;
  }
}

/** A stored layer of a tile. */
export interface StoredTile {
  readonly x: number;
  readonly y: number;
  readonly layer: number;
  readonly bytes: Uint8Array;
}

/** Tiles that a picture shows. */
export interface TileRange {
  readonly level: number;
  readonly columns: readonly number[];
  readonly bottom: number;
  readonly top: number;
}

const IN_RANGE =
  'FROM road_graphs JOIN road_tiles t USING (name) WHERE t.level = $1 AND t.x = ANY ($2) AND t.y BETWEEN $3 AND $4';

/**
 * Reads the first layers of a range whose points are within a bound; of a layer all tiles or none.
 * @param layers by importance
 */
export async function readTiles(
  client: Pick<pg.Client, 'query'>,
  { level, columns, bottom, top }: TileRange,
  layers: readonly number[],
  mostPoints: number,
): Promise<StoredTile[]> {
  const range = [level, columns, bottom, top];
  const { rows: counts } = await client.query<{ layer: number; points: number }>(
    `SELECT t.layer, sum(t.points)::float8 AS points ${IN_RANGE} GROUP BY t.layer`,
    range,
  );
  const pointsOf = new Map(counts.map(({ layer, points }) => [layer, points]));
  let points = 0;
  const shown = layers.filter((layer) => {
    points += pointsOf.get(layer) ?? 0;
    return points <= mostPoints;
  });
  if (counts.length === 0 || shown.length === 0) return [];
  const { rows } = await client.query<StoredTile>(
    `SELECT t.x, t.y, t.layer, t.bytes ${IN_RANGE} AND t.layer = ANY ($5) ORDER BY t.name, t.x, t.y`,
    [...range, shown],
  );
  return rows;
}
