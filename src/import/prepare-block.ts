import { isAscii } from 'node:buffer';
import { cellOf } from '../geo/cell.js';
import type { RowError } from '../schema/job.js';
import { isArea, isCircle } from '../schema/marker.js';
import type { Block } from './block-builder.js';
import { escapeCopyText, isPlainText } from './copy-text.js';
import { CsvRowReader } from './csv-row.js';
import { KEY_WORDS, writeDedupeKey } from './dedupe-key.js';
import { decodeBlock } from './encoding.js';
import { expiryOf } from './expire.js';
import { mayHoldFormulas, restoreCells } from './formula.js';
import { parseJsonBlock } from './json-blocks.js';
import { JsonRowReader } from './json-row.js';
import { LineBuffer } from './line-buffer.js';
import { forEachRecord } from './records.js';
import { emptyRow, type IncomingRow, RowDefect } from './row.js';
import type { ImportPlan } from './task.js';

/** Category and explicit colour of a row: what the legend must decide before the row can be written. */
export interface RowStyle {
  category: string | null;
  color: string | null;
}

/**
 * The rows of a block that can become markers, by column. `lines` holds one line of COPY text a row, with every column
 * but category and colour, and without its line end's style; `write-block.ts` completes it.
 */
export interface PreparedBlock {
  lines: Uint8Array;
  rows: number;
  /** Record of the upload and line of the file for each row. */
  records: Uint32Array;
  fileLines: Uint32Array;
  /** KEY_WORDS words for each row. */
  keys: Uint32Array;
  /** Index into `styles` for each row. */
  styleOf: Uint32Array;
  styles: RowStyle[];
  /** 1 for each row that is an area without a pin. */
  areas: Uint8Array;
  errors: RowError[];
  /** Custom field -> bits of the types its values fit. */
  fieldTypes: [name: string, types: number][];
}

export interface PrepareContext {
  plan: ImportPlan;
  mapId: number;
  /** Record i becomes marker firstMarkerId + i. */
  firstMarkerId: number;
  palette: ReadonlySet<string>;
}

/** Columns of `lines`, in order; category and color follow them. */
export const LINE_COLUMNS = [
  'map_id',
  'id',
  'name',
  'type',
  'lat',
  'lng',
  'cell',
  'radius',
  'street',
  'street2',
  'city',
  'state',
  'country',
  'zip',
  'custom_fields',
  'extras',
  'expires_at',
] as const;

/** A prepared block, and what it cost the thread that prepared it. */
export type TimedBlock = PreparedBlock & { parsingMs: number };

/**
 * Bytes of a block -> rows ready to be deduplicated and written. Pure: the same bytes give the same result on every
 * thread and at every try.
 */
export function prepareBlock(bytes: Buffer, block: Block, context: PrepareContext): PreparedBlock {
  const { plan } = context;
  const rows = new RowCollector(block, context, isAsciiCsv(bytes, plan));
  if (block.oversize) {
    rows.reject(0, block.firstLine, new RowDefect('record_too_long', `the record has ${bytes.length} bytes`));
    return rows.finish([]);
  }
  const text = decodeBlock(bytes, plan.encoding);
  if (plan.format === 'json') {
    const reader = new JsonRowReader(plan.mapping);
    const elements = parseJsonBlock(text);
    for (let i = 0; i < elements.length; i++) rows.add(i, 0, (row) => reader.read(elements[i], row));
    return rows.finish([...reader.fieldTypes]);
  }
  const plain = isPlainText(text);
  if (plain) rows.escapeCell = asIs;
  const reader = new CsvRowReader(plan.mapping, plan.options.milesPerRadiusUnit, plain);
  let offset = 0;
  const restores = mayHoldFormulas(text);
  forEachRecord(text, { delimiter: plan.delimiter, firstLine: block.firstLine }, (cells, line) => {
    if (restores) restoreCells(cells);
    rows.add(offset++, line, (row) => reader.read(cells, row));
  });
  return rows.finish([...reader.fieldTypes]);
}

/** Names of columns stand in every row; JSON has escapes for what is not ASCII. */
const isAsciiCsv = (bytes: Buffer, { format, mapping }: ImportPlan): boolean =>
  format === 'csv' && isAscii(bytes) && isAscii(Buffer.from(mapping.map(({ header }) => header).join('')));

const asIs = (text: string): string => text;

class RowCollector {
  /** Of the cells for COPY. */
  escapeCell: (text: string) => string = escapeCopyText;
  readonly #block: Block;
  readonly #context: PrepareContext;
  readonly #row: IncomingRow = emptyRow();
  readonly #errors: RowError[] = [];
  readonly #styles: RowStyle[] = [];
  readonly #styleIndex = new Map<string, number>();
  readonly #records: Uint32Array;
  readonly #fileLines: Uint32Array;
  readonly #keys: Uint32Array;
  readonly #styleOf: Uint32Array;
  readonly #areas: Uint8Array;
  #rows = 0;
  readonly #lines: LineBuffer;

  /** @param ascii all that is made of the block is ASCII */
  constructor(block: Block, context: PrepareContext, ascii: boolean) {
    this.#block = block;
    this.#context = context;
    this.#records = new Uint32Array(block.records);
    this.#fileLines = new Uint32Array(block.records);
    this.#keys = new Uint32Array(block.records * KEY_WORDS);
    this.#styleOf = new Uint32Array(block.records);
    this.#areas = new Uint8Array(block.records);
    this.#lines = new LineBuffer(2 * (block.endByte - block.startByte) + 64 * block.records, ascii);
  }

  add(offset: number, line: number, read: (row: IncomingRow) => void): void {
    try {
      read(this.#row);
      this.#accept(offset, line, this.#row);
    } catch (error) {
      if (!(error instanceof RowDefect)) throw error;
      this.reject(offset, line, error);
    }
  }

  reject(offset: number, line: number, defect: RowDefect): void {
    this.#errors.push({
      index: this.#block.firstRecord + offset,
      line: line || null,
      code: defect.code,
      column: defect.column,
      message: defect.message,
    });
  }

  #accept(offset: number, line: number, row: IncomingRow): void {
    const { plan, palette, mapId, firstMarkerId } = this.#context;
    if (row.name === '') throw new RowDefect('name_missing', 'the name is empty');
    if (Number.isNaN(row.lat)) {
      throw new RowDefect('location_missing', 'neither coordinates nor an address that can be located');
    }
    const color = row.color.toLowerCase();
    if (color !== '' && !palette.has(color)) {
      throw new RowDefect(
        'color_unknown',
        `${JSON.stringify(row.color.slice(0, 40))} is not a colour of the palette`,
      );
    }
    const expiresAt = row.expire === '' ? '' : expiryOf(row.expire);
    if (expiresAt === null) {
      throw new RowDefect(
        'expire_invalid',
        `expire ${JSON.stringify(row.expire.slice(0, 40))} is not a date`,
      );
    }
    // Areas that no geodata is loaded for fall back to a pin (specification §2.2).
    const wanted = row.type === '' ? plan.options.markerType : row.type;
    const type = isCircle(wanted) ? wanted : 'pin';
    const radius = isCircle(type) ? String(row.radiusMiles || plan.options.defaultRadiusMiles) : '\\N';
    const country = row.country === '' ? (plan.options.defaultCountry ?? '') : row.country;
    const record = this.#block.firstRecord + offset;
    const { escapeCell } = this;
    const orNull = (text: string): string => (text === '' ? '\\N' : escapeCell(text));
    this.#lines.add(
      `${mapId}\t${firstMarkerId + record}\t${escapeCell(row.name)}\t${type}\t${row.latText}\t${row.lngText}\t` +
        `${cellOf(row.lat, row.lng)}\t${radius}\t${orNull(row.street)}\t${orNull(row.street2)}\t` +
        `${orNull(row.city)}\t${orNull(row.state)}\t${orNull(country)}\t${orNull(row.zip)}\t` +
        `${orNull(row.customFields)}\t${orNull(row.extras)}\t${orNull(expiresAt)}\n`,
    );
    const at = this.#rows++;
    this.#records[at] = record;
    this.#fileLines[at] = line;
    this.#styleOf[at] = this.#style(row.category, color);
    this.#areas[at] = isArea(type) ? 1 : 0;
    writeDedupeKey(row.name, row.lat, row.lng, this.#keys, at * KEY_WORDS);
  }

  #style(category: string, color: string): number {
    const key = `${color}\t${category}`;
    let index = this.#styleIndex.get(key);
    if (index === undefined) {
      index = this.#styles.push({ category: category || null, color: color || null }) - 1;
      this.#styleIndex.set(key, index);
    }
    return index;
  }

  finish(fieldTypes: [string, number][]): PreparedBlock {
    const rows = this.#rows;
    return {
      lines: this.#lines.finish(),
      rows,
      records: this.#records.slice(0, rows),
      fileLines: this.#fileLines.slice(0, rows),
      keys: this.#keys.slice(0, rows * KEY_WORDS),
      styleOf: this.#styleOf.slice(0, rows),
      styles: this.#styles,
      areas: this.#areas.slice(0, rows),
      errors: this.#errors,
      fieldTypes,
    };
  }
}
