/** The text of a cell in UTF-8. */
export const decodeCell = (bytes: Buffer, from: number, to: number): string =>
  from === to ? '' : bytes.toString(isAscii(bytes, from, to) ? 'latin1' : 'utf8', from, to);

/** Looks at each byte: in short cells that costs less than the setup of the UTF-8 decoder. */
function isAscii(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at]! > 127) return false;
  return true;
}

const SLOTS = 256;
/** Longer ones would be kept for long. */
const MOST_BYTES = 64;

/**
 * Texts of cells that repeat, as countries do: to compare bytes with the last such text costs a quarter of
 * decoding them.
 */
export class RepeatedCells {
  readonly #bytes: Buffer[] = Array(SLOTS).fill(Buffer.alloc(0));
  readonly #texts: string[] = Array(SLOTS).fill('');

  decode(bytes: Buffer, from: number, to: number): string {
    const slot = (bytes[from]! * 31 + bytes[to - 1]! * 7 + to - from) % SLOTS;
    if (isSame(this.#bytes[slot]!, bytes, from, to)) return this.#texts[slot]!;
    const text = decodeCell(bytes, from, to);
    if (to - from <= MOST_BYTES) {
      this.#bytes[slot] = Buffer.from(bytes.subarray(from, to));
      this.#texts[slot] = text;
    }
    return text;
  }
}

function isSame(known: Buffer, bytes: Buffer, from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  for (let at = from; at < to; at++) if (known[at - from] !== bytes[at]) return false;
  return true;
}
