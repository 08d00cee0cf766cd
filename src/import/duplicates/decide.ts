import { setImmediate } from 'node:timers/promises';
import { KEY_WORDS } from '../../markers/duplicate-key.js';
import type { ImportOptions } from '../options.js';
import type { RefusedRow } from '../rows/rejections.js';
import { indexOfRow, type MapKeys } from './map-keys.js';
import type { MatchedRows } from './matched-rows.js';
import type { UploadKeys } from './upload-keys.js';

/** Keys of the rows of a block, by which duplicates are found. */
export interface BlockKeys {
  rows: number;
  /** KEY_WORDS words a row: name and place, or its code. */
  keys: Uint32Array;
  /** 1 for each row whose key is its code; null or absent: none. */
  coded?: Uint8Array | null;
  /** Keys of rows that have no place of their own (see `Branches`); absent or null: all have one. */
  branches?: { addressKeys: Float64Array; keys: Uint32Array } | null;
  /** For each row its `writtenHash`; absent: no row is taken for unchanged. */
  written?: Float64Array;
  /** 1 for each row whose marker has expired when the import begins; absent or null: none has. */
  expired?: Uint8Array | null;
  /** Where each row stands: line of the file, or 0 and its record; absent: not asked for. */
  fileLines?: Uint32Array;
  records?: Uint32Array;
  /**
   * For each row the id of the marker on the map that it duplicates: 0 for none, negative for one that has
   * expired and is in no row's way (docs/decisions.md#expiry). Null: none of the rows meets one, or the
   * writer finds out.
   */
  existing: Float64Array | null;
}

export interface Decision {
  /** 1 for each row that is to be written, UNCHANGED, or 0 for duplicates and rejected rows. */
  keep: Uint8Array;
  kept: number;
  /** Rows that are UNCHANGED; absent: none. */
  unchanged?: number;
  /**
   * Some rows repeat others of the upload (only where all are kept: an overwriting import applies them in
   * their order).
   */
  repeats: boolean;
  /**
   * For each row that repeats an earlier one of the upload where that stands (see `standsAt`), 0 for the
   * others; absent where no row does.
   */
  repeated?: Uint32Array;
  /** Rows, ascending, that are rejected because of their codes; absent: none. */
  refused?: RefusedRow[];
  /**
   * Each row to be written meets a marker that no other row of the upload meets and that was last written by
   * another row, or none: there is nothing to compare. Absent: no.
   */
  changesAll?: boolean;
  /** Rows that meet no marker of the map, where these are skipped; absent: none. */
  unmet?: number;
  /**
   * Markers that rejected rows mean, and beside them the negative number of rows that tell none; absent:
   * none.
   */
  metByRefused?: number[];
}

/**
 * Rows between two breaths of the event loop. A row costs 0.1 µs, but the first touches of a growing table
 * are touches of new pages: without breaths a block of 14,000 rows held the main thread for up to 180 ms.
 */
const ROWS_AT_ONCE = 500;

/** Line of a row; of an upload without lines its record, counted from 1. */
const standsAt = ({ fileLines, records }: BlockKeys, row: number): number =>
  fileLines?.[row] || (records === undefined ? 0 : records[row]! + 1);

/**
 * Which rows of a block are duplicates, of markers on the map or of earlier rows of the upload. Blocks come
 * here in file order, so the outcome does not depend on how many threads prepared them. An overwriting import
 * keeps all that it may add.
 * @param known markers that rows may have left as they are; null: none is taken for that
 */
export async function decideDuplicates(
  block: BlockKeys,
  seen: UploadKeys,
  onDuplicate: ImportOptions['onDuplicate'],
  onNew: ImportOptions['onNew'] = 'add',
  known: KnownMarkers | null = null,
): Promise<Decision> {
  const { rows } = block;
  const asked = { branches: null, ...block };
  const keep = new Uint8Array(rows).fill(1);
  let dropped = 0;
  let unmet = 0;
  let unchanged = 0;
  let changesAll = known !== null;
  let repeated: Uint32Array | null = null;
  for (let row = 0; row < rows; row++) {
    if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
    if (onNew === 'skip' && isUnmet(block, row)) {
      keep[row] = 0;
      unmet++;
      continue;
    }
    if (onDuplicate === 'overwrite') {
      // Rows that share name and place may overwrite each other's markers, in their order.
      const isRepeat = !seen.add(block.keys, row * KEY_WORDS);
      const meets = known?.meet(asked, row) ?? 'unknown';
      if (isRepeat) dropped++;
      else if (meets === 'own') {
        keep[row] = UNCHANGED;
        unchanged++;
      } else if (meets === 'unknown') changesAll = false;
      continue;
    }
    // A row whose marker is on the map needs no place in the table: later rows of its kind meet that marker,
    // too.
    const isOnMap = !isUnmet(block, row);
    // The marker may be that of an earlier row, whose block was written before this one looked.
    const earlier = isOnMap
      ? seen.lineOf(ownKeysOf(block, row), row * KEY_WORDS)
      : earlierOf(block, row, seen);
    if (isOnMap || earlier !== null) keep[row] = 0;
    if (earlier !== null) {
      repeated ??= new Uint32Array(rows);
      repeated[row] = earlier;
    }
    dropped += 1 - keep[row]!;
  }
  const skipped = unmet > 0 ? { unmet } : {};
  if (onDuplicate === 'overwrite') {
    const kept = rows - unmet - unchanged;
    const repeats = dropped > 0;
    return { keep, kept, repeats, changesAll, ...skipped, ...(unchanged > 0 && { unchanged }) };
  }
  return { keep, kept: rows - unmet - dropped, repeats: false, ...(repeated && { repeated }), ...skipped };
}

/**
 * Sign in `keep` of a row that is what its marker was last written by: it counts, and nothing is to be done.
 */
export const UNCHANGED = 2;

/** Markers of the map of an import that overwrites what rows meet by place. */
export class KnownMarkers {
  readonly #map: MapKeys;
  /** 1 for each that a row has met. */
  readonly #met: Uint8Array;

  constructor(map: MapKeys) {
    this.#map = map;
    this.#met = new Uint8Array(map.ids.length);
  }

  /**
   * Tells who has left the marker of a row as it is: the row itself (`own`), or another row, or there is no
   * marker (`other`). `unknown`: the two have to be compared, as nobody knows, or as an earlier row of the
   * upload has met the marker. Rows come here in file order.
   */
  meet(rows: BlockKeys & Required<Pick<BlockKeys, 'branches'>>, row: number): 'own' | 'other' | 'unknown' {
    const index = indexOfRow(this.#map, rows, row);
    if (index === -1) return 'other';
    if (this.#met[index] === 1) return 'unknown';
    this.#met[index] = 1;
    const hash = this.#map.written[index]!;
    if (this.#map.ids[index]! < 0) return 'other';
    if (hash === 0 || rows.written === undefined) return 'unknown';
    return hash === rows.written[row] ? 'own' : 'other';
  }
}

/** Sign of a row whose code is that of another row: it may mean another marker. */
export const TELLS_NONE = -1;

/** Tells whether a row meets no marker of the map that could be changed. */
export const isUnmet = ({ existing }: Pick<BlockKeys, 'existing'>, row: number): boolean =>
  existing === null || !(existing[row]! > 0);

/** Does what `decideDuplicates` does, for an import that matches by code. */
export async function decideMatched(
  block: BlockKeys,
  seen: UploadKeys,
  matched: MatchedRows,
  onNew: ImportOptions['onNew'] = 'add',
): Promise<Decision> {
  const { rows, keys } = block;
  const refused: RefusedRow[] = [];
  const keep = new Uint8Array(rows).fill(1);
  const metByRefused: number[] = [];
  let repeats = false;
  let unmet = 0;
  let unchanged = 0;
  let changesAll = true;
  const asked = { branches: null, ...block };
  for (let row = 0; row < rows; row++) {
    if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
    const {
      defect,
      isRepeat,
      isCoded,
      isUnchanged = false,
      isOther = false,
      met = [],
    } = matched.judge(asked, row);
    if (defect !== null) {
      refused.push({ row, defect });
      metByRefused.push(...(met.length === 0 ? [TELLS_NONE] : met));
      keep[row] = 0;
      continue;
    }
    if (onNew === 'skip' && isUnmet(block, row)) {
      keep[row] = 0;
      unmet++;
      continue;
    }
    if (isUnchanged) {
      keep[row] = UNCHANGED;
      unchanged++;
      continue;
    }
    if (!isOther) changesAll = false;
    if (isRepeat || (!isCoded && !seen.add(keys, row * KEY_WORDS))) repeats = true;
  }
  return {
    keep,
    kept: rows - refused.length - unmet - unchanged,
    repeats,
    changesAll,
    ...(unchanged > 0 && { unchanged }),
    ...(refused.length > 0 && { refused, metByRefused }),
    ...(unmet > 0 && { unmet }),
  };
}

/**
 * Number of rows of an overwriting import that overwrite earlier rows of the upload. Blocks come here in file
 * order.
 */
export async function countRepeats(block: BlockKeys, seen: UploadKeys): Promise<number> {
  let repeats = 0;
  for (let row = 0; row < block.rows; row++) {
    if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
    if (earlierOf(block, row, seen) !== null) repeats++;
  }
  return repeats;
}

const isBranchAt = ({ branches = null }: BlockKeys, row: number): boolean =>
  branches !== null && branches.addressKeys[row] !== 0;

const ownKeysOf = (block: BlockKeys, row: number): Uint32Array =>
  isBranchAt(block, row) ? block.branches!.keys : block.keys;

/**
 * Where the earlier row of the upload stands that a row duplicates; null: there is none, and the row is seen
 * now.
 */
export function earlierOf(block: BlockKeys, row: number, seen: UploadKeys): number | null {
  const { keys, expired = null } = block;
  const at = row * KEY_WORDS;
  const ownKeys = ownKeysOf(block, row);
  // An expired row takes no place in the table: it is in no later row's way.
  if (expired !== null && expired[row] === 1) return seen.lineOf(ownKeys, at);
  const stands = standsAt(block, row);
  if (!seen.add(ownKeys, at, stands)) return seen.lineOf(ownKeys, at);
  // Rows with this place of their own, further down, are duplicates all the same.
  if (isBranchAt(block, row)) seen.add(keys, at, stands);
  return null;
}
