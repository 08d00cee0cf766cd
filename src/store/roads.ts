import type { Sql } from './client.js';
import { type PackedKind, removePacked, storePacked } from './packed-pieces.js';

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
  readonly loadedAt: Date;
}

export const ROADS: PackedKind = {
  table: 'road_graphs',
  piecesTable: 'road_pieces',
  key: 'name',
  channel: 'roads_changed',
};

/**
 * Replaces a road network by name, completely or not at all.
 * @param onPiece called with the number of bytes stored so far
 */
export async function storeRoads(
  databaseUrl: string,
  roads: Omit<StoredRoads, 'bytes' | 'loadedAt'>,
  packed: Uint8Array,
  onPiece?: (bytes: number) => void,
): Promise<void> {
  const columns = {
    file_name: roads.fileName,
    file_bytes: roads.fileBytes,
    osm_timestamp: roads.osmTimestamp,
    ...roads.bounds,
    vertices: roads.vertices,
    arcs: roads.arcs,
    edge_vertices: roads.edgeVertices,
  };
  await storePacked(databaseUrl, ROADS, roads, columns, packed, onPiece);
}

/** Networks by name. */
export async function readStoredRoads(sql: Sql): Promise<StoredRoads[]> {
  return await sql<StoredRoads[]>`
    SELECT name, version, file_name AS "fileName", file_bytes AS "fileBytes", osm_timestamp AS "osmTimestamp",
      json_build_object('west', west, 'south', south, 'east', east, 'north', north) AS bounds,
      vertices, arcs, edge_vertices AS "edgeVertices", bytes, loaded_at AS "loadedAt"
    FROM road_graphs ORDER BY name`;
}

/** @returns false when there is no such network */
export const removeRoads = (sql: Sql, name: string): Promise<boolean> => removePacked(sql, ROADS, name);
