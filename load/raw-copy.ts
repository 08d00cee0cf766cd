import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** Empties markers and its copy, so that each measurement starts alike. */
export async function emptyMarkers(client: pg.Client): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS copied_markers (LIKE markers INCLUDING ALL); TRUNCATE markers, copied_markers; CHECKPOINT',
  );
}

/** Writes the rows stored by an import as COPY text. */
export async function dumpMarkers(client: pg.Client, file: string): Promise<void> {
  await pipeline(client.query(copyTo('COPY markers TO STDOUT')), createWriteStream(file));
}

/**
 * The reference: one COPY of stored rows into an empty table with the columns and indexes of markers, on one
 * connection.
 * @returns seconds
 */
export async function rawCopy(client: pg.Client, file: string): Promise<number> {
  const begin = performance.now();
  const bytes = createReadStream(file, { highWaterMark: 512 * 1024 });
  await pipeline(bytes, client.query(copyFrom('COPY copied_markers FROM STDIN')));
  return (performance.now() - begin) / 1000;
}
