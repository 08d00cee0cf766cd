import { anyOf, wordsOf } from '../languages/index.js';
import type { Cell } from './cell.js';

const NUMBER =
  /^[+-]?(?:\d{1,3}(?:[., ']\d{3})+|\d+)(?:[.,]\d+)?(?:[eE][+-]?\d{1,3})?\s?(?:%|€|\$|£|km|mi|m|kw|ha|min|miles|h)?$/i;
const MONTH = anyOf(({ values }) => values.months);
/** `2024-01-31T10:00`; `5. Mai 2024`, `5 de mayo de 2024`, `12-Jan-20`; `Jan 5, 2024`. */
const DATE = new RegExp(
  `^(?:"?\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4}"?(?:[T ,]+\\d{1,2}[:h.]\\d{2}.{0,20})?|\\d{1,2}(?:\\. | de |[-. ])(?:${MONTH})[a-z]{0,7}\\.?(?: de |[-. ,]+)\\d{2,4}|(?:${MONTH})[a-z]{0,7}\\.? \\d{1,2},? \\d{4})$`,
  'i',
);
const YES_NO: ReadonlySet<string> = new Set(wordsOf(({ values }) => values.yesNo));
const COLORS: ReadonlySet<string> = new Set(wordsOf(({ values }) => values.colors));

export const isNumber = (text: string): boolean => text.length <= 30 && NUMBER.test(text);
/** Takes dates such as `5 março` and `1 déc.`, folded. */
export const isDate = (folded: string): boolean => folded.length <= 40 && DATE.test(folded);
export const isYesNo = (folded: string): boolean => folded.length <= 10 && YES_NO.has(folded);
/** A colour by name (`dark red`) or as #rgb, #rrggbb. */
export function isColor({ text, words }: Cell): boolean {
  if (text.length > 30) return false;
  if (/^#?(?:[\da-f]{3}){1,2}$/i.test(text) && (text.startsWith('#') || text.length === 6)) return true;
  return words.length > 0 && words.every((word) => COLORS.has(word));
}
/** A code: no blanks, or digits all through, at most 40 characters. */
export const isCode = (text: string): boolean =>
  text.length <= 40 && (/^[\w#./:-]+$/.test(text) || /^[\p{L}\p{N}#._/:-]+$/u.test(text));
