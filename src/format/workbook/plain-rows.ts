import { cellText } from './cell-text.js';
import { type NumberReading, PLAIN_NUMBER } from './number-format.js';
import type { PlainElements } from './plain-elements.js';
import { isDigit, writeNumber } from './plain-numbers.js';
import type { SheetContext } from './sheet-reader.js';
import { MAX_ROWS, type SheetRecords } from './sheet-records.js';
import { NOT_PLAIN, plainTextEnd, skipBlanks, standsAt } from './xml-bytes.js';

const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const SLASH = 47;
const ZERO = 48;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const A = 65;
const Z = 90;
const LOWER_F = 102;
const LOWER_N = 110;
const LOWER_R = 114;
const LOWER_S = 115;
const LOWER_T = 116;
const LETTERS = 26;

const XMLNS = Buffer.from('xmlns');
const ROW = Buffer.from('<row');
const ROW_END = Buffer.from('</row>');
const CELL = Buffer.from('<c');
const CELL_END = Buffer.from('</c>');
const FORMULA = Buffer.from('<f');
const FORMULA_END = Buffer.from('</f>');
const VALUE = Buffer.from('<v>');
const VALUE_END = Buffer.from('</v></c>');
const INLINE = Buffer.from('<is><t>');
const KEPT = Buffer.from('<is><t xml:space="preserve">');
const INLINE_END = Buffer.from('</t></is></c>');

/** Types of cells as their tags end them. Errors are noted with the name of their cell. */
const TYPES = ['s', 'n', 'str', 'inlineStr', 'b', 'd'].map((type) => ({
  type,
  bytes: Buffer.from(`${type}"`),
}));

/** Letters, digits and the colon of a prefix. */
const IS_NAME = new Uint8Array(256);
for (const byte of Buffer.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:'))
  IS_NAME[byte] = 1;

/** Numbers of rows, styles and texts have fewer. */
const MOST_WHOLE_DIGITS = 9;

/** @param byte the first of a value */
const isFalse = (byte: number): boolean => byte === ZERO || byte === LOWER_F;

/**
 * Rows as all programs write them that do without prefixes: cells from left to right with a value or an
 * inline text. What the bytes of a value are not ready for is left to the readings of strings, a row that is
 * otherwise to `SheetReader`, whose reading this one is.
 */
export class PlainRows implements PlainElements {
  readonly within = ['worksheet', 'sheetData'];
  readonly endTag = '</row>';
  readonly #records: SheetRecords;
  readonly #context: SheetContext;
  #bytes: Buffer = Buffer.alloc(0);
  #to = 0;
  #row = 0;
  /** The end of an attribute's name. */
  #nameEnd = 0;
  /** The last cell of the row, 0-based. */
  #column = -1;
  #type = 'n';
  #reading: NumberReading = PLAIN_NUMBER;
  /** The record in the output, once it has a cell: a row without any would write the gap above it in vain. */
  #start = 0;
  /** Columns that the record has so far. */
  #columns = 0;
  #isFilled = false;
  #hasQuotes = false;

  constructor(records: SheetRecords, context: SheetContext) {
    this.#records = records;
    this.#context = context;
  }

  read(bytes: Buffer, from: number, to: number): number {
    this.#bytes = bytes;
    this.#to = to;
    let at = from;
    while (at < to) {
      if (this.#records.isOpen) {
        // A plain row has a greater number than the one that may go on.
        if (this.#openRow(skipBlanks(bytes, at)) === NOT_PLAIN) break;
        this.#records.closeRow();
      }
      if (this.#records.isInHead) break;
      const { length } = this.#records.output;
      const end = this.#readRow(skipBlanks(bytes, at));
      if (end === NOT_PLAIN) {
        this.#records.output.length = length;
        break;
      }
      at = end;
    }
    return at;
  }

  #readRow(from: number): number {
    let at = this.#openRow(from);
    if (at === NOT_PLAIN) return at;
    this.#column = -1;
    this.#columns = 0;
    this.#isFilled = false;
    this.#hasQuotes = false;
    while (standsAt(this.#bytes, at, CELL)) {
      at = this.#readCell(at + CELL.length);
      if (at === NOT_PLAIN) return at;
    }
    if (!standsAt(this.#bytes, at, ROW_END)) return NOT_PLAIN;
    if (this.#columns === 0) this.#records.row = this.#row;
    else if (this.#isFilled) this.#records.end(this.#row, this.#start, this.#columns, this.#hasQuotes);
    else return NOT_PLAIN;
    return at + ROW_END.length;
  }

  /**
   * Reads a tag with its number. A hidden row is left, and so are attributes that end as these two do, with a
   * prefix perhaps.
   */
  #openRow(from: number): number {
    const last = this.#records.row;
    if (!standsAt(this.#bytes, from, ROW)) return NOT_PLAIN;
    this.#row = last + 1;
    let at = from + ROW.length;
    while (this.#bytes[at] === SPACE) {
      const end = this.#readAttribute(at + 1);
      if (end === NOT_PLAIN) return NOT_PLAIN;
      const letter = this.#bytes[this.#nameEnd - 1];
      const value = this.#nameEnd + 2;
      if (letter === LOWER_R && this.#nameEnd === at + 2) {
        this.#row = wholeNumber(this.#bytes, value, end);
        if (this.#row <= last || this.#row > MAX_ROWS) return NOT_PLAIN;
      } else if (letter === LOWER_R || (letter === LOWER_N && !isFalse(this.#bytes[value]!)))
        return NOT_PLAIN;
      at = end + 1;
    }
    return this.#bytes[at] === GREATER ? at + 1 : NOT_PLAIN;
  }

  /** @returns where its value ends */
  #readAttribute(from: number): number {
    const bytes = this.#bytes;
    let at = from;
    while (IS_NAME[bytes[at]!] === 1) at++;
    // A declaration may make it an element of another namespace.
    if (standsAt(bytes, from, XMLNS)) return NOT_PLAIN;
    if (at === from || bytes[at] !== EQUALS || bytes[at + 1] !== QUOTE) return NOT_PLAIN;
    this.#nameEnd = at;
    for (at += 2; at < this.#to; at++) if (bytes[at] === QUOTE) return at;
    return NOT_PLAIN;
  }

  #readCell(from: number): number {
    const bytes = this.#bytes;
    let at = this.#openCell(from);
    if (bytes[at] === SLASH) return bytes[at + 1] === GREATER ? at + 2 : NOT_PLAIN;
    if (at === NOT_PLAIN || bytes[at] !== GREATER) return NOT_PLAIN;
    const content = at + 1;
    at = standsAt(bytes, content, FORMULA) ? this.#skipFormula(content + FORMULA.length) : content;
    if (at === NOT_PLAIN) return NOT_PLAIN;
    const hasFormula = at !== content;
    if (standsAt(bytes, at, VALUE)) return this.#readValue(at + VALUE.length, VALUE_END, hasFormula);
    if (standsAt(bytes, at, INLINE)) return this.#readValue(at + INLINE.length, INLINE_END, hasFormula);
    if (standsAt(bytes, at, KEPT)) return this.#readValue(at + KEPT.length, INLINE_END, hasFormula);
    return standsAt(bytes, at, CELL_END) && !hasFormula ? at + CELL_END.length : NOT_PLAIN;
  }

  /** @returns where its attributes end */
  #openCell(from: number): number {
    const last = this.#column;
    this.#column = last + 1;
    this.#type = 'n';
    this.#reading = PLAIN_NUMBER;
    let at = from;
    while (this.#bytes[at] === SPACE) {
      const end = this.#readAttribute(at + 1);
      if (end === NOT_PLAIN || !this.#takeAttribute(at + 1, end)) return NOT_PLAIN;
      at = end + 1;
    }
    return this.#column > last && this.#column < this.#records.columnLimit ? at : NOT_PLAIN;
  }

  /** @returns whether it is plain */
  #takeAttribute(name: number, end: number): boolean {
    const bytes = this.#bytes;
    const from = this.#nameEnd + 2;
    if (this.#nameEnd !== name + 1) return true;
    switch (bytes[name]) {
      case LOWER_R:
        this.#column = plainColumn(bytes, from, end);
        return true;
      case LOWER_S: {
        const style = wholeNumber(bytes, from, end);
        this.#reading = this.#context.readings[style] ?? PLAIN_NUMBER;
        return style !== NOT_PLAIN;
      }
      case LOWER_T: {
        this.#type = plainType(bytes, from);
        return this.#type !== '';
      }
      default:
        return true;
    }
  }

  #skipFormula(from: number): number {
    const bytes = this.#bytes;
    let at = from;
    while (bytes[at] === SPACE) {
      at = this.#readAttribute(at + 1) + 1;
      if (at === 0) return NOT_PLAIN;
    }
    if (bytes[at] === SLASH) return bytes[at + 1] === GREATER ? at + 2 : NOT_PLAIN;
    if (bytes[at] !== GREATER) return NOT_PLAIN;
    at = bytes.indexOf(LESS, at);
    return standsAt(bytes, at, FORMULA_END) ? at + FORMULA_END.length : NOT_PLAIN;
  }

  /** @param endTags what stands behind the value. @returns where that ends */
  #readValue(from: number, endTags: Buffer, hasFormula: boolean): number {
    // A formula that no program has calculated is noted.
    if (this.#bytes[from] === LESS && hasFormula && this.#type !== 'str') return NOT_PLAIN;
    if (this.#bytes[from] === LESS)
      return standsAt(this.#bytes, from, endTags) ? from + endTags.length : NOT_PLAIN;
    const { output } = this.#records;
    const before = output.length;
    if (this.#columns === 0) this.#start = this.#records.begin(this.#row);
    output.repeat(COMMA, this.#column - Math.max(0, this.#columns - 1));
    const start = output.length;
    const end = this.#writeValue(from);
    if (!standsAt(this.#bytes, end, endTags)) return NOT_PLAIN;
    if (output.length === start) output.length = before;
    else {
      const first = output.bytes[start]!;
      this.#columns = this.#column + 1;
      this.#hasQuotes ||= first === QUOTE;
      this.#isFilled ||= first > SPACE && first !== QUOTE;
    }
    // `SheetReader` cuts it.
    if (this.#records.isTooLong(output.length - this.#start)) return NOT_PLAIN;
    return end + endTags.length;
  }

  /** @returns where the value ends */
  #writeValue(from: number): number {
    const bytes = this.#bytes;
    const { output } = this.#records;
    if (this.#type === 's') return this.#writeShared(from);
    const end = this.#writePlain(from);
    if (end !== NOT_PLAIN) return end;
    const less = bytes.indexOf(LESS, from);
    output.write(
      cellText(this.#type, bytes.toString('latin1', from, less), this.#reading, this.#context.is1904),
    );
    return less;
  }

  #writePlain(from: number): number {
    const { output } = this.#records;
    if (this.#type === 'n')
      return this.#reading === PLAIN_NUMBER ? writeNumber(this.#bytes, from, output) : NOT_PLAIN;
    if (this.#type !== 'inlineStr' && this.#type !== 'str') return NOT_PLAIN;
    const end = plainTextEnd(this.#bytes, from);
    if (end !== NOT_PLAIN) output.append(this.#bytes, from, end);
    return end;
  }

  #writeShared(from: number): number {
    const bytes = this.#bytes;
    let end = from;
    while (isDigit(bytes[end]!)) end++;
    const number = wholeNumber(bytes, from, end);
    const text = this.#context.strings.find(number);
    if (text === null) return NOT_PLAIN;
    this.#records.output.append(text.bytes, text.from, text.to);
    return end;
  }
}

/** @returns NOT_PLAIN for what is none, or has too many digits */
function wholeNumber(bytes: Buffer, from: number, to: number): number {
  if (to === from || to - from > MOST_WHOLE_DIGITS) return NOT_PLAIN;
  let number = 0;
  for (let at = from; at < to; at++) {
    if (!isDigit(bytes[at]!)) return NOT_PLAIN;
    number = number * 10 + bytes[at]! - ZERO;
  }
  return number;
}

/** @returns '' for another type */
function plainType(bytes: Buffer, from: number): string {
  for (const { type, bytes: end } of TYPES) if (standsAt(bytes, from, end)) return type;
  return '';
}

/** The 0-based column of a reference such as `AB12`. @returns NOT_PLAIN for one in small letters */
function plainColumn(bytes: Buffer, from: number, to: number): number {
  let column = 0;
  let at = from;
  for (; at < to && bytes[at]! >= A && bytes[at]! <= Z; at++) column = column * LETTERS + bytes[at]! - A + 1;
  return bytes[at]! > Z ? NOT_PLAIN : column - 1;
}
