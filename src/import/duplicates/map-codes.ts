import { setImmediate } from 'node:timers/promises';
import type { CodedMarker } from '../../schema/match.js';
import { writeBranchKey } from '../prepare/address-key.js';
import { KEY_WORDS, writeCodeKey, writeDuplicateKey } from '../prepare/duplicate-key.js';
import type { PreparedBlock } from '../prepare/prepare-block.js';
import { find, SLOT_WORDS, wordsAt } from './upload-keys.js';

/**
 * The markers of a map that have a code, as they were when the import began, by the keys of rows: code, and
 * name and place. In shared memory, so that all threads look into one table: some 70 bytes a marker.
 */
export interface MapCodes {
  /** Open addressing: KEY_WORDS words of the key, then the index of a marker. */
  slots: Uint32Array;
  /** Ascending by their size; negative for a marker that has expired. */
  ids: Float64Array;
  /** `writtenHash` of the row that wrote each last; 0: unknown. */
  written: Float64Array;
  /** KEY_WORDS words a marker. */
  codes: Uint32Array;
  /** Index, counted from 1, of another marker with the same code; 0: there is none, or no further one. */
  also: Uint32Array;
}

interface Keys {
  codes: Uint32Array;
  places: Uint32Array;
  branches: Uint32Array;
  hasBranch: Uint8Array;
  ids: Float64Array;
  written: Float64Array;
}

/** Slots that may be taken. */
const MOST_FILLED = 0.66;

/** Gathers the markers of a map page by page, by ascending id. */
export class MapCodesBuilder {
  readonly #seed: Uint32Array;
  readonly #pages: Keys[] = [];
  markers = 0;
  #entries = 0;

  /** @param seed of the keys of rows */
  constructor(seed: Uint32Array) {
    this.#seed = seed;
  }

  add(markers: readonly CodedMarker[]): void {
    const keys = (): Uint32Array => new Uint32Array(KEY_WORDS * markers.length);
    const page: Keys = {
      codes: keys(),
      places: keys(),
      branches: keys(),
      hasBranch: new Uint8Array(markers.length),
      ids: new Float64Array(markers.length),
      written: new Float64Array(markers.length),
    };
    markers.forEach(([id, code, name, lat, lng, addressKey, isExpired, written], i) => {
      const at = KEY_WORDS * i;
      page.written[i] = written ?? 0;
      page.ids[i] = isExpired ? -id : id;
      writeCodeKey(code, this.#seed, page.codes, at);
      writeDuplicateKey(name, lat, lng, this.#seed, page.places, at);
      this.#entries += addressKey === null ? 2 : 3;
      if (addressKey === null) return;
      page.hasBranch[i] = 1;
      const place = page.places.subarray(at, at + KEY_WORDS);
      writeBranchKey(addressKey, place, page.branches, at);
    });
    this.#pages.push(page);
    this.markers += markers.length;
  }

  /** Lets others run between two pages. */
  async finish(): Promise<MapCodes> {
    const words = (count: number): Uint32Array => new Uint32Array(new SharedArrayBuffer(4 * count));
    const map: MapCodes = {
      slots: words(SLOT_WORDS * (Math.ceil(this.#entries / MOST_FILLED) + 1)),
      ids: new Float64Array(new SharedArrayBuffer(8 * this.markers)),
      written: new Float64Array(new SharedArrayBuffer(8 * this.markers)),
      codes: words(KEY_WORDS * this.markers),
      also: words(this.markers),
    };
    let from = 0;
    for (const page of this.#pages) {
      map.ids.set(page.ids, from);
      map.written.set(page.written, from);
      map.codes.set(page.codes, KEY_WORDS * from);
      for (let i = 0; i < page.ids.length; i++) {
        const at = KEY_WORDS * i;
        const same = enter(map, page.codes, at, from + i);
        if (same !== null) {
          map.also[from + i] = map.also[same]!;
          map.also[same] = from + i + 1;
        }
        enter(map, page.places, at, from + i);
        if (page.hasBranch[i] === 1) enter(map, page.branches, at, from + i);
      }
      from += page.ids.length;
      await setImmediate();
    }
    return map;
  }
}

/**
 * The oldest of several markers counts, but one that has expired only where no other is there.
 * @returns index of another that counts as well
 */
function enter({ slots, ids }: MapCodes, keys: Uint32Array, at: number, index: number): number | null {
  const [a, b, c] = wordsAt(keys, at);
  const slot = find(slots, a, b, c);
  if (slot >= 0) {
    slots[slot] = a;
    slots[slot + 1] = b;
    slots[slot + 2] = c;
    slots[slot + 3] = index;
    return null;
  }
  const held = slots[~slot + KEY_WORDS]!;
  if (ids[index]! < 0) return null;
  if (ids[held]! > 0) return held;
  slots[~slot + KEY_WORDS] = index;
  return null;
}

/** Index of the marker with a key; -1: there is none. */
function indexOf({ slots }: MapCodes, keys: Uint32Array, at: number): number {
  const [a, b, c] = wordsAt(keys, at);
  const slot = find(slots, a, b, c);
  return slot >= 0 ? -1 : slots[~slot + KEY_WORDS]!;
}

type Rows = Pick<PreparedBlock, 'keys' | 'branches' | 'coded'>;

/**
 * Index of the marker that a row meets by its code or, where it has none, by its place; -1: there is none.
 */
export function indexOfRow(map: MapCodes, { keys, branches, coded }: Rows, row: number): number {
  const isBranch = coded?.[row] !== 1 && branches !== null && branches.addressKeys[row] !== 0;
  return indexOf(map, isBranch ? branches.keys : keys, KEY_WORDS * row);
}

/**
 * Markers with a code that rows meet.
 * @returns for each row the id as in `BlockKeys.existing`; NaN where several markers have its code
 */
export function meetCodes(map: MapCodes, prepared: Rows & { rows: number }): Float64Array {
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
export function writtenHashOf(map: MapCodes, rows: Rows, row: number): number {
  const index = indexOfRow(map, rows, row);
  return index === -1 ? 0 : map.written[index]!;
}

/** Ids of the markers with the code of a row, the oldest first. */
export const markersWithCode = (map: MapCodes, { keys }: Rows, row: number): number[] =>
  markersOfCode(map, keys, KEY_WORDS * row);

/** Ids of the markers with a code, the oldest first. @param keys that of the code begins at `at` */
export function markersOfCode(map: MapCodes, keys: Uint32Array, at: number): number[] {
  const ids: number[] = [];
  for (let next = indexOf(map, keys, at) + 1; next > 0; next = map.also[next - 1]!)
    ids.push(map.ids[next - 1]!);
  return ids.sort((a, b) => a - b);
}
