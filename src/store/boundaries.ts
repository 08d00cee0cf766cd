import type { Sql } from './client.js';
import { type PackedKind, removePacked, storePacked } from './packed-pieces.js';

/** What is stored of a layer of areas, but its bytes. */
export interface BoundaryLayer {
  /** Of markers. */
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
 * Stores a layer in the place of the one of its type: all of it or nothing.
 * @param onPiece called with the bytes that are stored
 * @param over version of the layer that this one was made from; null: none; absent: whatever is there goes
 * @returns false where another layer was stored meanwhile
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

/** By type. */
export async function readBoundaryLayers(sql: Sql): Promise<BoundaryLayer[]> {
  return await sql<BoundaryLayer[]>`
    SELECT type, version, dataset, credit, licence, url, features, vertices, bytes, loaded_at AS "loadedAt"
    FROM boundary_layers ORDER BY type`;
}

/** @returns false when the type has none */
export const removeBoundaryLayer = (sql: Sql, type: string): Promise<boolean> =>
  removePacked(sql, BOUNDARIES, type);
