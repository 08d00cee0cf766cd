import type { Sql } from './client.js';
import type { Piece } from './piece.js';

/** What short_marker_json of sql/functions/markers.sql gives: a marker's JSON; or, where that may be long, `id bytes` to read it by. */
export type ShortMarker = Buffer;

/** Gives what it is handed a connection, in its turn: long markers are slow work. */
export type InTurn = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

/** Bytes that one statement may read, unless a single marker has more (8 MiB, as a record of an upload). */
const STEP_BYTES = 8 << 20;
const OPENING_BRACE = 0x7b;

/**
 * A page of markers out of `read`, which gives short markers by ascending id. Long ones are read a few at a time, only as far as the
 * page goes: 150 of 6 MB are one row of the table each, and are never in memory together.
 */
export async function pageOfMarkers(
  inTurn: InTurn,
  mapId: number,
  { afterId, limit, maxBytes }: { afterId: number; limit: number; maxBytes: number },
  read: (afterId: number, limit: number) => Promise<ShortMarker[]>,
): Promise<Piece<Buffer>> {
  for (let from = afterId; ; ) {
    const found = await read(from, limit);
    const piece = await readWithin(inTurn, mapId, found, maxBytes);
    // All that was found may be long, and deleted before it is read.
    if (piece.items.length > 0 || found.length < limit) return piece;
    from = longOf(found.at(-1)!).id;
  }
}

async function readWithin(
  inTurn: InTurn,
  mapId: number,
  found: readonly ShortMarker[],
  maxBytes: number,
): Promise<Piece<Buffer>> {
  const items: Buffer[] = [];
  let long = new Map<number, Buffer>();
  let readUpTo = 0;
  let bytes = 0;
  for (const [i, marker] of found.entries()) {
    let json: Buffer | undefined = marker;
    if (isLong(marker)) {
      if (i >= readUpTo) [long, readUpTo] = await inTurn((sql) => readLong(sql, mapId, found, i));
      json = long.get(longOf(marker).id);
      if (json === undefined) {
        // Deleted meanwhile. The page ends before it, so that its token says where to go on.
        if (items.length > 0) return { items, isCut: true };
        continue;
      }
    }
    bytes += json.length;
    if (bytes > maxBytes && items.length > 0) return { items, isCut: true };
    items.push(json);
  }
  return { items, isCut: false };
}

/** Reads the long ones from `start` on. @returns them by id, and where the next step starts */
async function readLong(
  sql: Sql,
  mapId: number,
  found: readonly ShortMarker[],
  start: number,
): Promise<[Map<number, Buffer>, number]> {
  const ids: number[] = [];
  let bytes = 0;
  let next = start;
  for (; next < found.length; next++) {
    if (!isLong(found[next]!)) continue;
    const { id, mostBytes } = longOf(found[next]!);
    bytes += mostBytes;
    if (bytes > STEP_BYTES && ids.length > 0) break;
    ids.push(id);
  }
  const rows = await sql`
    SELECT m.id, marker_json(ROW(m.*)::markers) FROM markers m
    WHERE m.map_id = ${mapId} AND m.id = ANY (${sql.typed.texts(ids.map(String))}::bigint[])
      AND (m.expires_at IS NULL OR m.expires_at > now())`.raw();
  return [new Map(rows.map(([id, json]) => [Number(id!.toString()), json!])), next];
}

const isLong = (marker: ShortMarker): boolean => marker[0] !== OPENING_BRACE;

function longOf(marker: ShortMarker): { id: number; mostBytes: number } {
  const [id = 0, mostBytes = 0] = marker.toString().split(' ').map(Number);
  return { id, mostBytes };
}
