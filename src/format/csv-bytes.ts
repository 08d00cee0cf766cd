const LF = 10;
const CR = 13;
const QUOTE = 34;
const SPACE = 32;
const TAB = 9;

/** Tells whether there is nothing but spaces and tabs (a tab that is the delimiter is not blank). */
export function isBlankRange(bytes: Uint8Array, from: number, to: number, delimiter: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = bytes[i];
    if ((byte !== SPACE && byte !== TAB) || byte === delimiter) return false;
  }
  return true;
}

/**
 * How far a record has only empty cells: within a cell, within its quotes, behind them; or it has another
 * one.
 */
export const Emptiness = { Cell: 0, Quotes: 1, BehindQuotes: 2, None: 3 } as const;
export type Emptiness = (typeof Emptiness)[keyof typeof Emptiness];

/** @param before what the record was up to `from` */
export function emptinessOf(
  bytes: Uint8Array,
  from: number,
  to: number,
  delimiter: number,
  before: Emptiness = Emptiness.Cell,
): Emptiness {
  let found: Emptiness = before;
  for (let at = from; at < to && found !== Emptiness.None; at++) {
    const byte = bytes[at];
    if (byte === delimiter && found !== Emptiness.Quotes) found = Emptiness.Cell;
    else if (byte === QUOTE && found !== Emptiness.BehindQuotes)
      found = found === Emptiness.Cell ? Emptiness.Quotes : Emptiness.BehindQuotes;
    else if (byte !== SPACE && byte !== TAB) found = Emptiness.None;
  }
  return found;
}

export const isEmptyRecord = (found: Emptiness): boolean =>
  found === Emptiness.Cell || found === Emptiness.BehindQuotes;

/** Delimiters outside quotes in a part of a record that begins in the given state. */
export function countDelimiters(
  bytes: Buffer,
  from: number,
  to: number,
  delimiter: number,
  start: { readonly inQuotes: boolean; readonly atCellStart: boolean },
): number {
  let { inQuotes, atCellStart } = start;
  let count = 0;
  for (let i = from; i < to; i++) {
    const byte = bytes[i];
    if (inQuotes) {
      if (byte !== QUOTE) continue;
      if (i + 1 < to && bytes[i + 1] === QUOTE) i++;
      else inQuotes = false;
    } else if (byte === delimiter) {
      count++;
      atCellStart = true;
    } else if (byte !== SPACE && byte !== TAB) {
      inQuotes = atCellStart && byte === QUOTE;
      atCellStart = false;
    }
  }
  return count;
}

/** Where the line ends that `from` is on: at its LF or CR, or the end of the bytes. */
export function lineEndFrom(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++;
  return at;
}

/** Where the blanks end that begin at `from`, if any do. */
export function blanksFrom(bytes: Uint8Array, from: number, delimiter: number): number {
  let at = from;
  while ((bytes[at] === SPACE || bytes[at] === TAB) && bytes[at] !== delimiter) at++;
  return at;
}

function hasLineEnd(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] === LF || bytes[at] === CR) return true;
  return false;
}

/** The first quote from `from` on that is not doubled; `to` when there is none. */
function closingQuote(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    if (bytes[at] !== QUOTE) continue;
    if (at + 1 === to || bytes[at + 1] !== QUOTE) return at;
    at++;
  }
  return to;
}

/**
 * Cells of one line, in which a quote that does not close is a character; and those up to the last one that
 * is not blank.
 */
export function cellsOfLine(
  bytes: Uint8Array,
  from: number,
  to: number,
  delimiter: number,
): { cells: number; filled: number } {
  let cells = 1;
  let filled = 0;
  let atCellStart = true;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === delimiter) {
      cells++;
      atCellStart = true;
      continue;
    }
    if (byte === SPACE || byte === TAB) continue;
    filled = cells;
    if (atCellStart && byte === QUOTE) {
      const close = closingQuote(bytes, at + 1, to);
      if (close < to) at = close;
    }
    atCellStart = false;
  }
  return { cells, filled };
}

/**
 * Tells whether each quote of a record closes, and where its cell ends if there is a line end between the
 * two.
 */
export function isProper(record: Uint8Array, delimiter: number): boolean {
  const { length } = record;
  let atCellStart = true;
  for (let at = 0; at < length; at++) {
    if (atCellStart && record[at] === QUOTE) {
      const opens = at;
      at = closingQuote(record, at + 1, length);
      const next = record[blanksFrom(record, at + 1, delimiter)];
      const endsCell = next === undefined || next === delimiter || next === LF || next === CR;
      if (at === length || (!endsCell && hasLineEnd(record, opens, at))) return false;
    }
    const byte = record[at];
    atCellStart = byte === delimiter || (atCellStart && (byte === SPACE || byte === TAB));
  }
  return true;
}
