import type pg from './pg.js';
import { copyTo } from './pg.js';
import { pgConnection } from './pg-connection.js';

export interface MarkerRows {
  /** Custom fields of the rows in display order, undefined ones last; at most MAX_EXPORTED_FIELDS + 1. */
  customFields: string[];
  /** COPY text of whole rows by ascending id, in blocks of about `blockBytes`; nulls are empty. */
  blocks: AsyncIterable<Buffer>;
  /** Ends statement and connection; may be called at any time and repeatedly. Unfinished `blocks` fail. */
  close(): void;
}

export interface MarkerRowsRequest {
  databaseUrl: string;
  mapId: number;
  /** SQL over the columns of `markers`. */
  expressions: readonly string[];
  blockBytes: number;
  /** Limit for the statement. */
  timeoutMs: number;
}

/**
 * Reads the markers of a map at one moment, as fast as the consumer takes them, on a separate connection: a
 * slow consumer holds it for long, and it is ended by cutting it, as a backend that waits for its client
 * ignores cancellations.
 */
export async function openMarkerRows(request: MarkerRowsRequest): Promise<MarkerRows> {
  const { databaseUrl, mapId, expressions, blockBytes, timeoutMs } = request;
  if (!Number.isSafeInteger(mapId)) throw new RangeError(`mapId must be an integer, got ${mapId}`);
  const { Client, ...address } = pgConnection(databaseUrl, timeoutMs);
  const client = new Client({
    ...address,
    application_name: 'cartload export',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // When a backend dies its statement fails; the error event must not end the process as well.
  client.on('error', () => {});
  const close = (): void => void client.end();
  try {
    await client.connect();
    // One snapshot for names and rows, so that no row has a field outside the names.
    // The time limit is set in the transaction, because a pooler accepts none for the connection.
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
    // The stream emits its error once; a reader that comes later would wait for ever.
    copy.on('error', (error) => copy.destroy(error));
    return { customFields, blocks: cutBlocks(copy, blockBytes), close };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Unfinished imports: an import defines its fields when it ends, and its ledger has the fields of committed
 * blocks until then.
 */
const UNSETTLED_IMPORTS = `
  SELECT id FROM jobs WHERE map_id = $1 AND (completed_at IS NULL OR completed_at > now() - interval '1 day')`;

/** Custom fields of the map and of unfinished imports. */
const CUSTOM_FIELDS = `
  SELECT name FROM (
    SELECT name, 0 AS source, ordering, id FROM field_definitions WHERE map_id = $1
    UNION ALL
    SELECT f.field ->> 0, 1, b.block, f.at
    FROM import_blocks b CROSS JOIN LATERAL json_array_elements(b.fields) WITH ORDINALITY f (field, at)
    WHERE b.map_id = $1 AND b.job_id = ANY ($2::text[])
  ) named GROUP BY name ORDER BY min(ARRAY[source, ordering, id])`;

/** Most custom fields of an export: an import takes 5,000 columns, of which an export uses 24. */
export const MAX_EXPORTED_FIELDS = 4976;

/**
 * Most fields that a map defines (`ensure_fields`), whose names take at most 4 MiB; a name takes less than 2
 * MiB.
 */
const MAX_DEFINED_FIELDS = 1000;
const DEFINED_BYTES = 2 << 20;

/**
 * True when rows may have undefined fields: in a map without room for more definitions, and in one whose
 * unused definitions were removed (`remove_unused_fields`). Other maps skip reading the names from the rows,
 * which takes half as long as an export.
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

/** Collects chunks up to `blockBytes`, and cuts after the last complete row. */
async function* cutBlocks(chunks: AsyncIterable<Buffer>, blockBytes: number): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    gathered.push(chunk);
    bytes += chunk.length;
    if (bytes < blockBytes) continue;
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    // The row is longer than a block.
    if (end === 0) continue;
    const rest = chunk.subarray(end);
    yield joined(gathered, bytes - rest.length);
    gathered = [rest];
    bytes = rest.length;
  }
  if (bytes > 0) yield joined(gathered, bytes);
}

/** Copies the first `bytes` bytes, so that the memory can be moved to another thread. */
function joined(chunks: readonly Buffer[], bytes: number): Buffer {
  const block = Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(block, at);
  return block;
}
