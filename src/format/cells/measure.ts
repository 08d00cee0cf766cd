import { CURRENCY_UNIT } from './field-types.js';
import { readNumber } from './number.js';

/**
 * Which character stands before the decimals in a column: `1,000` has two readings, and its neighbours tell
 * which one is meant.
 */
export type DecimalMark = '.' | ',';

/** No amount with its currency is longer; it bounds what a shape can cost. */
export const MAX_MEASURE_LENGTH = 60;
const PLAIN = /^-?\d{1,15}(?:\.\d{1,2})?$/;
/**
 * A number, perhaps with a sign and a currency before it, and a currency, percent or per mille sign behind.
 */
const AROUND = new RegExp(
  `^(?<sign>[+\\u2212-]?)(?:${CURRENCY_UNIT}\\s?)?(?<number>[+\\u2212-]?[\\d.,'’ \\u00a0\\u202f]+(?:[eE][+-]?\\d{1,3})?)\\s?(?:${CURRENCY_UNIT}|[%‰])?$`,
  'u',
);
/** One mark before three digits. */
const AMBIGUOUS = /^\d{1,3}([.,])\d{3}$/;

/**
 * The number that a cell holds, its currency and percent sign left away: `$12,500`, `12.500,5 €`, `(1,200)`,
 * `12 %`.
 * @param mark of the cell's column
 * @returns NaN for what is none, or not finite
 */
export function readMeasure(cell: string, mark: DecimalMark): number {
  if (mark === '.' && PLAIN.test(cell)) return Number(cell);
  const text = bareNumber(cell);
  if (text === null) return Number.NaN;
  const unsigned = text.replace(/^[+-]/, '');
  const [, separator] = AMBIGUOUS.exec(unsigned) ?? [];
  const value =
    separator === undefined
      ? readNumber(unsigned)
      : Number(separator === mark ? unsigned.replace(',', '.') : unsigned.replace(separator, ''));
  if (!Number.isFinite(value)) return Number.NaN;
  return text.startsWith('-') ? 0 - value : value;
}

/**
 * Which mark stands before decimals, as far as one cell tells: `1.5`, `1,234,567` and `1,234.5` have a point,
 * `1,5` and `1.234.567` a comma.
 */
export function decimalMarkOf(cell: string): DecimalMark | null {
  const number = bareNumber(cell)?.replace(/^[+-]/, '');
  if (number === undefined || AMBIGUOUS.test(number)) return null;
  const point = number.indexOf('.');
  const comma = number.indexOf(',');
  if (point === -1 && comma === -1) return null;
  if (point !== -1 && comma !== -1) return number.lastIndexOf('.') > number.lastIndexOf(',') ? '.' : ',';
  const mark = point === -1 ? ',' : '.';
  // Twice it is for thousands.
  const isRepeated = number.indexOf(mark) !== number.lastIndexOf(mark);
  return isRepeated ? (mark === '.' ? ',' : '.') : mark;
}

/** The digits and marks of a cell, a minus before them where it is negative. */
function bareNumber(cell: string): string | null {
  if (cell.length > MAX_MEASURE_LENGTH) return null;
  const isNegative = cell.startsWith('(') && cell.endsWith(')');
  const groups = AROUND.exec(isNegative ? cell.slice(1, -1) : cell)?.groups;
  if (!groups) return null;
  const { sign, number } = groups as { sign: string; number: string };
  const digits = number.trim().replace('\u2212', '-');
  if (sign !== '' && /^[+-]/.test(digits)) return null;
  const unsigned = digits.replace(/^[+-]/, '');
  const minuses = (isNegative ? 1 : 0) + (/^[\u2212-]$/.test(sign) || digits.startsWith('-') ? 1 : 0);
  return minuses === 2 ? null : `${minuses === 1 ? '-' : ''}${unsigned}`;
}

/**
 * Which decimal mark a column has, by its cells: the one that more of them show, a point where none shows
 * any.
 */
export class MarkVotes {
  points = 0;
  commas = 0;

  see(cell: string): void {
    const mark = decimalMarkOf(cell);
    if (mark === '.') this.points++;
    else if (mark === ',') this.commas++;
  }

  get mark(): DecimalMark {
    return this.commas > this.points ? ',' : '.';
  }
}
