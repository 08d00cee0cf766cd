const QUOTE = 34;
const SPACE = 32;
const TAB = 9;

/** Whether there is nothing but spaces and tabs (a tab that is the delimiter is not blank). */
export function isBlank(bytes: Uint8Array, from: number, to: number, delimiter: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = bytes[i];
    if ((byte !== SPACE && byte !== TAB) || byte === delimiter) return false;
  }
  return true;
}

/** Whether there are nothing but blanks and delimiters: cells that are all empty. */
export function hasEmptyCells(bytes: Uint8Array, from: number, to: number, delimiter: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = bytes[i];
    if (byte !== delimiter && byte !== SPACE && byte !== TAB) return false;
  }
  return true;
}

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
    } else {
      inQuotes = atCellStart && byte === QUOTE;
      atCellStart = false;
    }
  }
  return count;
}
