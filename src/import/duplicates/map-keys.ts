import { writeBranchKey } from '../../markers/address-key.js';
import { KEY_WORDS, writeCodeKey, writeDuplicateKeyOfBytes } from '../../markers/duplicate-key.js';
import type { KeyedMarker } from '../../schema/match.js';
import type { PreparedBlock } from '../prepare/prepare-block.js';
import { find, SLOT_WORDS, writeSlot } from './upload-keys.js';

/**
 * The markers of a map that rows may meet, as they were when the import began, by the keys of rows: name and
 * place and, where the import matches by code, that. In shared memory, so that all threads look into one
 * table: some 70 bytes a marker.
 */
export interface MapKeys {
  /** Open addressing: KEY_WORDS words of the key, then the index of a marker. */
  slots: Int32Array;
  /** Ascending by their size; negative for a marker that has expired. */
  ids: Float64Array;
  /** `writtenHash` of the row that wrote each last; 0: unknown. */
  written: Float64Array;
  /** KEY_WORDS words a marker; without words where the import matches by place. */
  codes: Uint32Array;
  /** Index, counted from 1, of another marker with the same code; 0: there is none, or no further one. */
  also: Uint32Array;
}

/** Slots that may be taken. */
const MOST_FILLED = 0.66;

/** Keys of some markers of a map, by ascending id, in arrays that may be longer. */
export interface KeysPart {
  markers: number;
  /** Without words where the import matches by place. */
  codes: Uint32Array;
  places: Uint32Array;
  branches: Uint32Array;
  hasBranch: Uint8Array;
  ids: Float64Array;
  written: Float64Array;
}

/** Gathers the keys of some markers of a map by ascending id. */
export class KeysCollector {
  readonly #seed: Uint32Array;
  readonly part: KeysPart;

  /**
   * @param seed of the keys of rows
   * @param byCode whether rows meet the markers by their codes, too, which all of them have
   * @param most markers
   */
  constructor(seed: Uint32Array, byCode: boolean, most: number) {
    this.#seed = seed;
    this.part = {
      markers: 0,
      codes: new Uint32Array(byCode ? KEY_WORDS * most : 0),
      places: new Uint32Array(KEY_WORDS * most),
      branches: new Uint32Array(KEY_WORDS * most),
      hasBranch: new Uint8Array(most),
      ids: new Float64Array(most),
      written: new Float64Array(most),
    };
  }

  add({ id, code, lat, lng, addressKey, isExpired, written, bytes, from, to }: KeyedMarker): void {
    const { part } = this;
    const i = part.markers++;
    const at = KEY_WORDS * i;
    part.written[i] = written;
    part.ids[i] = isExpired ? -id : id;
    if (code !== null) writeCodeKey(code, this.#seed, part.codes, at);
    writeDuplicateKeyOfBytes(bytes, from, to, lat, lng, this.#seed, part.places, at);
    if (addressKey === null) return;
    part.hasBranch[i] = 1;
    writeBranchKey(addressKey, part.places, part.branches, at);
  }
}

/** The table of all parts of a map, which follow each other by their ids. */
export function joinParts(parts: readonly KeysPart[], byCode: boolean): MapKeys {
  let total = 0;
  let entries = 0;
  for (const { markers, hasBranch } of parts) {
    total += markers;
    entries += markers * (byCode ? 2 : 1);
    for (let i = 0; i < markers; i++) entries += hasBranch[i]!;
  }
  const words = (count: number): Uint32Array => new Uint32Array(new SharedArrayBuffer(4 * count));
  const doubles = (): Float64Array => new Float64Array(new SharedArrayBuffer(8 * total));
  const map: MapKeys = {
    slots: new Int32Array(new SharedArrayBuffer(4 * SLOT_WORDS * (Math.ceil(entries / MOST_FILLED) + 1))),
    ids: doubles(),
    written: doubles(),
    codes: words(byCode ? KEY_WORDS * total : 0),
    also: words(byCode ? total : 0),
  };
  let from = 0;
  for (const { markers, codes, places, branches, hasBranch, ids, written } of parts) {
    map.ids.set(ids.subarray(0, markers), from);
    map.written.set(written.subarray(0, markers), from);
    if (byCode) map.codes.set(codes.subarray(0, KEY_WORDS * markers), KEY_WORDS * from);
    for (let i = 0; i < markers; i++) {
      const at = KEY_WORDS * i;
      const same = byCode ? enter(map, codes, at, from + i) : null;
      if (same !== null) {
        map.also[from + i] = map.also[same]!;
        map.also[same] = from + i + 1;
      }
      enter(map, places, at, from + i);
      if (hasBranch[i] === 1) enter(map, branches, at, from + i);
    }
    from += markers;
  }
  return map;
}

/**
 * The oldest of several markers counts, but one that has expired only where no other is there.
 * @returns index of another that counts as well
 */
function enter({ slots, ids }: MapKeys, keys: Uint32Array, at: number, index: number): number | null {
  const slot = find(slots, keys, at);
  if (slot >= 0) {
    writeSlot(slots, slot, keys, at, index);
    return null;
  }
  const held = slots[~slot + KEY_WORDS]!;
  if (ids[index]! < 0) return null;
  if (ids[held]! > 0) return held;
  slots[~slot + KEY_WORDS] = index;
  return null;
}

/** Index of the marker with a key; -1: there is none. */
function indexOf({ slots }: MapKeys, keys: Uint32Array, at: number): number {
  const slot = find(slots, keys, at);
  return slot >= 0 ? -1 : slots[~slot + KEY_WORDS]!;
}

type Rows = Pick<PreparedBlock, 'keys' | 'branches' | 'coded'>;

/**
 * Index of the marker that a row meets by its code or, where it has none, by its place; -1: there is none.
 */
export function indexOfRow(map: MapKeys, { keys, branches, coded }: Rows, row: number): number {
  const isBranch = coded?.[row] !== 1 && branches !== null && branches.addressKeys[row] !== 0;
  return indexOf(map, isBranch ? branches.keys : keys, KEY_WORDS * row);
}

/**
 * Markers with a code that rows meet.
 * @returns for each row the id as in `BlockKeys.existing`; NaN where several markers have its code
 */
export function meetKeys(map: MapKeys, prepared: Rows & { rows: number }): Float64Array {
  const existing = new Float64Array(prepared.rows);
  for (let row = 0; row < prepared.rows; row++) {
    const index = indexOfRow(map, prepared, row);
    if (index === -1) continue;
    const isShared = prepared.coded?.[row] === 1 && map.also[index] !== 0;
    existing[row] = isShared ? Number.NaN : map.ids[index]!;
  }
  return existing;
}

/** Hash of the row that the marker of a row was last written by; 0: unknown. */
export function writtenHashOf(map: MapKeys, rows: Rows, row: number): number {
  const index = indexOfRow(map, rows, row);
  return index === -1 ? 0 : map.written[index]!;
}

/** Ids of the markers with the code of a row, the oldest first. */
export const markersWithCode = (map: MapKeys, { keys }: Rows, row: number): number[] =>
  markersOfCode(map, keys, KEY_WORDS * row);

/** Ids of the markers with a code, the oldest first. @param keys that of the code begins at `at` */
export function markersOfCode(map: MapKeys, keys: Uint32Array, at: number): number[] {
  const ids: number[] = [];
  for (let next = indexOf(map, keys, at) + 1; next > 0; next = map.also[next - 1]!)
    ids.push(map.ids[next - 1]!);
  return ids.sort((a, b) => a - b);
}
