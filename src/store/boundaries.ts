import type { Sql } from './client.js';
import { type PackedKind, removePacked, storePacked } from './packed-pieces.js';

/** A stored layer of areas, without its bytes. */
export interface BoundaryLayer {
  /** Marker type. */
  readonly type: string;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly version: string;
  /** First member of `region_source`. */
  readonly dataset: string;
  readonly credit: string;
  readonly licence: string;
  readonly url: string;
  readonly features: number;
  readonly vertices: number;
  readonly bytes: number;
  readonly loadedAt: Date;
}

export const BOUNDARIES: PackedKind = {
  table: 'boundary_layers',
  piecesTable: 'boundary_pieces',
  key: 'type',
  channel: 'boundaries_changed',
};

/**
 * Replaces the layer of a type, completely or not at all.
 * @param onPiece called with the number of bytes stored so far
 * @param over version of the layer that this one was made from; null: none; absent: replaces any version
 * @returns false when another layer was stored meanwhile
 */
export function storeBoundaryLayer(
  databaseUrl: string,
  layer: Omit<BoundaryLayer, 'bytes' | 'loadedAt'>,
  packed: Uint8Array,
  onPiece?: (bytes: number) => void,
  over?: string | null,
): Promise<boolean> {
  const { type, version, dataset, credit, licence, url, features, vertices } = layer;
  const columns = { dataset, credit, licence, url, features, vertices };
  return storePacked(databaseUrl, BOUNDARIES, { name: type, version }, columns, packed, onPiece, over);
}

/** Layers by type. */
export async function readBoundaryLayers(sql: Sql): Promise<BoundaryLayer[]> {
  return await sql<BoundaryLayer[]>`
    SELECT type, version, dataset, credit, licence, url, features, vertices, bytes, loaded_at AS "loadedAt"
    FROM boundary_layers ORDER BY type`;
}

/** @returns false when the type has none */
export const removeBoundaryLayer = (sql: Sql, type: string): Promise<boolean> =>
  removePacked(sql, BOUNDARIES, type);
