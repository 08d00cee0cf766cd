import type { Sql } from './client.js';
import { pgConnection } from './pg-connection.js';

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

/** Notified when layers were stored or removed. */
export const BOUNDARIES_CHANNEL = 'boundaries_changed';
const PIECE_BYTES = 1024 * 1024;
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * Stores a layer in the place of the one of its type, in one transaction on a connection of its own: all of it or nothing. Loads wait for
 * each other.
 * @param onPiece called with the bytes that are stored
 */
export async function storeBoundaryLayer(
  databaseUrl: string,
  layer: Omit<BoundaryLayer, 'bytes' | 'loadedAt'>,
  packed: Uint8Array,
  onPiece: (bytes: number) => void = () => {},
): Promise<void> {
  const { Client, ...address } = pgConnection(databaseUrl);
  const client = new Client({
    ...address,
    application_name: 'cartload boundaries',
    connectionTimeoutMillis: 10_000,
  });
  // What happens to the connection fails the statement under way; a second event about it must not end the process.
  client.on('error', () => {});
  const { type, version, dataset, credit, licence, url, features, vertices } = layer;
  try {
    await client.connect();
    await client.query(`BEGIN; SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    await client.query("SELECT pg_advisory_xact_lock(hashtext('boundaries'))");
    await client.query('DELETE FROM boundary_layers WHERE type = $1', [type]);
    await client.query('DELETE FROM boundary_pieces WHERE type = $1', [type]);
    for (let start = 0, piece = 0; start < packed.length; start += PIECE_BYTES, piece++) {
      const bytes = Buffer.from(
        packed.buffer,
        packed.byteOffset + start,
        Math.min(PIECE_BYTES, packed.length - start),
      );
      await client.query(
        'INSERT INTO boundary_pieces (type, version, piece, bytes) VALUES ($1, $2, $3, $4)',
        [type, version, piece, bytes],
      );
      onPiece(start + bytes.length);
    }
    await client.query(
      `INSERT INTO boundary_layers (type, version, dataset, credit, licence, url, features, vertices, bytes)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [type, version, dataset, credit, licence, url, features, vertices, packed.length],
    );
    await client.query('SELECT pg_notify($1, $2)', [BOUNDARIES_CHANNEL, type]);
    await client.query('COMMIT');
  } finally {
    // A transaction that did not get to its end is rolled back with its connection.
    await client.end().catch(() => {});
  }
}

/** By type. */
export async function readBoundaryLayers(sql: Sql): Promise<BoundaryLayer[]> {
  return await sql<BoundaryLayer[]>`
    SELECT type, version, dataset, credit, licence, url, features, vertices, bytes, loaded_at AS "loadedAt"
    FROM boundary_layers ORDER BY type`;
}

/** @returns false when the type has none */
export async function removeBoundaryLayer(sql: Sql, type: string): Promise<boolean> {
  const [row] = await sql<[{ removed: boolean }]>`
    WITH removed AS (DELETE FROM boundary_layers WHERE type = ${type} RETURNING type),
      pieces AS (DELETE FROM boundary_pieces WHERE type = ${type})
    SELECT count(pg_notify(${BOUNDARIES_CHANNEL}, type)) > 0 AS removed FROM removed`;
  return row.removed;
}

/** Piece by piece. Ends early when the layer is replaced meanwhile. */
export async function* readBoundaryPieces(
  sql: Sql,
  { type, version }: Pick<BoundaryLayer, 'type' | 'version'>,
): AsyncGenerator<Buffer> {
  for (let piece = 0; ; piece++) {
    const [row] = await sql<{ bytes: Buffer }[]>`
      SELECT bytes FROM boundary_pieces WHERE type = ${type} AND version = ${version} AND piece = ${piece}`;
    if (!row) return;
    yield row.bytes;
  }
}
