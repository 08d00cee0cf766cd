const MOST_LETTERS = 40;
/** A letter may be many code units; more than this of a text is not looked at. */
const MOST_UNITS = 400;
const ELLIPSIS = '…';

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** One line without control characters and marks of direction, of at most 40 letters: '' when nothing is left. */
export function labelText(text: string, mostLetters = MOST_LETTERS): string {
  const start = text
    .slice(0, MOST_UNITS)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/gu, '')
    .trim();
  let cut = '';
  let count = 0;
  for (const { segment } of letters.segment(start)) {
    if (++count > mostLetters) return `${cut.trimEnd()}${ELLIPSIS}`;
    cut += segment;
  }
  return text.length > MOST_UNITS && cut !== '' ? `${cut}${ELLIPSIS}` : cut;
}

/** From so many letters on a name is easier to place in two lines. */
const WIDE_LETTERS = 26;

/** A label's line or, of one that is long and has blanks, two of at most 40 letters, about as long as each other. */
export function labelLines(text: string, lines: 1 | 2): string[] {
  const one = labelText(text);
  const whole = lines === 2 ? labelText(text, 2 * MOST_LETTERS) : one;
  if (whole.length <= WIDE_LETTERS) return one === '' ? [] : [one];
  const blanks = Array.from(whole.matchAll(/ /g), ({ index }) => index);
  const middle = blanks.sort((a, b) => Math.abs(2 * a - whole.length) - Math.abs(2 * b - whole.length))[0];
  if (lines === 1 || middle === undefined) return [one];
  return [labelText(whole.slice(0, middle)), labelText(whole.slice(middle + 1))];
}
