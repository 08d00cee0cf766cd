import { createHash } from 'node:crypto';
import type { Sql } from './client.js';
import type pg from './pg.js';
import { pgConnection } from './pg-connection.js';

/**
 * A kind of data that an operator loads, packed as threads read it: one table with a row for each thing, and
 * one with its bytes in pieces of 1 MiB, so that statements are short and reading takes little memory.
 */
export interface PackedKind {
  readonly table: string;
  readonly piecesTable: string;
  /** Column of both tables with the name of the thing. */
  readonly key: string;
  /** Channel that is notified with the name when a thing is stored or removed. */
  readonly channel: string;
}

/** A stored thing; its version is the SHA-256 of its bytes, hexadecimal. */
export interface PackedThing {
  readonly name: string;
  readonly version: string;
}

const PIECE_BYTES = 1024 * 1024;
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * Replaces a thing by name, in one transaction on a separate connection, completely or not at all. Loads of a
 * kind wait for each other.
 * @param columns further columns of its row
 * @param onPiece called with the number of bytes stored so far
 * @param over version that it was made from and replaces; null: none; absent: replaces any version
 * @param beside stores what belongs to the thing, within the transaction
 * @returns false, without a change, when another version was stored meanwhile
 */
export async function storePacked(
  databaseUrl: string,
  { table, piecesTable, key, channel }: PackedKind,
  { name, version }: PackedThing,
  columns: Readonly<Record<string, unknown>>,
  packed: Uint8Array,
  onPiece: (bytes: number) => void = () => {},
  over?: string | null,
  beside: (client: pg.Client) => Promise<void> = async () => {},
): Promise<boolean> {
  const { Client, ...address } = pgConnection(databaseUrl, STATEMENT_TIMEOUT_MS);
  const client = new Client({
    ...address,
    application_name: `cartload ${table}`,
    connectionTimeoutMillis: 10_000,
  });
  // When the connection breaks its statement fails; the error event must not end the process as well.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`BEGIN; SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [table]);
    if (over !== undefined) {
      const { rows } = await client.query(`SELECT version FROM ${table} WHERE ${key} = $1`, [name]);
      if ((rows[0]?.version ?? null) !== over) return false;
    }
    await client.query(`DELETE FROM ${table} WHERE ${key} = $1`, [name]);
    await client.query(`DELETE FROM ${piecesTable} WHERE ${key} = $1`, [name]);
    for (let start = 0, piece = 0; start < packed.length; start += PIECE_BYTES, piece++) {
      // Copied, because threads may share the bytes and the driver sends them later.
      const bytes = Buffer.from(packed.subarray(start, start + PIECE_BYTES));
      await client.query(
        `INSERT INTO ${piecesTable} (${key}, version, piece, bytes) VALUES ($1, $2, $3, $4)`,
        [name, version, piece, bytes],
      );
      onPiece(start + bytes.length);
    }
    const row = { [key]: name, version, bytes: packed.length, ...columns };
    const places = Object.keys(row).map((_, i) => `$${i + 1}`);
    await client.query(
      `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${places.join()})`,
      Object.values(row),
    );
    await beside(client);
    await client.query('SELECT pg_notify($1, $2)', [channel, name]);
    await client.query('COMMIT');
    return true;
  } finally {
    // Closing the connection rolls back an unfinished transaction.
    await client.end().catch(() => {});
  }
}

/** @returns false when there is no such thing */
export async function removePacked(
  sql: Sql,
  { table, piecesTable, key, channel }: PackedKind,
  name: string,
): Promise<boolean> {
  const [row] = await sql.unsafe<[{ removed: boolean }]>(
    `WITH removed AS (DELETE FROM ${table} WHERE ${key} = $1 RETURNING ${key}),
       pieces AS (DELETE FROM ${piecesTable} WHERE ${key} = $1)
     SELECT count(pg_notify($2, ${key})) > 0 AS removed FROM removed`,
    [name, channel],
  );
  return row.removed;
}

/** Reads piece by piece. Ends early when the thing is replaced meanwhile. */
export async function* readPieces(
  sql: Sql,
  { piecesTable, key }: PackedKind,
  { name, version }: PackedThing,
): AsyncGenerator<Buffer> {
  const statement = `SELECT bytes FROM ${piecesTable} WHERE ${key} = $1 AND version = $2 AND piece = $3`;
  for (let piece = 0; ; piece++) {
    const [row] = await sql.unsafe<{ bytes: Buffer }[]>(statement, [name, version, piece], { prepare: true });
    if (!row) return;
    yield row.bytes;
  }
}

/**
 * Reads a thing into memory that threads share.
 * @param onPiece called with each piece
 * @returns null when the bytes do not match the version: it was replaced meanwhile, or is damaged
 * @throws RangeError when memory is short
 */
export async function readPacked(
  sql: Sql,
  kind: PackedKind,
  { bytes, ...thing }: PackedThing & { readonly bytes: number },
  onPiece: (piece: Buffer) => Promise<void> | void = () => {},
): Promise<SharedArrayBuffer | null> {
  const packed = new SharedArrayBuffer(bytes);
  const target = new Uint8Array(packed);
  const hash = createHash('sha256');
  let at = 0;
  for await (const piece of readPieces(sql, kind, thing)) {
    if (at + piece.length > bytes) return null;
    target.set(piece, at);
    at += piece.length;
    hash.update(piece);
    await onPiece(piece);
  }
  return at === bytes && hash.digest('hex') === thing.version ? packed : null;
}
