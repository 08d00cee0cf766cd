import { writeBranchKey } from '../../markers/address-key.js';
import { KEY_WORDS, writeCodeKey, writeDuplicateKeyOfBytes } from '../../markers/duplicate-key.js';
import type { KeyedMarker } from '../../schema/match.js';
import type { PreparedBlock } from '../prepare/prepare-block.js';
import { find, SLOT_WORDS, wordsAt } from './upload-keys.js';

/**
 * The markers of a map that rows may meet, as they were when the import began, by the keys of rows: name and
 * place and, where the import matches by code, that. In shared memory, so that all threads look into one
 * table: some 70 bytes a marker.
 */
export interface MapKeys {
  /** Open addressing: KEY_WORDS words of the key, then the index of a marker. */
  slots: Uint32Array;
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
/** Markers whose keys are gathered in one piece of memory. */
const PAGE_MARKERS = 4096;

class Page {
  readonly codes: Uint32Array;
  readonly places = new Uint32Array(KEY_WORDS * PAGE_MARKERS);
  readonly branches = new Uint32Array(KEY_WORDS * PAGE_MARKERS);
  readonly hasBranch = new Uint8Array(PAGE_MARKERS);
  readonly ids = new Float64Array(PAGE_MARKERS);
  readonly written = new Float64Array(PAGE_MARKERS);
  markers = 0;

  constructor(byCode: boolean) {
    this.codes = new Uint32Array(byCode ? KEY_WORDS * PAGE_MARKERS : 0);
  }
}

/** Gathers the markers of a map by ascending id. */
export class MapKeysBuilder {
  readonly #seed: Uint32Array;
  readonly #byCode: boolean;
  readonly #pages: Page[] = [];
  markers = 0;
  #entries = 0;

  /**
   * @param seed of the keys of rows
   * @param byCode whether rows meet the markers by their codes, too
   */
  constructor(seed: Uint32Array, byCode: boolean) {
    this.#seed = seed;
    this.#byCode = byCode;
  }

  add({ id, code, lat, lng, addressKey, isExpired, written, bytes, from, to }: KeyedMarker): void {
    const last = this.#pages.at(-1);
    const page = last === undefined || last.markers === PAGE_MARKERS ? new Page(this.#byCode) : last;
    if (page !== last) this.#pages.push(page);
    const i = page.markers++;
    const at = KEY_WORDS * i;
    page.written[i] = written;
    page.ids[i] = isExpired ? -id : id;
    if (code !== null) writeCodeKey(code, this.#seed, page.codes, at);
    writeDuplicateKeyOfBytes(bytes, from, to, lat, lng, this.#seed, page.places, at);
    this.markers++;
    this.#entries += 1 + Number(code !== null) + Number(addressKey !== null);
    if (addressKey === null) return;
    page.hasBranch[i] = 1;
    writeBranchKey(addressKey, page.places, page.branches, at);
  }

  finish(): MapKeys {
    const words = (count: number): Uint32Array => new Uint32Array(new SharedArrayBuffer(4 * count));
    const doubles = (): Float64Array => new Float64Array(new SharedArrayBuffer(8 * this.markers));
    const map: MapKeys = {
      slots: words(SLOT_WORDS * (Math.ceil(this.#entries / MOST_FILLED) + 1)),
      ids: doubles(),
      written: doubles(),
      codes: words(this.#byCode ? KEY_WORDS * this.markers : 0),
      also: words(this.#byCode ? this.markers : 0),
    };
    let from = 0;
    for (const page of this.#pages) {
      const { markers } = page;
      map.ids.set(page.ids.subarray(0, markers), from);
      map.written.set(page.written.subarray(0, markers), from);
      if (this.#byCode) map.codes.set(page.codes.subarray(0, KEY_WORDS * markers), KEY_WORDS * from);
      for (let i = 0; i < markers; i++) {
        const at = KEY_WORDS * i;
        const same = this.#byCode ? enter(map, page.codes, at, from + i) : null;
        if (same !== null) {
          map.also[from + i] = map.also[same]!;
          map.also[same] = from + i + 1;
        }
        enter(map, page.places, at, from + i);
        if (page.hasBranch[i] === 1) enter(map, page.branches, at, from + i);
      }
      from += markers;
    }
    return map;
  }
}

/**
 * The oldest of several markers counts, but one that has expired only where no other is there.
 * @returns index of another that counts as well
 */
function enter({ slots, ids }: MapKeys, keys: Uint32Array, at: number, index: number): number | null {
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
function indexOf({ slots }: MapKeys, keys: Uint32Array, at: number): number {
  const [a, b, c] = wordsAt(keys, at);
  const slot = find(slots, a, b, c);
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
