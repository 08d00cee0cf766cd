import type { Sql } from './client.js';
import type { Piece } from './piece.js';

/**
 * Result of short_marker_json (sql/functions/markers.sql): the JSON of a marker, or `id bytes` when it may be
 * long.
 */
export type ShortMarker = Buffer;

/** Runs work with a connection in a turn, as long markers are slow work. */
export type InTurn = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

/** Most bytes of one statement, unless a single marker has more (8 MiB, as a record of an upload). */
const STEP_BYTES = 8 << 20;
const OPENING_BRACE = 0x7b;

/**
 * A page of markers from `read`, which gives short markers by ascending id. Long markers are read a few at a
 * time and only as far as the page goes, so that 150 markers of 6 MB are never in memory together.
 */
export async function pageOfMarkers(
  inTurn: InTurn,
  mapId: number,
  { afterId, limit, maxBytes }: { afterId: number; limit: number; maxBytes: number },
  read: (afterId: number, limit: number) => Promise<ShortMarker[]>,
): Promise<Piece<Buffer>> {
  for (let from = afterId; ; ) {
    const found = await read(from, limit);
    const { items, isCut } = await readWithin(inTurn, mapId, found, maxBytes);
    // All found markers may be long, and deleted before they are read.
    if (items.length > 0 || found.length < limit) return { items, isCut };
    from = longOf(found.at(-1)!).id;
  }
}

/** A marker that was found and is gone since. */
export const GONE: ShortMarker = Buffer.from('0 0');

/**
 * Does what `pageOfMarkers` does, in the order of `read`: each marker with its place in that order, which
 * leads to those behind it.
 */
export async function pageOfPlaces<Place>(
  inTurn: InTurn,
  mapId: number,
  { after, limit, maxBytes }: { after: Place | null; limit: number; maxBytes: number },
  read: (after: Place | null, limit: number) => Promise<{ marker: ShortMarker; place: Place }[]>,
): Promise<Piece<{ json: Buffer; place: Place }>> {
  for (let from = after; ; ) {
    const found = await read(from, limit);
    const markers = found.map(({ marker }) => marker);
    const { items, isCut, first } = await readWithin(inTurn, mapId, markers, maxBytes);
    if (items.length > 0 || found.length < limit)
      return { items: items.map((json, i) => ({ json, place: found[first + i]!.place })), isCut };
    from = found.at(-1)!.place;
  }
}

/** @returns `first`: where the items begin among the found ones */
async function readWithin(
  inTurn: InTurn,
  mapId: number,
  found: readonly ShortMarker[],
  maxBytes: number,
): Promise<Piece<Buffer> & { first: number }> {
  const items: Buffer[] = [];
  let first = 0;
  let long = new Map<number, Buffer>();
  let readUpTo = 0;
  let bytes = 0;
  for (const [i, marker] of found.entries()) {
    let json: Buffer | undefined = marker;
    if (isLong(marker)) {
      if (i >= readUpTo) [long, readUpTo] = await inTurn((sql) => readLong(sql, mapId, found, i));
      json = long.get(longOf(marker).id);
      if (json === undefined) {
        // The marker was deleted meanwhile. The page ends before it, so that its token is correct.
        if (items.length > 0) return { items, isCut: true, first };
        first = i + 1;
        continue;
      }
    }
    bytes += json.length;
    if (bytes > maxBytes && items.length > 0) return { items, isCut: true, first };
    items.push(json);
  }
  return { items, isCut: false, first };
}

/** Reads long markers from `start` on. @returns markers by id, and the start of the next step */
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
