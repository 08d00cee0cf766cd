import { cleanText } from '../fonts/clean-text.js';

export type Measure = (text: string) => number;

/**
 * Where a line may break: between words, and between any two characters of scripts that are written without
 * blanks.
 */
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Number of pieces that fit, by binary search: the width grows with the number. */
function fitting(
  pieces: readonly string[],
  from: number,
  widthPt: number,
  measure: Measure,
  ending: string,
): number {
  let [fits, tooMany] = [0, pieces.length - from + 1];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    const line = pieces
      .slice(from, from + middle)
      .join('')
      .trim();
    if (measure(line + ending) <= widthPt) fits = middle;
    else tooMany = middle;
  }
  return fits;
}

/** The text, or as much of its start as fits before an ellipsis. */
export function ellipsized(text: string, widthPt: number, measure: Measure): string {
  const line = cleanText(text);
  if (measure(line) <= widthPt) return line;
  const letters = Array.from(graphemes.segment(line), ({ segment }) => segment);
  return `${letters
    .slice(0, fitting(letters, 0, widthPt, measure, '…'))
    .join('')
    .trimEnd()}…`;
}

/**
 * Share of the width for the end of a name that is cut: names of a list differ there as often as at their
 * beginning.
 */
const END_SHARE = 1 / 3;

/** The text, or as much of its start and its end as fits around an ellipsis. */
export function shortened(text: string, widthPt: number, measure: Measure): string {
  const line = cleanText(text);
  if (measure(line) <= widthPt) return line;
  const letters = Array.from(graphemes.segment(line), ({ segment }) => segment);
  const ends = letters.slice(letters.length >> 1).reverse();
  const count = fitting(ends, 0, widthPt * END_SHARE, measure, '');
  const end = ends.slice(0, count).reverse().join('').trimStart();
  const start = letters.slice(
    0,
    fitting(letters.slice(0, letters.length - count), 0, widthPt, measure, `…${end}`),
  );
  return `${start.join('').trimEnd()}…${end}`;
}

/**
 * Breaks text into at most `lines` lines, at words where they fit; the last line has an ellipsis if text is
 * left.
 */
export function wrapped(text: string, lines: number, widthPt: number, measure: Measure): string[] {
  const pieces = Array.from(words.segment(cleanText(text)), ({ segment }) => segment);
  const broken: string[] = [];
  let from = 0;
  while (from < pieces.length && broken.length < lines - 1) {
    const count = fitting(pieces, from, widthPt, measure, '');
    // A word that is wider than the line is cut by the ellipsis of the last.
    if (count === 0) break;
    broken.push(
      pieces
        .slice(from, from + count)
        .join('')
        .trim(),
    );
    from += count;
  }
  const rest = pieces.slice(from).join('').trim();
  return rest === '' ? broken : [...broken, ellipsized(rest, widthPt, measure)];
}
