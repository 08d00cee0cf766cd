import { isExportHeader } from '../../format/exported-file.js';
import { cellOf } from '../../geo/cell.js';
import type { Geodata } from '../../geo/geodata.js';
import { addressKeyOf, isVague, writeBranchKey } from '../../markers/address-key.js';
import {
  KEY_WORDS,
  writeCodeKey,
  writeDuplicateKey,
  writeDuplicateKeyOfCell,
} from '../../markers/duplicate-key.js';
import { placeMarker } from '../../markers/place-marker.js';
import type { PlacedRow } from '../place/place-row.js';
import { placerOf } from '../place/placer-of.js';
import { addressOf, type IncomingRow, TEXT } from '../rows/incoming-row.js';
import type { ImportPlan } from '../task.js';
import { RowFlags } from './row-flags.js';

const NOWHERE = { lat: Number.NaN, lng: Number.NaN };

/** Writes the keys by which the rows of a block are told apart, and meet markers. */
export class KeyCollector {
  readonly #plan: ImportPlan;
  readonly #seed: Uint32Array;
  readonly #geodata: Geodata;
  readonly #isExport: boolean;
  readonly #keys: Uint32Array;
  readonly #coded: RowFlags;
  readonly #records: number;
  #branches: { addressKeys: Float64Array; keys: Uint32Array } | null = null;

  /** @param keys KEY_WORDS words for each record of the block */
  constructor(
    { plan, seed, geodata }: { plan: ImportPlan; seed: Uint32Array; geodata: Geodata },
    keys: Uint32Array,
  ) {
    this.#plan = plan;
    this.#seed = seed;
    this.#geodata = geodata;
    this.#isExport = plan.format === 'csv' && isExportHeader(plan.mapping.map(({ header }) => header));
    this.#keys = keys;
    this.#records = keys.length / KEY_WORDS;
    this.#coded = new RowFlags(this.#records);
  }

  add(at: number, row: IncomingRow, addressKey: number): void {
    const key = at * KEY_WORDS;
    const code = this.#codeOf(row);
    if (code !== '') {
      writeCodeKey(code, this.#seed, this.#keys, key);
      this.#coded.set(at);
      return;
    }
    if (row.isString(TEXT.name)) writeDuplicateKey(row.name, row.lat, row.lng, this.#seed, this.#keys, key);
    else writeDuplicateKeyOfCell(row, TEXT.name, this.#seed, this.#keys, key);
    if (addressKey === 0) return;
    this.#branches ??= {
      addressKeys: new Float64Array(this.#records),
      keys: new Uint32Array(this.#keys.length),
    };
    this.#branches.addressKeys[at] = addressKey;
    writeBranchKey(addressKey, this.#keys, this.#branches.keys, key);
  }

  /**
   * Key as it is stored; 0: the row has a place of its own, or none.
   * @param placed null: the row is not placed
   */
  addressKeyOf(row: IncomingRow, placed: PlacedRow | null): number {
    if (placed === null) return 0;
    const isBranch = isVague(placed.by) || (this.#isExport && this.#liesWhereItsAddressDoes(row));
    return isBranch ? addressKeyOf(row.name, row.lat, row.lng, row) : 0;
  }

  finish(rows: number) {
    const branches = this.#branches && {
      addressKeys: this.#branches.addressKeys.slice(0, rows),
      keys: this.#branches.keys.slice(0, rows * KEY_WORDS),
    };
    return { keys: this.#keys.subarray(0, rows * KEY_WORDS), coded: this.#coded.finish(rows), branches };
  }

  /** The code by which the import matches the row with a marker, as the marker will hold it; '' for none. */
  #codeOf(row: IncomingRow): string {
    const { match = null } = this.#plan.options;
    return match === null ? '' : row.codeOf(match);
  }

  /**
   * Tells whether coordinates in an exported file are no more than those of a postal code, city, state or
   * country, as its address says.
   */
  #liesWhereItsAddressDoes(row: IncomingRow): boolean {
    // A whole address may stand in the column of streets.
    if (row.street + row.zip + row.city + row.county + row.state + row.country === '') return false;
    const { defaultCountry } = this.#plan.options;
    const placer = placerOf(this.#geodata);
    const place = placeMarker(row.type, NOWHERE, addressOf(row), defaultCountry, placer);
    if ('code' in place || !isVague(place.by)) return false;
    return cellOf(place.lat, place.lng) === cellOf(row.lat, row.lng);
  }
}
