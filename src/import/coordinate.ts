const PLAIN = /^[+-]?\d{1,3}(?:\.\d{1,30})?$/;
/** One comma with digits on both sides can only be a decimal comma: no coordinate has thousands. */
const DECIMAL_COMMA = /^[+-]?\d{1,3},\d{1,30}$/;
const EXPONENT = /^[+-]?\d{1,3}(?:\.\d{1,30})?[eE][+-]?\d{1,2}$/;

/**
 * A latitude or longitude as people write it.
 * @returns degrees, or NaN for what is not unmistakably a number. The range is the caller's to check.
 */
export function parseCoordinate(text: string): number {
  if (PLAIN.test(text) || EXPONENT.test(text)) return Number(text);
  return DECIMAL_COMMA.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}
