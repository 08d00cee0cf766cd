import { badRequest } from '../../base/errors.js';
import { cellName, type SheetRange } from './cell-reference.js';
import { csvText } from './csv-text.js';
import { formattedText, isoText } from './number-text.js';
import { OdsStyles } from './ods-styles.js';
import type { RowSink } from './row-sink.js';
import { MAX_MERGES } from './sheet-changes.js';
import { MAX_ROWS } from './sheet-records.js';
import { attributesOf, MAX_TOKEN, type XmlHandler } from './xml-scanner.js';
import { decodeEntities } from './xml-text.js';

/** Namespaces of a table's elements beside that of the document, OpenDocument 1.3 part 3, 1.4. */
export const ODS_NAMESPACES: ReadonlySet<string> = new Set(
  ['table', 'text', 'style', 'datastyle'].map((name) => `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`),
);

const MAX_COLUMNS = 16_384;
/**
 * Cells of a table, repeated ones counted each: 256 columns in each row that a sheet can have. They take some
 * seconds.
 */
const MAX_CELLS = 2 ** 28;

export interface OdsTable {
  readonly name: string;
  readonly isVisible: boolean;
  /** Rows that have a value. */
  rows: number;
  readonly merges: SheetRange[];
}

interface FilledCell {
  readonly column: number;
  readonly text: string;
}

/** Reads the tables of an OpenDocument spreadsheet. */
export class OdsReader implements XmlHandler {
  readonly tables: OdsTable[] = [];
  isSpreadsheet = false;
  readonly #sinkOf: (table: number) => RowSink | null;
  readonly #styles = new OdsStyles();
  #is1904 = false;
  /** The one that is open. */
  #table: OdsTable | null = null;
  #sink: RowSink | null = null;
  /** 1-based; the row that is open, or the next one. */
  #row = 1;
  #rowTag: ReadonlyMap<string, string> = new Map();
  #column = 0;
  #columnOfTable = 1;
  #cells: FilledCell[] = [];
  #cellsOfTable = 0;
  /** null: none is open. */
  #cellTag: ReadonlyMap<string, string> | null = null;
  #text = '';
  #paragraphs = 0;
  /** Elements within a paragraph that are open, itself among them; 0: outside. */
  #depth = 0;

  /** @param sinkOf takes the rows of a table; null: it is not read */
  constructor(sinkOf: (table: number) => RowSink | null) {
    this.#sinkOf = sinkOf;
  }

  open(name: string, tag: string, parent: string): void {
    if (this.#depth > 0) {
      this.#depth++;
      if (name === 's') this.#text += ' '.repeat(countOf(attributes(tag).get('text:c'), 1000));
      else if (name === 'tab') this.#text += '\t';
      else if (name === 'line-break') this.#text += '\n';
      return;
    }
    switch (name) {
      case 'spreadsheet':
        this.isSpreadsheet = true;
        return;
      case 'null-date':
        this.#is1904 = attributes(tag).get('table:date-value')?.startsWith('1904') === true;
        return;
      case 'table':
        if (parent === 'spreadsheet') this.#openTable(attributes(tag));
        return;
      case 'table-column':
        this.#addColumns(attributes(tag));
        return;
      case 'table-row':
        this.#rowTag = attributes(tag);
        this.#column = 0;
        this.#cells = [];
        return;
      case 'table-cell':
      case 'covered-table-cell':
        this.#cellTag = parent === 'table-row' ? attributes(tag) : null;
        this.#text = '';
        this.#paragraphs = 0;
        return;
      case 'p':
        if (this.#cellTag === null || !parent.endsWith('table-cell')) return;
        if (this.#paragraphs++ > 0) this.#text += '\n';
        this.#depth = 1;
        return;
      default:
        if (this.#table === null) this.#styles.open(name, attributes(tag), parent);
    }
  }

  close(name: string, parent: string): void {
    if (this.#depth > 0) {
      this.#depth--;
      return;
    }
    if (name.endsWith('table-cell') && parent === 'table-row') this.#closeCell();
    else if (name === 'table-row') this.#closeRow();
    else if (name === 'table' && parent === 'spreadsheet') this.#closeTable();
  }

  text(raw: string): void {
    if (this.#depth === 0 || this.#text.length > MAX_TOKEN) return;
    const text = raw.replace(/[ \t\r\n]+/g, ' ');
    this.#text += this.#text.endsWith(' ') && text.startsWith(' ') ? text.slice(1) : text;
  }

  #openTable(tag: ReadonlyMap<string, string>): void {
    const name = decodeEntities(tag.get('table:name') ?? '');
    const isVisible = this.#styles.isVisible(tag.get('table:style-name'));
    this.#sink = this.#sinkOf(this.tables.length);
    this.#table = { name, isVisible, rows: 0, merges: [] };
    this.tables.push(this.#table);
    this.#row = 1;
    this.#columnOfTable = 1;
    this.#cellsOfTable = 0;
  }

  #closeTable(): void {
    this.#sink?.finish();
    for (const range of this.#table?.merges ?? []) this.#sink?.findings.merge(range);
    this.#sink = null;
    this.#table = null;
  }

  #addColumns(tag: ReadonlyMap<string, string>): void {
    const first = this.#columnOfTable;
    this.#columnOfTable += countOf(tag.get('table:number-columns-repeated'), MAX_COLUMNS);
    if (isHidden(tag)) this.#sink?.findings.hideColumns(first, this.#columnOfTable - 1);
  }

  #closeCell(): void {
    const tag = this.#cellTag;
    this.#cellTag = null;
    if (tag === null) return;
    const count = countOf(tag.get('table:number-columns-repeated'), MAX_COLUMNS);
    const column = this.#column;
    this.#column += count;
    if (column >= MAX_COLUMNS || this.#table === null) return;
    const text = this.#cellText(tag, column);
    // Without a reader one cell tells that the row has a value.
    const most = this.#sink === null || this.#sink.isDone ? 1 : count;
    for (let at = column; text !== '' && at < Math.min(column + most, MAX_COLUMNS); at++)
      this.#cells.push({ column: at, text });
    const columns = countOf(tag.get('table:number-columns-spanned'), MAX_COLUMNS);
    const rows = countOf(tag.get('table:number-rows-spanned'), MAX_ROWS);
    if (columns * rows > 1 && this.#table.merges.length < MAX_MERGES)
      this.#table.merges.push({
        firstRow: this.#row,
        lastRow: this.#row + rows - 1,
        firstColumn: column,
        lastColumn: column + columns - 1,
      });
  }

  #closeRow(): void {
    const count = countOf(this.#rowTag.get('table:number-rows-repeated'), MAX_ROWS);
    const first = this.#row;
    this.#row += count;
    if (this.#table === null || this.#cells.length === 0) return;
    this.#table.rows += count;
    const sink = this.#sink;
    if (sink === null) return;
    if (this.#row > MAX_ROWS + 1)
      throw badRequest(`The sheet has values below row ${MAX_ROWS}: export it as CSV in parts`);
    const hidden = isHidden(this.#rowTag);
    const end = Math.min(this.#row, first + (sink.mostRepeats ?? count));
    this.#cellsOfTable += (end - first) * this.#cells.length;
    if (this.#cellsOfTable > MAX_CELLS)
      throw badRequest(
        'The sheet repeats its cells too often: delete what stands outside its table, or export it as CSV',
      );
    for (let row = first; row < end && !sink.isDone; row++) {
      sink.open(row, hidden);
      for (const { column, text } of this.#cells) sink.set(column, text);
    }
  }

  /** A cell as it stands in CSV. */
  #cellText(tag: ReadonlyMap<string, string>, column: number): string {
    const shown = decodeEntities(this.#text);
    const findings = this.#sink?.findings;
    const value = (name: string): string => decodeEntities(tag.get(`office:${name}`) ?? '');
    if (tag.get('calcext:value-type') === 'error') {
      findings?.errors.note(`${cellName(this.#row, column)} ${shown.slice(0, 20)}`);
      return '';
    }
    switch (tag.get('office:value-type')) {
      case 'float':
      case 'currency':
      case 'percentage':
        return (
          paddedAs(shown, value('value')) ??
          formattedText(value('value'), this.#styles.readingOf(tag.get('table:style-name')), this.#is1904) ??
          csvText(shown)
        );
      case 'date': {
        const { kind, ...shows } = this.#styles.readingOf(tag.get('table:style-name'));
        const isDay = kind === 'date' && 'hasTime' in shows && !shows.hasTime;
        const date = isoText(value('date-value'));
        return csvText((isDay ? date.replace(/T.*/, '') : date) || shown);
      }
      case 'time':
        return clockText(value('time-value')) ?? csvText(shown);
      case 'boolean':
        return value('boolean-value') === 'true' ? 'TRUE' : 'FALSE';
      default:
        if (shown === '' && tag.has('table:formula') && !tag.has('office:value-type'))
          findings?.unknownFormulas.note(cellName(this.#row, column));
        return csvText((value('string-value') || shown).replace(/\r\n?/g, '\n'));
    }
  }
}

const attributes = (tag: string): ReadonlyMap<string, string> => new Map(attributesOf(tag));

const countOf = (text: string | undefined, most: number): number =>
  Math.min(Math.max(1, Number.parseInt(text ?? '1', 10) || 1), most);

const isHidden = (tag: ReadonlyMap<string, string>): boolean =>
  /^(?:collapse|filter)$/.test(tag.get('table:visibility') ?? '');

/**
 * A number that is shown with zeros before it, or with hyphens as a ZIP+4 is, stands as it is shown.
 * @returns null: it is not
 */
function paddedAs(shown: string, value: string): string | null {
  if (!/^\d{1,15}$/.test(value) || !/^[\d()\-/ ]{2,30}$/.test(shown)) return null;
  const digits = shown.replace(/\D/g, '');
  const isPadded = digits.startsWith('0') && digits.length > 1;
  return digits.replace(/^0+(?=\d)/, '') === value && (isPadded || /\d[-/]\d/.test(shown)) ? shown : null;
}

/** A time of day or a duration as `13:45`, with seconds where there are any. @param value `PT13H45M00S` */
function clockText(value: string): string | null {
  const match = /^P(?:(\d{1,6})D)?T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})(?:[.,]\d+)?S)?$/.exec(value);
  if (match === null) return null;
  const [days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  const all = ((days! * 24 + hours!) * 60 + minutes!) * 60 + seconds!;
  const two = (n: number): string => String(n).padStart(2, '0');
  const clock = `${two(Math.floor(all / 3600))}:${two(Math.floor(all / 60) % 60)}`;
  return all % 60 === 0 ? clock : `${clock}:${two(all % 60)}`;
}
