const MOST_LETTERS = 40;
/** A letter may be many code units; more than this of a text is not looked at. */
const MOST_UNITS = 400;
const ELLIPSIS = '…';

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** One line without control characters and marks of direction, of at most 40 letters: '' when nothing is left. */
export function labelText(text: string): string {
  const start = text
    .slice(0, MOST_UNITS)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/gu, '')
    .trim();
  let cut = '';
  let count = 0;
  for (const { segment } of letters.segment(start)) {
    if (++count > MOST_LETTERS) return `${cut.trimEnd()}${ELLIPSIS}`;
    cut += segment;
  }
  return text.length > MOST_UNITS && cut !== '' ? `${cut}${ELLIPSIS}` : cut;
}
