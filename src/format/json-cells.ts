import { MAX_JSON_DEPTH, parseJson } from '../schema/json-text.js';
import { decodeCell } from './cells/decode.js';
import { plainDegrees } from './cells/plain-bytes.js';
import { trimmedFrom, trimmedTo } from './cells/trim.js';
import { parseJsonBlock, wellFormed } from './json-blocks.js';
import { ELEMENT, JsonNames, placeBehind, placeIn } from './json-names.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LETTER_E = 0x65;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const isBlank = new Uint8Array(256);
for (const byte of Buffer.from(' \t\n\r')) isBlank[byte] = 1;
/** 1 for each byte that stands for itself in a string. */
const isPlain = new Uint8Array(256).fill(1, 0x20);
isPlain[QUOTE] = isPlain[BACKSLASH] = 0;

/** Kinds of values; OTHER: true, false, an array. */
export const STRING = 0;
export const NUMBER = 1;
export const NULL = 2;
export const OBJECT = 3;
const OTHER = 4;

const NULL_TEXT = Buffer.from('null');
/** A number with fewer characters and without an exponent is kept. */
const SHORT_NUMBER = 16;
/** Below, `String` writes numbers with an exponent. */
const LEAST_DECIMAL = 1e-6;
/** Object.keys has such names first, whatever their place. */
const INDEX = /^\d+$/;
/** Entries of an array, whose names are their indexes: its values are not read. */
const MOST_ENTRIES = 32;
/** Values of an element that are parsed alone: many of them cost more than the element does. */
const MOST_PARSED = 16;
const FIRST_CELLS = 64;

/**
 * The members of one element of a block after the other, and those of the objects in it, as ranges of bytes.
 * An element with deeper objects, with arrays, or with names that do not stand in the order of their members
 * is parsed first, and a string with escapes, too.
 */
export class JsonCells {
  /** UTF-8: the block, and behind it the texts that were made of escapes and of numbers. */
  bytes: Buffer;
  /**
   * First byte of each value, and the one behind its last: between the quotes of a string. Of an object its
   * first member and the one behind its last.
   */
  from = new Int32Array(FIRST_CELLS);
  to = new Int32Array(FIRST_CELLS);
  kinds = new Uint8Array(FIRST_CELLS);
  /** Numbers of their names. */
  names = new Int32Array(FIRST_CELLS);
  /** Members of the element, with those of its objects behind each. */
  count = 0;
  isObject = false;
  /** Some member of the element is null. */
  hasNull = false;
  /** Some string of the block has a NUL character. */
  hasNul = false;
  readonly #source: Buffer;
  readonly #names: JsonNames;
  readonly #repeated: 'refuse' | 'take last';
  #bytesUsed: number;
  /** Begin of the next element, and begin and end of this one. */
  #next = 0;
  #start = 0;
  #end = 0;
  /** Cell that a name had last, and the reading in which it had it. */
  #cellOf = new Int32Array(FIRST_CELLS);
  #readingOf = new Int32Array(FIRST_CELLS);
  #reading = 0;
  #parsed = 0;

  /** @param source elements in UTF-8 with commas between them */
  constructor(source: Buffer, names = new JsonNames(), repeated: 'refuse' | 'take last' = 'take last') {
    this.bytes = this.#source = source;
    this.#bytesUsed = source.length;
    this.#names = names;
    this.#repeated = repeated;
  }

  /**
   * Goes on to the next element.
   * @returns false when there is none
   * @throws AppError BAD_REQUEST on what parseJson refuses
   */
  advance(): boolean {
    this.#start = this.#next;
    if (this.#start > this.#source.length) return false;
    if (this.#start === 0 && this.#skipBlanks(0) === this.#source.length) return false;
    this.#begin();
    if (!this.#scan()) this.#flatten();
    this.#next = this.#end + 1;
    return true;
  }

  /** The element as JSON.parse has it. */
  parsed(): unknown {
    return this.#parse(this.#start, this.#end, MAX_JSON_DEPTH - 2, 'take last');
  }

  /** Cell of the member with that name; -1: the element has none. */
  find(name: number): number {
    return this.#readingOf[name] === this.#reading ? this.#cellOf[name]! : -1;
  }

  text(cell: number): string {
    return decodeCell(this.bytes, this.from[cell]!, this.to[cell]!);
  }

  trim(cell: number): void {
    this.from[cell] = trimmedFrom(this.bytes, this.from[cell]!, this.to[cell]!);
    this.to[cell] = trimmedTo(this.bytes, this.from[cell]!, this.to[cell]!);
  }

  /** Value of a number, which stands as `String` writes it from now on. */
  number(cell: number): number {
    const from = this.from[cell]!;
    const to = this.to[cell]!;
    const plain = plainDegrees(this.bytes, from, to);
    if (Math.abs(plain) >= LEAST_DECIMAL && this.bytes[to - 1] !== ZERO) return plain;
    const text = this.text(cell);
    const value = Number(text);
    if (String(value) !== text) this.#write(cell, String(value));
    return value;
  }

  #begin(): void {
    this.#reading++;
    this.#parsed = 0;
    this.count = 0;
    this.hasNull = false;
  }

  /** @returns false for an element that is to be parsed */
  #scan(): boolean {
    const source = this.#source;
    const at = this.#skipBlanks(this.#start);
    this.isObject = source[at] === OPEN_BRACE;
    if (!this.isObject) return false;
    const end = this.#scanObject(at + 1, ELEMENT);
    if (end === -1) return false;
    this.#end = this.#skipBlanks(end);
    return this.#end === source.length || source[this.#end] === COMMA;
  }

  /** @param at behind its brace  @returns the index behind it; -1: it is to be parsed */
  #scanObject(from: number, parent: number): number {
    const source = this.#source;
    let at = this.#skipBlanks(from);
    if (source[at] === CLOSE_BRACE) return at + 1;
    for (let place = placeIn(parent); ; ) {
      if (source[at] !== QUOTE) return -1;
      let name = this.#names.expected[place] ?? ELEMENT;
      const end = this.#names.match(name, source, at + 1);
      if (end !== -1) at = end;
      else {
        const close = this.#closingQuote(at + 1);
        const key = this.#stringAt(at, close);
        if (key === null || INDEX.test(key)) return -1;
        name = this.#names.idOf(parent, key);
        this.#names.expected[place] = name;
        at = close + 1;
      }
      at = this.#skipBlanks(at);
      if (source[at] !== COLON || this.find(name) !== -1) return -1;
      at = this.#scanValue(this.#skipBlanks(at + 1), this.#add(name), parent);
      if (at === -1) return -1;
      at = this.#skipBlanks(at);
      if (source[at] === CLOSE_BRACE) return at + 1;
      if (source[at] !== COMMA) return -1;
      at = this.#skipBlanks(at + 1);
      place = placeBehind(name);
    }
  }

  /** @returns the index behind it; -1: the element is to be parsed */
  #scanValue(at: number, cell: number, parent: number): number {
    const first = this.#source[at]!;
    if (first === QUOTE) return this.#scanString(at, cell);
    if (first === OPEN_BRACE && parent === ELEMENT) {
      const from = this.count;
      const end = this.#scanObject(at + 1, this.names[cell]!);
      this.#set(cell, OBJECT, from, this.count);
      return end;
    }
    if (first === MINUS || isDigit(first)) {
      const end = this.#scanNumber(at, cell);
      return (this.#source[end]! | 0x20) === LETTER_E ? this.#parseValue(at, cell, parent) : end;
    }
    const end = at + NULL_TEXT.length;
    if (first !== NULL_TEXT[0] || !NULL_TEXT.equals(this.#source.subarray(at, end)))
      return this.#parseValue(at, cell, parent);
    this.#set(cell, NULL, at, at);
    return end;
  }

  /** Reads a value by parsing it. @returns the index behind it; -1: the element is to be parsed */
  #parseValue(at: number, cell: number, parent: number): number {
    if (this.#parsed++ === MOST_PARSED) return -1;
    const end = this.#endOf(at);
    try {
      this.#fill(cell, this.#parse(at, end, MAX_JSON_DEPTH - 4), parent);
      return end;
    } catch {
      return -1;
    }
  }

  #scanString(open: number, cell: number): number {
    const source = this.#source;
    let at = open + 1;
    while (isPlain[source[at]!] === 1) at++;
    if (source[at] === QUOTE) {
      this.#set(cell, STRING, open + 1, at);
      return at + 1;
    }
    const close = this.#closingQuote(at);
    const text = this.#stringAt(open, close);
    if (text === null) return -1;
    this.#set(cell, STRING, 0, 0);
    this.#write(cell, text);
    return close + 1;
  }

  #scanNumber(from: number, cell: number): number {
    const source = this.#source;
    let at = source[from] === MINUS ? from + 1 : from;
    const whole = at;
    while (isDigit(source[at]!)) at++;
    if (at === whole || (source[whole] === ZERO && at > whole + 1)) return -1;
    if (source[at] === POINT) {
      const decimals = ++at;
      while (isDigit(source[at]!)) at++;
      if (at === decimals) return -1;
    }
    this.#set(cell, NUMBER, from, at);
    return at - from < SHORT_NUMBER || isKept(Number(this.text(cell))) ? at : -1;
  }

  /** The index of the quote that closes a string; the end of the block where none does. */
  #closingQuote(from: number): number {
    const source = this.#source;
    let at = from;
    while (at < source.length && source[at] !== QUOTE) at += source[at] === BACKSLASH ? 2 : 1;
    return at;
  }

  /** @returns null: it is no string of JSON */
  #stringAt(open: number, close: number): string | null {
    try {
      return (JSON.parse(this.#source.toString('utf8', open, close + 1)) as string).toWellFormed();
    } catch {
      return null;
    }
  }

  #skipBlanks(from: number): number {
    let at = from;
    while (isBlank[this.#source[at]!] === 1) at++;
    return at;
  }

  /** Reads an element by parsing it. @throws AppError BAD_REQUEST as the block does */
  #flatten(): void {
    const source = this.#source;
    const end = this.#endOf(this.#start);
    this.#end = source[end] === COMMA ? end : source.length;
    let element: unknown;
    try {
      element = this.#parse(this.#start, this.#end, MAX_JSON_DEPTH - 2);
    } catch (error) {
      // Its message names a place in the block.
      parseJsonBlock(source.toString('utf8'), this.#repeated);
      throw error;
    }
    this.#begin();
    this.isObject = isObject(element);
    this.#flattenMembers(element, ELEMENT);
  }

  /** The comma behind a value, the bracket that closes what it is in, or the end of the block. */
  #endOf(from: number): number {
    const source = this.#source;
    let depth = 0;
    let at = from;
    for (; at < source.length; at++) {
      const byte = source[at]!;
      if (byte === QUOTE) at = this.#closingQuote(at + 1);
      else if (byte === COMMA && depth === 0) break;
      // Brackets are braces but for one bit.
      else if ((byte | 0x20) === OPEN_BRACE) depth++;
      else if ((byte | 0x20) === CLOSE_BRACE && --depth < 0) break;
    }
    return Math.min(at, source.length);
  }

  #parse(from: number, to: number, maxDepth: number, repeated = this.#repeated): unknown {
    const text = this.#source.toString('utf8', from, to);
    return wellFormed(text, parseJson(text, maxDepth, repeated));
  }

  #flattenMembers(of: unknown, parent: number): void {
    if (typeof of !== 'object' || of === null) return;
    const members = (Array.isArray(of) ? of.slice(0, MOST_ENTRIES) : of) as Record<string, unknown>;
    // Object.entries makes an array for each of a million members.
    for (const key of Object.keys(members))
      this.#fill(this.#add(this.#names.idOf(parent, key)), members[key], parent);
  }

  #fill(cell: number, value: unknown, parent: number): void {
    this.#set(cell, kindOf(value), this.count, this.count);
    if (typeof value === 'string') this.#write(cell, value);
    else if (typeof value === 'number') this.#write(cell, Object.is(value, -0) ? '-0' : String(value));
    else if (parent === ELEMENT) {
      this.#flattenMembers(value, this.names[cell]!);
      this.to[cell] = this.count;
    }
  }

  #add(name: number): number {
    if (this.count === this.from.length) this.#widen();
    if (name >= this.#cellOf.length) {
      this.#cellOf = twice(this.#cellOf, name);
      this.#readingOf = twice(this.#readingOf, name);
    }
    this.#cellOf[name] = this.count;
    this.#readingOf[name] = this.#reading;
    this.names[this.count] = name;
    return this.count++;
  }

  #set(cell: number, kind: number, from: number, to: number): void {
    if (kind === NULL) this.hasNull = true;
    this.kinds[cell] = kind;
    this.from[cell] = from;
    this.to[cell] = to;
  }

  /** Writes the text of a cell behind the block. */
  #write(cell: number, text: string): void {
    const needed = this.#bytesUsed + 3 * text.length;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(needed + this.#source.length);
      this.bytes.copy(larger, 0, 0, this.#bytesUsed);
      this.bytes = larger;
    }
    this.hasNul ||= text.includes('\0');
    this.from[cell] = this.#bytesUsed;
    this.#bytesUsed += this.bytes.write(text, this.#bytesUsed);
    this.to[cell] = this.#bytesUsed;
  }

  #widen(): void {
    this.from = twice(this.from);
    this.to = twice(this.to);
    this.names = twice(this.names);
    const { kinds } = this;
    this.kinds = new Uint8Array(2 * kinds.length);
    this.kinds.set(kinds);
  }
}

function twice(numbers: Int32Array, least = 0): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * Math.max(numbers.length, least));
  larger.set(numbers);
  return larger;
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;

/** Tells whether a number is neither infinite nor an integer that was rounded. */
const isKept = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function kindOf(value: unknown): number {
  if (typeof value === 'string') return STRING;
  if (typeof value === 'number') return NUMBER;
  if (value === null) return NULL;
  return isObject(value) ? OBJECT : OTHER;
}
