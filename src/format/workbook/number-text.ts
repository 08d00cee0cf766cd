import type { NumberReading } from './number-format.js';

/** Days between 0 of the date system and 1970-01-01. */
const EPOCH_1900 = 25_569;
const EPOCH_1904 = 24_107;
const DAY_SECONDS = 86_400;
/** 9999-12-31 in the system of 1900. */
const LAST_DAY = 2_958_465;
/** 1900-02-29, which never was, is a day of that system. */
const LEAP_BUG_DAY = 60;

/**
 * Written as most are: nothing is to be done. Without an exponent, a superfluous zero or more digits than are
 * meant. A whole number that is written out has all of them: Excel rounds what has over 15 when it is typed,
 * other programs write identifiers of more.
 */
const PLAIN = /^-?(?:0|[1-9]\d*)$|^-?(?=[\d.]{3,16}$)(?:0|[1-9]\d*)\.\d*[1-9]$/;

/**
 * A stored number as people would write it: the shortest digits that are the same to 15 significant ones,
 * which is what spreadsheet programs show at the most (0.1 + 0.2 is stored as 0.30000000000000004).
 * @returns null: it is no number
 */
export function numberText(stored: string): string | null {
  if (PLAIN.test(stored)) return stored === '-0' ? '0' : stored;
  const value = stored.trim() === '' ? Number.NaN : Number(stored);
  if (!Number.isFinite(value)) return null;
  const rounded = Number(value.toPrecision(15));
  // The largest numbers would become infinite.
  const text = String(Number.isFinite(rounded) ? rounded : value);
  return text.includes('e') ? withoutExponent(text) : text;
}

function withoutExponent(text: string): string {
  const [, sign, whole, fraction = '', power] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)!;
  const exponent = Number(power);
  const digits = whole! + fraction;
  if (exponent > 0) return sign + digits.padEnd(exponent + 1, '0');
  return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
}

export function formattedText(stored: string, reading: NumberReading, is1904: boolean): string | null {
  if (reading.kind === 'number') return numberText(stored);
  const plain = numberText(stored);
  if (plain === null) return null;
  if (reading.kind === 'padded') return paddedText(plain, reading);
  const value = Number(stored);
  const text =
    reading.kind === 'elapsed' ? elapsedText(value, reading.hasSeconds) : dateText(value, reading, is1904);
  return text ?? plain;
}

/**
 * More digits than the pattern has stand where its first is; other numbers than whole ones are not padded.
 */
function paddedText(plain: string, { pattern, digits }: { pattern: string; digits: number }): string {
  if (!/^\d+$/.test(plain)) return plain;
  const padded = plain.padStart(digits, '0');
  const surplus = padded.length - digits;
  let at = 0;
  return pattern.replace(/0/g, () => {
    const take = at === 0 ? surplus + 1 : 1;
    at += take;
    return padded.slice(at - take, at);
  });
}

const two = (n: number): string => String(n).padStart(2, '0');

function elapsedText(value: number, hasSeconds: boolean): string | null {
  if (value < 0) return null;
  const seconds = Math.round(value * DAY_SECONDS);
  return clock(Math.floor(seconds / 3600), seconds, hasSeconds);
}

const clock = (hours: number, seconds: number, hasSeconds: boolean): string =>
  `${two(hours)}:${two(Math.floor(seconds / 60) % 60)}${hasSeconds || seconds % 60 > 0 ? `:${two(seconds % 60)}` : ''}`;

/** Date as in ISO 8601. @returns null: the number is no date */
function dateText(
  value: number,
  { kind, hasTime, hasSeconds }: Extract<NumberReading, { hasTime: boolean }>,
  is1904: boolean,
): string | null {
  const last = LAST_DAY - (is1904 ? EPOCH_1900 - EPOCH_1904 : 0);
  if (!(value >= 0 && value < last + 1)) return null;
  const seconds = hasTime ? Math.round(value * DAY_SECONDS) : Math.floor(value) * DAY_SECONDS;
  const day = Math.floor(seconds / DAY_SECONDS);
  const time = clock(Math.floor(seconds / 3600) % 24, seconds % DAY_SECONDS, hasSeconds);
  if (kind === 'time' || (hasTime && day === 0 && !is1904)) return time;
  if (day === 0 && !is1904) return null;
  const date = isoDay(day, is1904);
  return hasTime ? `${date}T${time.length === 5 ? `${time}:00` : time}` : date;
}

function isoDay(day: number, is1904: boolean): string {
  if (!is1904 && day === LEAP_BUG_DAY) return '1900-02-29';
  const days = is1904 ? day - EPOCH_1904 : day - EPOCH_1900 + (day < LEAP_BUG_DAY ? 1 : 0);
  return new Date(days * DAY_SECONDS * 1000).toISOString().slice(0, 10);
}

/** A date that is stored as ISO 8601 already: without a time that says nothing. */
export const isoText = (stored: string): string =>
  stored.replace(/T00:00:00(?:\.0+)?Z?$/, '').replace(/(T\d\d:\d\d:\d\d)\.\d+/, '$1');
