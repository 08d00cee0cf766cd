import type { CsvOutput } from './csv-output.js';
import { NOT_PLAIN } from './xml-bytes.js';

const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const LESS = 60;

/** Significant digits that are meant: `numberText` has the reading of strings. */
const MEANT_DIGITS = 15;
/**
 * Digits that the last of those is found by, as a number of two: the stored number may be off by 12 of them.
 */
const CERTAINLY_DOWN = 38;
const CERTAINLY_UP = 62;

export const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;

/**
 * Writes a number as people would, from how most are stored.
 * @returns where it ends; NOT_PLAIN: nothing is written
 */
export function writeNumber(bytes: Buffer, from: number, output: CsvOutput): number {
  const first = bytes[from] === MINUS ? from + 1 : from;
  const point = digitsEnd(bytes, first);
  const whole = point - first;
  const isZero = bytes[first] === ZERO;
  if (whole === 0 || whole > MEANT_DIGITS || (isZero && whole > 1)) return NOT_PLAIN;
  const isWhole = bytes[point] === LESS;
  if (!isWhole && bytes[point] !== POINT) return NOT_PLAIN;
  if (isWhole && isZero && first > from) return NOT_PLAIN;
  const end = isWhole ? point : digitsEnd(bytes, point + 1);
  if (!isWhole && (bytes[end] !== LESS || end === point + 1)) return NOT_PLAIN;
  if (end - first > MEANT_DIGITS + 1) return writeRounded(bytes, { from, first, point, end }, output);
  if (!isWhole && bytes[end - 1] === ZERO) return NOT_PLAIN;
  output.append(bytes, from, end);
  return end;
}

function digitsEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (isDigit(bytes[at]!)) at++;
  return at;
}

/** Writes a fraction of 16 or 17 significant digits, which is how Excel stores most. */
function writeRounded(
  bytes: Buffer,
  { from, first, point, end }: { from: number; first: number; point: number; end: number },
  output: CsvOutput,
): number {
  let start = first;
  while (bytes[start] === ZERO || start === point) start++;
  const surplus = end - start - Number(start < point) - MEANT_DIGITS;
  const cut = end - surplus;
  if (surplus < 1 || surplus > 2 || cut <= point + 1) return NOT_PLAIN;
  const rest = (bytes[cut]! - ZERO) * 10 + (surplus === 2 ? bytes[cut + 1]! - ZERO : 0);
  if (rest > CERTAINLY_DOWN && rest < CERTAINLY_UP) return NOT_PLAIN;
  const before = output.length;
  output.append(bytes, from, cut);
  if (rest >= CERTAINLY_UP && !increment(output.bytes, before + first - from, output.length)) {
    output.length = before;
    return NOT_PLAIN;
  }
  while (output.bytes[output.length - 1] === ZERO) output.length--;
  if (output.bytes[output.length - 1] === POINT) output.length--;
  return end;
}

/** Adds 1 to the last digit. @returns false: it takes one digit more */
function increment(digits: Buffer, from: number, to: number): boolean {
  for (let at = to - 1; at >= from; at--) {
    if (digits[at] === POINT) continue;
    if (digits[at] !== NINE) {
      digits[at]!++;
      return true;
    }
    digits[at] = ZERO;
  }
  return false;
}
