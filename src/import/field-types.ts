/** Types of custom fields as bits: a column keeps the types that every one of its values fits (decision 20). */
const NUMBER = 1;
const CURRENCY = 2;
const DATE = 4;
const URL_ = 8;
export const ALL_TYPES = NUMBER | CURRENCY | DATE | URL_;

// A leading zero before another digit is a code (ZIP, phone), not a number.
const NUMBER_SHAPE = /^[+-]?(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:,\d{3}){1,4})(?:\.\d{1,15})?$/;
const CURRENCY_SHAPE =
  /^(?:[+-]?[$€£¥]\s?\d{1,3}(?:[ .,']?\d{3}){0,4}(?:[.,]\d{1,2})?|[+-]?\d{1,3}(?:[ .,']?\d{3}){0,4}(?:[.,]\d{1,2})?\s?(?:[$€£¥]|EUR|USD|GBP|CHF|AUD|CAD))$/;
const DATE_SHAPE =
  /^(?:\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,2}[/.]\d{1,2}[/.]\d{4})$/;
const URL_SHAPE = /^https?:\/\/[^\s/]{1,255}(?:\/\S{0,4000})?$/i;

/** The types among `candidates` that the value fits. Linear in the value's length. */
export function narrowTypes(candidates: number, value: string): number {
  let fits = candidates;
  if (fits & NUMBER && !NUMBER_SHAPE.test(value)) fits &= ~NUMBER;
  if (fits & CURRENCY && !CURRENCY_SHAPE.test(value)) fits &= ~CURRENCY;
  if (fits & DATE && !DATE_SHAPE.test(value)) fits &= ~DATE;
  if (fits & URL_ && !URL_SHAPE.test(value)) fits &= ~URL_;
  return fits;
}

/** The type of a field whose values all fit `candidates`; text when in doubt. */
export function typeName(candidates: number): string {
  if (candidates & NUMBER) return 'number';
  if (candidates & CURRENCY) return 'currency';
  if (candidates & DATE) return 'date';
  return candidates & URL_ ? 'url' : 'text';
}
