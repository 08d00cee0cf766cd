/*
 * Cells as most files write them, read from their bytes. What is not plain is left to the readings of
 * strings: `coordinate.ts`, `field-types.ts`.
 */

const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;

const POWERS = Array.from({ length: 16 }, (_, i) => 10 ** i);
/**
 * So many digits are an integer below 2^53: divided by a power of ten up to 10^22 it is rounded once, as
 * `Number` does.
 */
const MOST_DIGITS = 15;
const MOST_DIGITS_BEFORE_POINT = 3;

/**
 * The degrees that `[+-]?\d{1,3}(\.\d{1,12})?` says.
 * @returns NaN for anything else, which may be degrees all the same
 */
export function plainDegrees(bytes: Uint8Array, from: number, to: number): number {
  const first = bytes[from];
  const digitsFrom = first === MINUS || first === PLUS ? from + 1 : from;
  let mantissa = 0;
  let at = digitsFrom;
  for (; at < to && isDigit(bytes[at]!); at++) mantissa = mantissa * 10 + bytes[at]! - ZERO;
  const before = at - digitsFrom;
  if (before === 0 || before > MOST_DIGITS_BEFORE_POINT) return Number.NaN;
  let decimals = 0;
  if (at < to) {
    if (bytes[at] !== POINT) return Number.NaN;
    decimals = to - at - 1;
    if (decimals === 0 || before + decimals > MOST_DIGITS) return Number.NaN;
    for (at++; at < to; at++) {
      if (!isDigit(bytes[at]!)) return Number.NaN;
      mantissa = mantissa * 10 + bytes[at]! - ZERO;
    }
  }
  const size = mantissa / POWERS[decimals]!;
  return first === MINUS ? -size : size;
}

/**
 * Tells whether a cell is `-?(0|[1-9]\d{0,14})(\.\d{1,15})?`: then it fits the type number; else it may all
 * the same.
 */
export function isPlainNumber(bytes: Uint8Array, from: number, to: number): boolean {
  const digitsFrom = bytes[from] === MINUS ? from + 1 : from;
  let at = digitsFrom;
  while (at < to && isDigit(bytes[at]!)) at++;
  const before = at - digitsFrom;
  if (before === 0 || before > 15 || (bytes[digitsFrom] === ZERO && before > 1)) return false;
  if (at === to) return true;
  const decimals = to - at - 1;
  if (bytes[at] !== POINT || decimals === 0 || decimals > 15) return false;
  for (at++; at < to; at++) if (!isDigit(bytes[at]!)) return false;
  return true;
}

const ISO_DATE_BYTES = 10;

/**
 * Tells whether a cell is a day of ISO 8601 that every month has: then it fits the type date; else it may all
 * the same.
 */
export function isPlainDate(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from !== ISO_DATE_BYTES || bytes[from + 4] !== MINUS || bytes[from + 7] !== MINUS) return false;
  for (let at = from; at < to; at++) if (bytes[at] !== MINUS && !isDigit(bytes[at]!)) return false;
  const month = twoDigits(bytes, from + 5);
  const day = twoDigits(bytes, from + 8);
  return month >= 1 && month <= 12 && day >= 1 && day <= 28;
}

const twoDigits = (bytes: Uint8Array, at: number): number => (bytes[at]! - ZERO) * 10 + bytes[at + 1]! - ZERO;
