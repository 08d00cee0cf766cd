import type { CsvCells } from '../../format/csv-cells.js';
import type { JsonCells } from '../../format/json-cells.js';
import { NUMBER, STRING } from '../../format/json-cells.js';
import { ELEMENT, type JsonNames } from '../../format/json-names.js';
import { cellOf } from '../../geo/cell.js';
import { KEY_WORDS, writeCodeKey } from '../../markers/duplicate-key.js';
import type { PlaceTexts } from '../../schema/place-texts.js';
import type { RowErrorCode } from '../../schema/row-error-codes.js';
import { type IncomingRow, TEXT } from '../rows/incoming-row.js';
import type { ImportPlan } from '../task.js';
import { joinTexts } from './joined-texts.js';

/**
 * Which markers the rejected rows of a block may mean. Only imports that delete the markers which no row met
 * ask for it.
 */
export interface RejectedRows {
  /** KEY_WORDS words for each row whose code can be read. */
  codes: Uint32Array;
  /** For each of these 1 where another code may be meant, as the cells of the row are unclear. */
  unsure: Uint8Array;
  /** Places of rows without a code. */
  places: PlaceTexts;
  /** Rows that tell neither a code nor a place. */
  untold: number;
}

/** Defects by which a cell may belong to another column, or may not be what was meant. */
const UNCLEAR: ReadonlySet<RowErrorCode> = new Set([
  'quote_unclear',
  'cells_extra',
  'cell_too_long',
  'nul_character',
]);

interface PlacedRow {
  name: string;
  lat: number;
  lng: number;
  addressKey: number;
}

export class RejectedRowsCollector {
  readonly #codes: number[] = [];
  readonly #unsure: number[] = [];
  readonly #places: PlacedRow[] = [];
  readonly #key = new Uint32Array(KEY_WORDS);
  #untold = 0;

  /** Adds a row that nothing can be read of. */
  addUnread(): void {
    this.#untold++;
  }

  /**
   * @param code '' for none
   * @param addressKey of its place, as stored; 0: it has a place of its own
   */
  add(code: string, row: IncomingRow, addressKey: number, defect: RowErrorCode, seed: Uint32Array): void {
    const isUnclear = UNCLEAR.has(defect);
    if (code !== '') {
      writeCodeKey(code, seed, this.#key, 0);
      this.#codes.push(...this.#key);
      this.#unsure.push(isUnclear ? 1 : 0);
    } else if (isUnclear || Number.isNaN(row.lat) || row.isEmpty(TEXT.name)) this.#untold++;
    else this.#places.push({ name: row.name, lat: row.lat, lng: row.lng, addressKey });
  }

  finish(): RejectedRows {
    return {
      codes: Uint32Array.from(this.#codes),
      unsure: Uint8Array.from(this.#unsure),
      places: textsOf(this.#places),
      untold: this.#untold,
    };
  }
}

function textsOf(rows: readonly PlacedRow[]): PlaceTexts {
  const { columns, separator, nothing } = joinTexts(['names', 'lats', 'lngs', 'cells'], (joined) => {
    for (const { name, lat, lng } of rows) {
      joined.names.add(name);
      joined.lats.add(String(lat));
      joined.lngs.add(String(lng));
      joined.cells.add(String(cellOf(lat, lng)));
    }
  });
  // Not from memory that is shared: they cross threads.
  const [names, lats, lngs, cells] = [columns.names, columns.lats, columns.lngs, columns.cells].map((texts) =>
    texts.finish(),
  );
  const hasBranch = rows.some(({ addressKey }) => addressKey !== 0);
  const addressKeys = hasBranch
    ? rows.map(({ addressKey }) => (addressKey === 0 ? nothing : String(addressKey))).join(separator)
    : null;
  return {
    rows: rows.length,
    columns: { names: names!, lats: lats!, lngs: lngs!, cells: cells! },
    separator,
    nothing,
    addressKeys,
  };
}

/**
 * Reads the code of a record of CSV, whatever else is wrong with that; '' where it has none, or the import
 * matches by place.
 */
export function csvCodeReader({ mapping, options }: ImportPlan): (cells: CsvCells) => string {
  const { match = null } = options;
  if (match === null) return () => '';
  const isCode = ({ header, field }: ImportPlan['mapping'][number]): boolean =>
    match.column === 'extras' ? field === match.name : header === match.name;
  const index = mapping.find(isCode)?.index ?? -1;
  return (cells) => (index === -1 || index >= cells.count ? '' : cells.text(index).trim());
}

/**
 * Does what `csvCodeReader` does, for an element of `markers`. A number counts as its text: the row is
 * rejected because it is none.
 */
export function jsonCodeReader(
  { mapping, options }: ImportPlan,
  names: JsonNames,
): (cells: JsonCells) => string {
  const { match = null } = options;
  if (match === null) return () => '';
  const fields = names.idOf(ELEMENT, 'custom_fields');
  const headers =
    match.column === 'extras'
      ? mapping.filter(({ field }) => field === match.name).map(({ header }) => header)
      : [match.name];
  const ids = headers.map((header) => names.idOf(fields, header));
  if (match.column === 'extras') ids.unshift(names.idOf(ELEMENT, match.name));
  return (cells) => {
    if (!cells.isObject) return '';
    for (const id of ids) {
      const cell = cells.find(id);
      if (cell === -1 || (cells.kinds[cell] !== STRING && cells.kinds[cell] !== NUMBER)) continue;
      const code = cells.text(cell).trim();
      if (code !== '') return code;
    }
    return '';
  };
}
