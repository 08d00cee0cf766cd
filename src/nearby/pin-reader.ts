import { type PackedPins, packPins, slotOfId } from '../geo/nearby/packed-pins.js';
import type { PinRange } from '../store/nearby.js';
import { PinArrays } from '../store/pin-arrays.js';
import { locateTexts, readCopiedRow, readDoubles } from './binary-array.js';
import { ByteSink } from './byte-sink.js';
import { distinctRanges, rangesOfIds } from './id-ranges.js';
import type { PackTask } from './pack-pool.js';
import { PIN_TEXT_COLUMNS, type PinTexts, writePinJson } from './pin-json.js';

/** Markers read at a time together with their texts: some 10 MB. */
const TEXT_BATCH = 50_000;
/** Average distance between ids from which they are named one by one. */
const SPARSE = 4;

/**
 * Reads markers in a thread and packs them. They come as one row of binary arrays: a million rows would be a
 * million messages and objects.
 */
export class PinReader {
  readonly #arrays: PinArrays;

  constructor(databaseUrl: string) {
    this.#arrays = new PinArrays(databaseUrl);
  }

  async pack({ mapIds, ranges, isGroup }: PackTask): Promise<PackedPins> {
    const columns = [
      'array_agg(m.id::float8)',
      'array_agg(m.lat)',
      'array_agg(m.lng)',
      'CASE WHEN count(m.expires_at) > 0 THEN array_agg((extract(epoch FROM m.expires_at) * 1000)::float8) END',
      isGroup ? 'array_agg(m.map_id::float8)' : 'NULL',
    ];
    // Changes that wait for one packing, and trees that are merged, may name a marker more than once.
    const distinct = ranges && distinctRanges(ranges);
    const [ids, lats, lngs, expiries, maps] = await this.#readArrays(columns, mapIds, distinct);
    return packPins({
      ids: readDoubles(ids!, 0),
      lats: readDoubles(lats!, 0),
      lngs: readDoubles(lngs!, 0),
      expiresAtMs: expiries ? readDoubles(expiries, Number.POSITIVE_INFINITY) : null,
      mapIds: isGroup ? readDoubles(maps!, 0) : null,
    });
  }

  /**
   * Texts of the pins of a tree. Texts of a marker that changed since may be newer than its coordinates, or
   * missing.
   * @param mapId map of pins that do not name theirs
   * @returns null where they take more than maxBytes
   */
  async readTexts(mapId: number, pins: PackedPins, maxBytes: number): Promise<PinTexts | null> {
    const { tree, ids, mapIds, slotsById } = pins;
    const { count, points } = tree;
    const mapOf = (slot: number): number => mapIds?.[slot] ?? mapId;
    const sink = new ByteSink(Math.min(maxBytes, count * 176));
    const starts = new Float64Array(count);
    const ends = new Float64Array(count);
    for (let from = 0; from < count; from += TEXT_BATCH) {
      const slots = slotsById.subarray(from, from + TEXT_BATCH);
      const batch = Array.from(slots, (slot) => ids[slot]!);
      const [first, last] = [batch[0]!, batch[batch.length - 1]!];
      const isListed = mapIds !== null || last - first >= SPARSE * batch.length;
      const [readIds, ...columns] = await this.#readArrays(
        ['array_agg(m.id::float8)', ...PIN_TEXT_COLUMNS.map((name) => `array_agg(m.${name})`)],
        [],
        isListed ? rangesOfIds(batch, (at) => mapOf(slots[at]!)) : [[first, last, mapId]],
      );
      const found = readDoubles(readIds!, 0);
      const texts = columns.map(locateTexts);
      for (let row = 0; row < found.length; row++) {
        const slot = slotOfId(pins, found[row]!);
        if (slot < 0) continue;
        starts[slot] = sink.length;
        const pin = { id: found[row]!, lat: points[2 * slot + 1]!, lng: points[2 * slot]! };
        writePinJson(sink, pin, texts, row);
        ends[slot] = sink.length;
      }
      if (sink.length > maxBytes) return null;
    }
    return inSlotOrder(sink.bytes, starts, ends);
  }

  close(): Promise<void> {
    return this.#arrays.close();
  }

  async #readArrays(
    columns: readonly string[],
    mapIds: readonly number[],
    ranges: readonly PinRange[] | null,
  ): Promise<(Buffer | null)[]> {
    return readCopiedRow(await this.#arrays.read(columns, mapIds, ranges), columns.length);
  }
}

/**
 * Puts the texts of neighbours side by side, as a search reads them. They stay out of shared memory, which V8
 * copies byte by byte: a request for 25 pins takes 11 % less. They have memory of their own, as they are
 * moved to another thread.
 */
function inSlotOrder(bytes: Buffer, rowStarts: Float64Array, rowEnds: Float64Array): PinTexts {
  const count = rowStarts.length;
  const starts = new Uint32Array(count + 1);
  const ordered = Buffer.allocUnsafeSlow(bytes.length);
  let at = 0;
  for (let slot = 0; slot < count; slot++) {
    starts[slot] = at;
    at += bytes.copy(ordered, at, rowStarts[slot]!, rowEnds[slot]!);
  }
  starts[count] = at;
  return { starts, bytes: ordered };
}
