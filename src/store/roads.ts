import type { StreetTiles } from '../geo/streets/tiles.js';
import type { Sql } from './client.js';
import { type PackedKind, removePacked, storePacked } from './packed-pieces.js';
import { storeTiles } from './road-tiles.js';

/** A stored road network, without its bytes. */
export interface StoredRoads {
  readonly name: string;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly version: string;
  readonly fileName: string;
  readonly fileBytes: number;
  /** Timestamp of the OpenStreetMap data; null: not in the file. */
  readonly osmTimestamp: Date | null;
  /** Degrees. */
  readonly bounds: Readonly<Record<'west' | 'south' | 'east' | 'north', number>>;
  readonly vertices: number;
  readonly arcs: number;
  /** Vertices where streets lead out of the extract. */
  readonly edgeVertices: number;
  readonly bytes: number;
  /** Bytes of the tiles that pictures show; null: loaded before there were tiles. */
  readonly tileBytes: number | null;
  readonly loadedAt: Date;
}

export const ROADS_KIND: PackedKind = {
  table: 'road_graphs',
  piecesTable: 'road_pieces',
  key: 'name',
  channel: 'roads_changed',
};

/** A network without what storing adds. */
export type RoadsToStore = Omit<StoredRoads, 'bytes' | 'tileBytes' | 'loadedAt'>;

/**
 * Replaces a road network by name, completely or not at all.
 * @param tiles null: pictures show nothing of it
 * @param onPiece called with the number of bytes stored so far
 */
export async function storeRoads(
  databaseUrl: string,
  roads: RoadsToStore,
  packed: Uint8Array,
  onPiece: (bytes: number) => void = () => {},
  tiles: StreetTiles | null = null,
): Promise<void> {
  const columns = {
    file_name: roads.fileName,
    file_bytes: roads.fileBytes,
    osm_timestamp: roads.osmTimestamp,
    ...roads.bounds,
    vertices: roads.vertices,
    arcs: roads.arcs,
    edge_vertices: roads.edgeVertices,
    tile_bytes: tiles === null ? null : tiles.bytes.length,
  };
  await storePacked(databaseUrl, ROADS_KIND, roads, columns, packed, onPiece, undefined, async (client) => {
    if (tiles) await storeTiles(client, roads.name, tiles, (bytes) => onPiece(packed.length + bytes));
  });
}

/** Networks by name. */
export async function readStoredRoads(sql: Sql): Promise<StoredRoads[]> {
  return await sql<StoredRoads[]>`
    SELECT name, version, file_name AS "fileName", file_bytes AS "fileBytes", osm_timestamp AS "osmTimestamp",
      json_build_object('west', west, 'south', south, 'east', east, 'north', north) AS bounds,
      vertices, arcs, edge_vertices AS "edgeVertices", bytes, tile_bytes AS "tileBytes", loaded_at AS "loadedAt"
    FROM road_graphs ORDER BY name`;
}

/** @returns false when there is no such network */
export const removeRoads = (sql: Sql, name: string): Promise<boolean> => removePacked(sql, ROADS_KIND, name);
