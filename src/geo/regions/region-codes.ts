/**
 * Region codes in ascending order, one byte a character, read in place: 33,000 strings in each thread would
 * take megabytes.
 */
export interface RegionCodes {
  readonly codes: Uint8Array;
  /** Start of each code, then the end of the last. */
  readonly codeStarts: Uint32Array;
}

const CODE = /^[\w.-]{1,64}$/;

/** @throws Error for a code that `region_source` cannot carry */
export function packCodes(sorted: readonly string[]): RegionCodes {
  const wrong = sorted.find((code) => !CODE.test(code));
  if (wrong !== undefined)
    throw new Error(`not a code of a region (letters, digits, ".", "_", "-"): ${JSON.stringify(wrong)}`);
  const codeStarts = new Uint32Array(sorted.length + 1);
  for (const [at, code] of sorted.entries()) codeStarts[at + 1] = codeStarts[at]! + code.length;
  return { codes: new Uint8Array(Buffer.from(sorted.join(''), 'latin1')), codeStarts };
}

export function codeAt({ codes, codeStarts }: RegionCodes, at: number): string {
  return String.fromCharCode(...codes.subarray(codeStarts[at], codeStarts[at + 1]));
}

/** Index of a code, or -1. */
export function findCode(known: RegionCodes, code: string): number {
  let low = 0;
  let high = known.codeStarts.length - 2;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = compareWith(known, middle, code);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Negative where the stored code sorts before the other. */
function compareWith({ codes, codeStarts }: RegionCodes, at: number, code: string): number {
  const start = codeStarts[at]!;
  const length = codeStarts[at + 1]! - start;
  const common = Math.min(length, code.length);
  for (let i = 0; i < common; i++) {
    const order = codes[start + i]! - code.charCodeAt(i);
    if (order !== 0) return order;
  }
  return length - code.length;
}
