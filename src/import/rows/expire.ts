const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?$/;
const DAY_MS = 86_400_000;

/**
 * When a marker with this `expire` value is over: a date at its end (UTC), a date with a time at that instant (UTC when
 * it names no offset).
 * @returns ISO 8601 UTC, or null when the text is not such a date
 */
export function expiryOf(text: string): string | null {
  if (DATE.test(text)) return isoOf(Date.parse(`${text}T00:00:00Z`) + DAY_MS, text);
  if (!INSTANT.test(text)) return null;
  const instant = text.replace(' ', 'T');
  return isoOf(Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(instant) ? instant : `${instant}Z`), text);
}

/** Date.parse accepts the 31st of a short month and moves on to the next: that is not a date. */
function isoOf(ms: number, text: string): string | null {
  if (Number.isNaN(ms)) return null;
  const day = Number(text.slice(8, 10));
  const lastDay = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
  return day <= lastDay ? new Date(ms).toISOString() : null;
}
