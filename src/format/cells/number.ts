/** No number of a spreadsheet is longer; it bounds what a shape can cost. */
const MAX_LENGTH = 40;
/** `12`, `12.5`, `12,5`, `.5`, `12.`, and what programs write of the very large and small: `1.5e-07`. */
const DECIMAL = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d{1,3})?$/i;
/**
 * Thousands by comma, point, apostrophe or a blank, hard and narrow ones included: `1,000.5`, `1.000,5`,
 * `12 500`.
 */
const GROUPED = /^[+-]?[1-9]\d{0,2}(?:([.,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/;
/**
 * One comma or point before three digits: thousands, or decimals. Behind a point only where the last one is
 * 0: people write round thousands, and programs no such 0, our own export among them.
 */
const TWO_READINGS = /^[+-]?[1-9]\d{0,2}(?:,\d{3}|\.\d\d0)$/;

/** Tells whether a number can be read in two ways a thousandfold apart: `1,000`. */
export const hasTwoReadings = (text: string): boolean => TWO_READINGS.test(text);

/**
 * A number as people and programs write it.
 * @returns NaN for what is none (`0x10`, `Infinity`, one with its unit), and for one that has two readings
 */
export function readNumber(text: string): number {
  if (text.length > MAX_LENGTH || hasTwoReadings(text)) return Number.NaN;
  if (DECIMAL.test(text)) return decimalOf(text);
  const grouping = GROUPED.exec(text)?.[1];
  return grouping === undefined ? Number.NaN : decimalOf(text.replaceAll(grouping, ''));
}

/** The number that a text is whose shape is known: digits, at most one decimal point or comma. */
export const decimalOf = (text: string): number => Number(text.replace(',', '.'));
