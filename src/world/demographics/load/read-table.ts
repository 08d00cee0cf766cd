import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { quote } from '../../../base/cut.js';
import type { DemographicLevel } from '../../../geo/demographics/level.js';
import { fieldKeyOf } from '../field.js';
import { CODE_HEADERS, CODE_SHAPES, readRegionCode } from './region-codes.js';

const MAX_TABLE_BYTES = 512 << 20;
const MAX_TABLE_COLUMNS = 200;
export const MAX_TABLE_ROWS = 100_000;
/** All columns together: one statement loads them, as at most some 40 MB of base64. */
const MAX_TABLE_CELLS = 4_000_000;
const MAX_CELL_CHARACTERS = 200;

/** Why a table is refused as a whole, in words for the operator. */
export class TableDefect extends Error {}

/** A column of values as in the file. */
export interface TableColumn {
  header: string;
  /** One trimmed text for each row; '' for none. */
  cells: string[];
}

export interface Table {
  /** One code for each row, all distinct. */
  codes: string[];
  /** Line of the file where each row begins. */
  lines: number[];
  columns: TableColumn[];
}

/**
 * Reads a CSV file (UTF-8; comma, semicolon or tab) with one column of region codes.
 * @param codeHeader header of that column; null: found by name
 * @throws TableDefect that names the line or the bound
 */
export async function readDemographicTable(
  file: string,
  level: DemographicLevel,
  codeHeader: string | null,
): Promise<Table> {
  const reader = new TableReader(level, codeHeader);
  const parser = parse({
    bom: true,
    delimiter: await delimiterOf(file),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_TABLE_COLUMNS * MAX_CELL_CHARACTERS * 8,
  });
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const feed = async (): Promise<void> => {
    let bytes = 0;
    for await (const chunk of createReadStream(file, {
      highWaterMark: 256 * 1024,
    }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_TABLE_BYTES) throw new TableDefect(`the file has more than ${MAX_TABLE_BYTES} bytes`);
      const hasRoom = parser.write(decodeText(decoder, chunk));
      if (!hasRoom) await new Promise((resolve) => parser.once('drain', resolve));
    }
    parser.end(decodeText(decoder));
  };
  feed().catch((error) => parser.destroy(error));
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: InfoRecord }>) {
      reader.add(record, info.lines);
    }
  } catch (error) {
    if (error instanceof CsvError) throw new TableDefect(error.message);
    throw error;
  }
  return reader.finish();
}

function decodeText(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new TableDefect('the file is not UTF-8');
  }
}

/** The most frequent of comma, semicolon and tab in the first line. */
async function delimiterOf(file: string): Promise<string> {
  let head = '';
  for await (const chunk of createReadStream(file, { end: 65_535, encoding: 'utf8' })) head += chunk;
  const [line = ''] = head.split(/\r?\n|\r/, 1);
  const count = (mark: string): number => line.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

class TableReader {
  readonly #level: DemographicLevel;
  readonly #codeHeader: string | null;
  readonly #codes: string[] = [];
  readonly #lines: number[] = [];
  readonly #lineOf = new Map<string, number>();
  #headers: string[] | null = null;
  #code = -1;
  #cells: string[][] = [];

  constructor(level: DemographicLevel, codeHeader: string | null) {
    this.#level = level;
    this.#codeHeader = codeHeader;
  }

  /** @param line line where the record ends; for a record without line ends also where it begins */
  add(record: readonly string[], line: number): void {
    // Tables of the American Community Survey have human-readable names in a second row.
    const isSecondHeader = this.#codes.length === 0 && record[this.#code] === 'Geography';
    if (this.#headers === null || isSecondHeader) {
      this.#readHeaders(record, this.#code);
      return;
    }
    if (record.length !== this.#headers.length) {
      throw new TableDefect(`line ${line} has ${record.length} cells, the header ${this.#headers.length}`);
    }
    if (this.#codes.length === MAX_TABLE_ROWS) {
      throw new TableDefect(`the file has more than ${MAX_TABLE_ROWS.toLocaleString('en')} rows`);
    }
    if ((this.#codes.length + 1) * (record.length - 1) > MAX_TABLE_CELLS) {
      throw new TableDefect(`the file has more than ${MAX_TABLE_CELLS.toLocaleString('en')} values`);
    }
    const given = record[this.#code]!;
    const code = readRegionCode(this.#level, given);
    if (code === null) {
      throw new TableDefect(`line ${line}: ${shown(given)} is not ${CODE_SHAPES[this.#level]}`);
    }
    const earlier = this.#lineOf.get(code);
    if (earlier !== undefined) throw new TableDefect(`lines ${earlier} and ${line} are both for ${code}`);
    this.#lineOf.set(code, line);
    this.#codes.push(code);
    this.#lines.push(line);
    record.forEach((cell, i) => {
      if (i === this.#code) return;
      const text = cell.trim();
      if (text.length > MAX_CELL_CHARACTERS) {
        throw new TableDefect(
          `line ${line}: the value of ${shown(this.#headers![i]!)} has more than ${MAX_CELL_CHARACTERS} characters`,
        );
      }
      if (text.includes('\0')) throw new TableDefect(`line ${line} holds a NUL character`);
      this.#cells[i]!.push(text);
    });
  }

  /** @param code index of the code column; -1: not known yet */
  #readHeaders(record: readonly string[], code: number): void {
    if (record.length > MAX_TABLE_COLUMNS + 1) {
      throw new TableDefect(`the file has more than ${MAX_TABLE_COLUMNS} columns of values`);
    }
    const headers = record.map((header) => header.trim());
    this.#code = code === -1 ? codeColumn(headers, this.#level, this.#codeHeader) : code;
    headers.forEach((header, i) => {
      if (i !== this.#code && fieldKeyOf(header) === '') {
        throw new TableDefect(`column ${i + 1} has no name with a letter or digit: ${shown(header)}`);
      }
      if (header.length > MAX_CELL_CHARACTERS) {
        throw new TableDefect(
          `the header of column ${i + 1} has more than ${MAX_CELL_CHARACTERS} characters`,
        );
      }
    });
    if (headers.length < 2) throw new TableDefect('the file has no column of values');
    this.#headers = headers;
    this.#cells = headers.map(() => []);
  }

  finish(): Table {
    if (this.#headers === null) throw new TableDefect('the file is empty');
    if (this.#codes.length === 0) throw new TableDefect('the file has a header and no rows');
    const columns = this.#headers.flatMap((header, i) =>
      i === this.#code ? [] : [{ header, cells: this.#cells[i]! }],
    );
    return { codes: this.#codes, lines: this.#lines, columns };
  }
}

function codeColumn(headers: readonly string[], level: DemographicLevel, wanted: string | null): number {
  const keys = headers.map(fieldKeyOf);
  if (wanted !== null) {
    const at = headers.indexOf(wanted) === -1 ? keys.indexOf(fieldKeyOf(wanted)) : headers.indexOf(wanted);
    if (at === -1) throw new TableDefect(`the file has no column ${shown(wanted)}`);
    return at;
  }
  for (const name of CODE_HEADERS[level]) {
    const at = keys.indexOf(name);
    if (at !== -1) return at;
  }
  throw new TableDefect(
    `no column is called as codes of ${level} are (${CODE_HEADERS[level].join(', ')}); name it with --code`,
  );
}

const shown = (text: string): string => quote(text, 40);
