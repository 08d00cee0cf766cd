const MOST_LETTERS = 40;
/** A letter may be many code units; more than this of a text is not looked at. */
const MOST_UNITS = 400;
const ELLIPSIS = '…';

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * One line without control characters and marks of direction, of at most 40 letters: '' when nothing is left.
 */
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

/** Letters from which a name is easier to place in two lines. */
const WIDE_LETTERS = 26;

/**
 * Letters kept from the end of a line that is cut in the middle: names of a list differ there as often as at
 * their beginning.
 */
const END_LETTERS = 13;

/** A line of at most 40 letters, of a longer one its beginning and its end. */
function shortLine(line: string): string {
  const all = Array.from(letters.segment(line), ({ segment }) => segment);
  if (all.length <= MOST_LETTERS) return line;
  const start = all.slice(0, MOST_LETTERS - 1 - END_LETTERS).join('');
  return `${start.trimEnd()}${ELLIPSIS}${all.slice(-END_LETTERS).join('').trimStart()}`;
}

/**
 * A label's line or, of one that is long and has blanks, two of at most 40 letters, about as long as each
 * other where it fits.
 */
export function labelLines(text: string, lines: 1 | 2): string[] {
  const one = labelText(text);
  const whole = lines === 2 ? labelText(text, MOST_UNITS) : one;
  if (whole.length <= WIDE_LETTERS) return one === '' ? [] : [one];
  const blanks = Array.from(whole.matchAll(/ /g), ({ index }) => index);
  const fitting = blanks.filter((at) => shortLine(whole.slice(0, at)).length === at);
  const middle = fitting.sort((a, b) => Math.abs(2 * a - whole.length) - Math.abs(2 * b - whole.length))[0];
  if (lines === 1 || middle === undefined) return [one];
  return [whole.slice(0, middle), shortLine(whole.slice(middle + 1))];
}
