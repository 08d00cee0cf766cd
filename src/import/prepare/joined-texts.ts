import { randomUUID } from 'node:crypto';
import type { Separators } from '../../schema/text-columns.js';

const TAB = 9;
const LF = 10;
const CR = 13;
const BACKSLASH = 92;
const LETTER_N = 78;
const FIRST_BYTES = 1 << 14;

/** For each letter behind a backslash in COPY text what both stand for: another byte stands for itself. */
const ESCAPED = Uint8Array.from({ length: 256 }, (_, byte) => byte);
ESCAPED['t'.charCodeAt(0)] = TAB;
ESCAPED['n'.charCodeAt(0)] = LF;
ESCAPED['r'.charCodeAt(0)] = CR;

/** Separators as COPY text has them, though within no text. */
const DEFAULT: Separators = { separator: '\n', nothing: '\\N' };

/**
 * Joins texts of columns by line ends; by random separators where a text has one of its own.
 * @param fill adds a text of each row to each column
 */
export function joinTexts<Name extends string>(
  names: readonly Name[],
  fill: (columns: Readonly<Record<Name, JoinedTexts>>) => void,
): Separators & { columns: Readonly<Record<Name, JoinedTexts>> } {
  const joinedBy = (separators: Separators) => {
    const columns = Object.fromEntries(names.map((name) => [name, new JoinedTexts(separators)])) as Record<
      Name,
      JoinedTexts
    >;
    fill(columns);
    return { ...separators, columns };
  };
  const joined = joinedBy(DEFAULT);
  const isSafe = names.every((name) => !joined.columns[name].hasSeparator);
  return isSafe ? joined : joinedBy({ separator: randomUUID(), nothing: randomUUID() });
}

/**
 * Adds the columns of a line of COPY text; null: a column that is passed over, with another behind it.
 * @param end of the line
 */
export function addLine(
  columns: readonly (JoinedTexts | null)[],
  line: Buffer,
  { start, end }: { start: number; end: number },
): void {
  let at = start;
  for (const column of columns)
    at = 1 + (column === null ? endOfColumn(line, at) : column.addColumn(line, at, end));
}

/** Where a column of a line of COPY text ends that has one behind it. */
export function endOfColumn(line: Buffer, from: number): number {
  let at = from;
  while (line[at] !== TAB) at++;
  return at;
}

/** Texts of a column, one a row, joined in UTF-8. */
export class JoinedTexts {
  readonly #separator: Buffer;
  readonly #nothing: Buffer;
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #at = 0;
  #rows = 0;
  #firstEnd = 0;
  /** All texts so far are the same. */
  isShared = true;
  /** A text would be taken for several, or for null. */
  hasSeparator = false;

  constructor({ separator, nothing }: Separators) {
    this.#separator = Buffer.from(separator);
    this.#nothing = Buffer.from(nothing);
  }

  /** The first text; null: it is none. */
  get first(): string | null {
    const text = this.#bytes.subarray(0, this.#firstEnd);
    return text.equals(this.#nothing) ? null : text.toString();
  }

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  add(text: string | null): void {
    const from = this.#begin(text === null ? 0 : 3 * text.length);
    if (text === null) this.#put(this.#nothing);
    else {
      this.#at += this.#bytes.write(text, this.#at);
      this.#look(from);
    }
    this.#end(from);
  }

  /**
   * Adds a column of a line of COPY text as `CopyWriter` writes it.
   * @param limit end of the line
   * @returns where the column ends
   */
  addColumn(line: Buffer, start: number, limit: number): number {
    const from = this.#begin(limit - start);
    if (line[start] === BACKSLASH && line[start + 1] === LETTER_N) {
      this.#put(this.#nothing);
      this.#end(from);
      return start + 2;
    }
    const out = this.#bytes;
    let at = start;
    let to = this.#at;
    let isEscaped = false;
    for (; at < limit; at++) {
      const byte = line[at]!;
      if (byte === TAB) break;
      if (byte !== BACKSLASH) out[to++] = byte;
      else {
        out[to++] = ESCAPED[line[++at]!]!;
        isEscaped = true;
      }
    }
    this.#at = to;
    if (isEscaped) this.#look(from);
    this.#end(from);
    return at;
  }

  /** @param room for the text */
  #begin(room: number): number {
    const needed = this.#at + room + this.#separator.length + this.#nothing.length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed);
      this.#bytes.copy(larger, 0, 0, this.#at);
      this.#bytes = larger;
    }
    if (this.#rows++ > 0) this.#put(this.#separator);
    return this.#at;
  }

  #look(from: number): void {
    const text = this.#bytes.subarray(from, this.#at);
    if (text.includes(this.#separator) || text.equals(this.#nothing)) this.hasSeparator = true;
  }

  #put(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at++) this.#bytes[this.#at++] = bytes[at]!;
  }

  #end(from: number): void {
    if (this.#rows === 1) this.#firstEnd = this.#at;
    else if (this.isShared) this.isShared = this.#isFirst(from);
  }

  #isFirst(from: number): boolean {
    const length = this.#firstEnd;
    if (this.#at - from !== length) return false;
    for (let at = 0; at < length; at++) if (this.#bytes[at] !== this.#bytes[from + at]) return false;
    return true;
  }
}
