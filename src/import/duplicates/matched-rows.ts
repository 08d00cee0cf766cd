import { KEY_WORDS } from '../../markers/duplicate-key.js';
import type { PreparedBlock } from '../prepare/prepare-block.js';
import { RowDefect } from '../rows/incoming-row.js';
import { indexOfRow, type MapKeys, markersWithCode, writtenHashOf } from './map-keys.js';
import { UploadKeys } from './upload-keys.js';

type Rows = Pick<PreparedBlock, 'keys' | 'branches' | 'coded'> & {
  /** Index as `meetKeys` tells it; a row that does not get its marker has 0 afterwards. */
  existing: Float64Array | null;
  fileLines?: Uint32Array;
  records?: Uint32Array;
  written?: Float64Array;
};

export interface MatchedRow {
  /** Why the row is rejected; null: it is not. */
  defect: RowDefect | null;
  /** Another row of the upload may have met its marker before. */
  isRepeat: boolean;
  /** The row has a code, or its marker has one: rows of the same place have nothing to do with it. */
  isCoded: boolean;
  /** The marker is as this row has left it. */
  isUnchanged?: boolean;
  /** The row has a code, and its marker, if there is one, is as another row has left it. */
  isOther?: boolean;
  /** Markers that have its code, of a row that is rejected because they are several. */
  met?: number[];
}

const ALONE: MatchedRow = { defect: null, isRepeat: false, isCoded: true };
const UNCHANGED: MatchedRow = { ...ALONE, isUnchanged: true };
const OTHER: MatchedRow = { ...ALONE, isOther: true };
const REPEATS: MatchedRow = { defect: null, isRepeat: true, isCoded: true };
const BY_PLACE: MatchedRow = { defect: null, isRepeat: false, isCoded: false };

/** Judges the rows of an import that matches by code. Rows come here in file order. */
export class MatchedRows {
  readonly #codes = new UploadKeys();
  /** Markers with a code that rows without one have met. */
  readonly #placed = new UploadKeys();
  readonly #map: MapKeys;

  constructor(map: MapKeys) {
    this.#map = map;
  }

  judge(rows: Rows, row: number): MatchedRow {
    const { existing } = rows;
    if (existing === null) throw new Error('the markers that rows meet were not looked for');
    if (rows.coded?.[row] === 1) return this.#judgeCoded(rows, existing, row);
    const index = indexOfRow(this.#map, rows, row);
    // Else it meets no marker, or one without a code.
    if (index === -1 || existing[row] !== this.#map.ids[index]) return BY_PLACE;
    // The marker belongs to the row with its code, wherever that has moved it.
    if (this.#codes.lineOf(this.#map.codes, KEY_WORDS * index) !== null) existing[row] = 0;
    else if (existing[row]! > 0) return this.#placed.add(matchedKey(existing[row]!), 0) ? ALONE : REPEATS;
    return BY_PLACE;
  }

  #judgeCoded(rows: Rows, existing: Float64Array, row: number): MatchedRow {
    const at = KEY_WORDS * row;
    const line = rows.fileLines?.[row] || 0;
    const stands = line || (rows.records?.[row] ?? 0) + 1;
    if (!this.#codes.add(rows.keys, at, stands))
      return refuse(
        'code_repeated',
        `the code of this row is that of ${line === 0 ? 'marker' : 'line'} ${this.#codes.lineOf(rows.keys, at)}, which counts`,
      );
    if (Number.isNaN(existing[row])) {
      const met = markersWithCode(this.#map, rows, row);
      const message = `markers ${met[0]} and ${met[1]} of the map have the code of this row`;
      return { ...refuse('code_ambiguous', message), met: met.filter((id) => id > 0) };
    }
    const id = existing[row]!;
    if (!(id > 0)) return OTHER;
    if (this.#placed.lineOf(matchedKey(id), 0) !== null) return REPEATS;
    const hash = writtenHashOf(this.#map, rows, row);
    if (hash === 0 || rows.written === undefined) return ALONE;
    return hash === rows.written[row] ? UNCHANGED : OTHER;
  }
}

const refuse = (code: 'code_repeated' | 'code_ambiguous', message: string): MatchedRow => ({
  defect: new RowDefect(code, message),
  isRepeat: false,
  isCoded: true,
});

/** Key of a marker. */
export const matchedKey = (id: number): Uint32Array =>
  Uint32Array.of(Math.imul(id, 0x9e3779b1), Math.floor(id / 2 ** 32), 1);
