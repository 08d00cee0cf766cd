import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { packPins } from '../geo/nearby/pack-pins.js';
import type { PackedPins } from '../geo/nearby/packed-pins.js';
import { type IdRange, rangesLiteral } from '../store/nearby.js';
import { openThreadPool } from '../store/thread-pool.js';
import { locateTexts, readCopiedRow, readDoubles } from './binary-array.js';
import { PIN_TEXT_COLUMNS, type PinTexts } from './pin-texts.js';

/** Markers read at a time where their texts are read: some 10 MB. */
const TEXT_BATCH = 50_000;

/** Reads markers in a thread and packs them. They come as one row of arrays in binary form, a third of the work of as many rows. */
export class PinReader {
  readonly #pool: pg.Pool;

  constructor(databaseUrl: string) {
    this.#pool = openThreadPool(databaseUrl, 1);
  }

  /** @param ranges null: the whole map */
  async pack(mapId: number, ranges: readonly IdRange[] | null): Promise<PackedPins> {
    const from =
      ranges === null
        ? `markers m WHERE m.map_id = ${mapId}`
        : `unnest('${rangesLiteral(ranges)}'::int8multirange) r (ids) CROSS JOIN LATERAL (
             SELECT o.* FROM markers o WHERE o.map_id = ${mapId} AND o.id >= lower(r.ids) AND o.id < upper(r.ids) OFFSET 0) m`;
    const [ids, lats, lngs, expiries] = await this.#readArrays(
      [
        'array_agg(m.id::float8)',
        'array_agg(m.lat)',
        'array_agg(m.lng)',
        'CASE WHEN count(m.expires_at) > 0 THEN array_agg((extract(epoch FROM m.expires_at) * 1000)::float8) END',
      ],
      from,
    );
    const columns = readDoubles(ids!, 0);
    return packPins({
      count: columns.length,
      ids: columns,
      lats: readDoubles(lats!, 0),
      lngs: readDoubles(lngs!, 0),
      expiresAtMs: expiries ? readDoubles(expiries, Number.POSITIVE_INFINITY) : null,
    });
  }

  /**
   * Texts of the pins of a tree. Those of a marker that was changed since may be newer than its coordinates, or missing.
   * @returns null when they take more than maxBytes
   */
  async readTexts(mapId: number, pins: PackedPins, maxBytes: number): Promise<PinTexts | null> {
    const { count, ids, slotsById } = pins;
    const chunks: Buffer[] = [];
    const rowStarts = new Float64Array(count);
    const rowEnds = new Float64Array(count);
    let total = 0;
    for (let from = 0; from < count; from += TEXT_BATCH) {
      const to = Math.min(count, from + TEXT_BATCH);
      const [readIds, ...columns] = await this.#readArrays(
        ['array_agg(m.id::float8)', ...PIN_TEXT_COLUMNS.map((name) => `array_agg(m.${name})`)],
        `markers m WHERE m.map_id = ${mapId} AND m.id BETWEEN ${ids[slotsById[from]!]} AND ${ids[slotsById[to - 1]!]}`,
      );
      const found = readDoubles(readIds!, 0);
      const parts = columns.map((column) => ({ bytes: column!, ...locateTexts(column!) }));
      // Escaped, a byte has six characters at most; there are few that need it.
      const chunk = Buffer.allocUnsafe(columns.reduce((sum, column) => sum + (column?.length ?? 0), 0));
      const at = 0;
      for (let row = 0; row < found.length; row++) {
      chunks.push(chunk.subarray(0, at));
      total += at;
      if (total > maxBytes) return null;
    }
    return inSlotOrder(Buffer.concat(chunks), rowStarts, rowEnds);
  }

  close(): Promise<void> 
    return this.#pool.end();

  /** @param from only numbers of ours stand in it: COPY takes no parameters */
  async #readArrays(columns: readonly string[], from: string): Promise<(Buffer | null)[]> {
    const client = await this.#pool.connect();
    let broken = true;
    try {
      const text = `COPY (SELECT ${columns.join()} FROM ${from}) TO STDOUT (FORMAT binary)`;
      const chunks: Buffer[] = [];
      for await (const chunk of client.query(copyTo(text))) chunks.push(chunk);
      broken = false;
      return readCopiedRow(Buffer.concat(chunks), columns.length);
    } finally {
      client.release(broken);
    }
  }
}

/** -1 when the tree does not have it. */
function slotOfId({ count, ids, slotsById }: PackedPins, id: number): number {
  let low = 0;
  let high = count - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const slot = slotsById[middle]!;
    if (ids[slot] === id) return slot;
    if (ids[slot]! < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Neighbours lie side by side, as a search reads them. */
function inSlotOrder(bytes: Buffer, rowStarts: Float64Array, rowEnds: Float64Array): PinTexts {
  const count = rowStarts.length;
  const starts = new Uint32Array(new SharedArrayBuffer((count + 1) * 4));
  const ordered = Buffer.from(new SharedArrayBuffer(bytes.length));
  let at = 0;
  for (let slot = 0; slot < count; slot++) {
    starts[slot] = at;
    at += bytes.copy(ordered, at, rowStarts[slot]!, rowEnds[slot]!);
  }
  starts[count] = at;
  return { starts, bytes: ordered };
}
