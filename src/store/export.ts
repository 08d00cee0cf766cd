import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { pgConnection } from './pg-connection.js';

export interface MarkerRows {
  /** Names of all custom fields that the rows have, in display order, those that the map does not define last; at most MAX_EXPORTED_FIELDS + 1. */
  customFields: string[];
  /** COPY text of whole rows by ascending id, about `blockBytes` at a time; nulls are empty. */
  blocks: AsyncIterable<Buffer>;
  /** Ends statement and connection, at any time and more than once; `blocks` fails when they are not at their end. */
  close(): void;
}

export interface MarkerRowsRequest {
  databaseUrl: string;
  mapId: number;
  /** SQL over the columns of `markers`. */
  expressions: readonly string[];
  blockBytes: number;
  /** Of the statement. */
  timeoutMs: number;
}

/**
 * Reads the markers of a map as they are at one moment, as fast as they are taken. It has a connection of its own: whoever
 * reads slowly keeps it for long, and it ends by being cut (a backend that waits for its peer hears no cancellation).
 */
export async function openMarkerRows(request: MarkerRowsRequest): Promise<MarkerRows> {
  const { databaseUrl, mapId, expressions, blockBytes, timeoutMs } = request;
  if (!Number.isSafeInteger(mapId)) throw new RangeError(`mapId must be an integer, got ${mapId}`);
  const { Client, ...address } = pgConnection(databaseUrl);
  const client = new Client({
    ...address,
    application_name: 'cartload export',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A backend that dies fails the statement; a second event about it must not end the process.
  client.on('error', () => {});
  const close = (): void => void client.end();
  try {
    await client.connect();
    // One snapshot for names and rows: no row can have a field that is not among them.
    // The time limit is the transaction's: a pooler takes none for the connection.
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${Math.trunc(timeoutMs)}`,
    );
    const jobs = await client.query<{ id: string }>(UNSETTLED_IMPORTS, [mapId]);
    const { rows } = await client.query<{ name: string }>(CUSTOM_FIELDS, [
      mapId,
      jobs.rows.map(({ id }) => id),
    ]);
    const customFields = rows.map(({ name }) => name);
    if (mayLackFields(customFields) || (await hasLostFields(client, mapId))) {
      const room = Math.max(0, MAX_EXPORTED_FIELDS + 1 - customFields.length);
      const others = await client.query<{ name: string }>(UNDEFINED_FIELDS, [mapId, customFields, room]);
      for (const { name } of others.rows) customFields.push(name);
    }
    const copy = client.query(
      copyTo(
        `COPY (SELECT ${expressions.join()} FROM markers
               WHERE map_id = ${mapId} AND (expires_at IS NULL OR expires_at > now()) ORDER BY id) TO STDOUT (NULL '')`,
      ),
    );
    // It tells its error once, whether somebody listens or not; who comes later would wait for ever.
    copy.on('error', (error) => copy.destroy(error));
    return { customFields, blocks: cutBlocks(copy, blockBytes), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** An import defines its fields when it ends; those of the blocks that it has committed stand in its ledger until then. */
const UNSETTLED_IMPORTS = `
  SELECT id FROM jobs WHERE map_id = $1 AND (completed_at IS NULL OR completed_at > now() - interval '1 day')`;

/** Of the map, and of these imports. */
const CUSTOM_FIELDS = `
  SELECT name FROM (
    SELECT name, 0 AS source, ordering, id FROM field_definitions WHERE map_id = $1
    UNION ALL
    SELECT f.field ->> 0, 1, b.block, f.at
    FROM import_blocks b CROSS JOIN LATERAL json_array_elements(b.fields) WITH ORDINALITY f (field, at)
    WHERE b.map_id = $1 AND b.job_id = ANY ($2::text[])
  ) named GROUP BY name ORDER BY min(ARRAY[source, ordering, id])`;

/** Custom fields that are told apart: as many as a file has that is imported again, 5,000 columns less the 23 of an export. */
export const MAX_EXPORTED_FIELDS = 4977;

/** A map defines no more (`ensure_fields`), of names of 4 MiB; a name has less than 2 MiB. */
const MAX_DEFINED_FIELDS = 1000;
const DEFINED_BYTES = 2 << 20;

/**
 * Whether rows may have fields that are not among the names: a map without room for more leaves a field undefined, and one whose unused
 * definitions were removed (`remove_unused_fields`). Elsewhere the rows are not asked, which takes as long as half of an export.
 */
const mayLackFields = (names: readonly string[]): boolean =>
  names.length >= MAX_DEFINED_FIELDS ||
  names.reduce((bytes, name) => bytes + Buffer.byteLength(name), 0) >= DEFINED_BYTES;

async function hasLostFields(client: Pick<pg.Client, 'query'>, mapId: number): Promise<boolean> {
  const { rows } = await client.query<{ lost: boolean }>(
    'SELECT lost_fields AS lost FROM maps WHERE id = $1',
    [mapId],
  );
  return rows[0]?.lost === true;
}

const UNDEFINED_FIELDS = `
  SELECT k AS name FROM markers m CROSS JOIN LATERAL json_object_keys(m.custom_fields) k
  WHERE m.map_id = $1 AND (m.expires_at IS NULL OR m.expires_at > now()) AND k <> ALL ($2::text[])
  GROUP BY k ORDER BY min(m.id), k LIMIT $3`;

const NEWLINE = 10;

/** Gathers chunks until there are `blockBytes`, and cuts behind the last row that is complete. */
async function* cutBlocks(chunks: AsyncIterable<Buffer>, blockBytes: number): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    gathered.push(chunk);
    bytes += chunk.length;
    if (bytes < blockBytes) continue;
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    // A row that is longer than a block.
    if (end === 0) continue;
    const rest = chunk.subarray(end);
    yield joined(gathered, bytes - rest.length);
    gathered = [rest];
    bytes = rest.length;
  }
  if (bytes > 0) yield joined(gathered, bytes);
}

/** The first `bytes` bytes, in memory of their own that can be handed to another thread. */
function joined(chunks: readonly Buffer[], bytes: number): Buffer {
  const block = Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(block, at);
  return block;
}
