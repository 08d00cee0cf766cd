import { onFirstUse } from '../../base/on-first-use.js';
import { daysOfMonth } from './calendar.js';
import { isPlainDate, isPlainNumber } from './plain-bytes.js';

/**
 * Types of custom fields as bits: a column keeps the types that every one of its values fits
 * (docs/decisions.md#legends-and-fields).
 */
const NUMBER = 1;
const CURRENCY = 2;
const DATE = 4;
const URL_ = 8;
export const ALL_TYPES = NUMBER | CURRENCY | DATE | URL_;

// A leading zero before another digit is a code (ZIP, phone), and a plus is a phone number, more than 15
// digits an account.
const NUMBER_SHAPE = /^-?(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:,\d{3}){1,4})(?:\.\d{1,15})?$/;

// Thousands by comma, point, apostrophe or a blank, hard and narrow ones included; 1,00,000 as in India.
const AMOUNT = "\\d{1,3}(?:[ \\u00a0\\u202f.,'’]?\\d{3}|,\\d\\d(?=,)){0,5}(?:[.,]\\d{1,2})?";
export const CURRENCY_UNIT =
  '(?:[A-Z]{0,2}\\p{Sc}|kr|zł|Kč|Ft|Fr|AED|AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|JPY|KRW|MXN|NOK|NZD|PLN|RON|RUB|SEK|SGD|THB|TRY|TWD|UAH|USD|ZAR)';
const CURRENCY_SHAPE = new RegExp(
  `^(?:[+-]?${CURRENCY_UNIT}\\s?-?${AMOUNT}|[+-]?${AMOUNT}\\s?${CURRENCY_UNIT}|\\(${CURRENCY_UNIT}\\s?${AMOUNT}\\))$`,
  'u',
);

const MONTH = '(?:0?[1-9]|1[0-2])';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const TIME = '(?:[T ]\\d\\d?:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?(?: ?[AP]M)?(?: ?(?:Z|[+-]\\d\\d:?\\d\\d))?)?';
const DATE_SHAPE = new RegExp(
  `^(?:\\d{4}([-/.])${MONTH}\\1${DAY}|(?:${DAY}([-/.])${MONTH}\\2|${MONTH}([-/])${DAY}\\3)(?:\\d{4}|\\d\\d)` +
    `|${DAY}\\.?[ -](?:de )?(?<after>\\p{L}{3,10})\\.?,?[ -](?:de )?\\d{4}` +
    `|(?<before>\\p{L}{3,10})\\.? ${DAY}(?:st|nd|rd|th)?,? \\d{4})${TIME}$`,
  'iu',
);
const URL_SHAPE = /^(?:https?:\/\/|www\.)[^\s/]{1,255}(?:\/\S{0,4000})?$/i;

/** Numbers of months by their names, long and short, in the languages that column headers are read in. */
const months = onFirstUse(
  (): ReadonlyMap<string, number> =>
    new Map(
      ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'].flatMap((locale) =>
        (['long', 'short'] as const).flatMap((month) => {
          const { format } = new Intl.DateTimeFormat(locale, { month, day: 'numeric', timeZone: 'UTC' });
          return Array.from({ length: 12 }, (_, i): [string, number] => [
            /\p{L}{3,}/u.exec(format(Date.UTC(2026, i, 1)))![0].toLowerCase(),
            i + 1,
          ]);
        }),
      ),
    ),
);

/** The types among `candidates` that the value fits. Linear in the value's length. */
export function narrowTypes(candidates: number, value: string): number {
  let fits = candidates;
  if (fits & NUMBER && !NUMBER_SHAPE.test(value)) fits &= ~NUMBER;
  if (fits & CURRENCY && !CURRENCY_SHAPE.test(value)) fits &= ~CURRENCY;
  if (fits & DATE && !isDate(value)) fits &= ~DATE;
  if (fits & URL_ && !URL_SHAPE.test(value)) fits &= ~URL_;
  return fits;
}

/**
 * Tells whether a look at the bytes of a cell shows that it narrows `candidates` no further; false:
 * `narrowTypes` tells.
 */
export function fitsPlainly(candidates: number, bytes: Uint8Array, from: number, to: number): boolean {
  if (candidates === NUMBER) return isPlainNumber(bytes, from, to);
  return candidates === DATE && isPlainDate(bytes, from, to);
}

function isDate(value: string): boolean {
  const match = DATE_SHAPE.exec(value);
  if (match === null) return false;
  const [first, second, third] = value.match(/\d+/g)!.map(Number) as [number, number, number];
  const name = match.groups!.after ?? match.groups!.before;
  if (name !== undefined) return isDay(second, months().get(name.toLowerCase()) ?? 0, first);
  if (match[1] !== undefined) return isDay(first, second, third);
  // In Europe the day stands first, in America the month; a year of two digits is of this century.
  const year = third < 100 ? 2000 + third : third;
  return isDay(year, second, first) || isDay(year, first, second);
}

const isDay = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && (day <= 28 || day <= daysOfMonth(year, month));

/** The type of a field whose values all fit `candidates`; text when in doubt. */
export function typeName(candidates: number): string {
  if (candidates & NUMBER) return 'number';
  if (candidates & CURRENCY) return 'currency';
  if (candidates & DATE) return 'date';
  return candidates & URL_ ? 'url' : 'text';
}

/** The bits of a field whose type is known. */
export function bitsOf(type: 'text' | 'number' | 'currency'): number {
  return type === 'text' ? 0 : type === 'number' ? NUMBER : CURRENCY;
}
