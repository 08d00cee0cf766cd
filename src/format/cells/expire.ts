import { daysOfMonth } from './calendar.js';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?$/;
const DAY_MS = 86_400_000;
/**
 * Range that ISO 8601 with a year of four digits and PostgreSQL both know. A file with 9999-12-31 means
 * never.
 */
const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * When a marker with this `expire` value is over: a date at its end (UTC), a date with a time at that instant
 * (UTC when it names no offset). What lies beyond the years 1 to 9999 is moved to their end.
 * @returns ISO 8601 UTC, or null when the text is not such a date: there is no year 0
 */
export function expiryOf(text: string): string | null {
  if (DATE.test(text)) return isoOf(Date.parse(`${text}T00:00:00Z`) + DAY_MS, text);
  if (!INSTANT.test(text)) return null;
  const instant = text.replace(' ', 'T');
  return isoOf(Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(instant) ? instant : `${instant}Z`), text);
}

/** Date.parse accepts the 31st of a short month and moves on to the next: that is not a date. */
function isoOf(ms: number, text: string): string | null {
  if (Number.isNaN(ms) || text.startsWith('0000')) return null;
  const day = Number(text.slice(8, 10));
  const lastDay = daysOfMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
  return day <= lastDay ? new Date(Math.min(Math.max(ms, FIRST_MS), LAST_MS)).toISOString() : null;
}
