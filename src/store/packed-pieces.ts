import { createHash } from 'node:crypto';
import type { Sql } from './client.js';
import { pgConnection } from './pg-connection.js';

/**
 * What an operator loads, packed as threads read it: a table with a row for each thing of the kind, and one with its bytes in pieces of a
 * MiB each, so that none is read with a long statement, and reading takes little memory.
 */
export interface PackedKind {
  readonly table: string;
  readonly piecesTable: string;
  /** Column of both tables that names the thing. */
  readonly key: string;
  /** Notified, with the name, when something was stored or removed. */
  readonly channel: string;
}

/** What of a thing counts here; SHA-256 of the bytes, hexadecimal, is its version. */
export interface PackedThing {
  readonly name: string;
  readonly version: string;
}

const PIECE_BYTES = 1024 * 1024;
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * Stores a thing in the place of the one of its name, in one transaction on a connection of its own: all of it or nothing. Loads of a kind
 * wait for each other.
 * @param columns of its row, besides its name and its version
 * @param onPiece called with the bytes that are stored
 * @param over version that it was made from, which must be there still; null: none was; absent: whatever is there goes
 * @returns false where something else was stored meanwhile: nothing has changed
 */
export async function storePacked(
  databaseUrl: string,
  { table, piecesTable, key, channel }: PackedKind,
  { name, version }: PackedThing,
  columns: Readonly<Record<string, unknown>>,
  packed: Uint8Array,
  onPiece: (bytes: number) => void = () => {},
  over?: string | null,
): Promise<boolean> {
  const { Client, ...address } = pgConnection(databaseUrl);
  const client = new Client({
    ...address,
    application_name: `cartload ${table}`,
    connectionTimeoutMillis: 10_000,
  });
  // What happens to the connection fails the statement under way; a second event about it must not end the process.
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
      // A copy where threads share the bytes: the driver sends them later.
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
    await client.query('SELECT pg_notify($1, $2)', [channel, name]);
    await client.query('COMMIT');
    return true;
  } finally {
    // A transaction that did not get to its end is rolled back with its connection.
    await client.end().catch(() => {});
  }
}

/** @returns false when there is none of the name */
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

/** Piece by piece. Ends early when the thing is replaced meanwhile. */
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
 * @param onPiece called with each piece as it comes
 * @returns null when the bytes are not those of the version: it was replaced meanwhile, or is broken
 * @throws RangeError where there is no memory for it
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
