import type { DeclaredDialect } from './declared-dialect.js';

const BACKSLASH = '\\';

/**
 * Finds how quotes within quoted cells are written: doubled, or behind a backslash as MySQL writes them. The
 * reading under which fewer quotes close in the middle of a cell is the right one; where both are alike, as
 * for `"C:\"`, quotes are doubled.
 * @param sample the first bytes of a file, read as ASCII
 */
export function detectEscape(
  sample: Buffer,
  delimiter: string,
  { quote, escape: declared, isEscapeKnown }: DeclaredDialect,
): string {
  if (
    isEscapeKnown ||
    delimiter === BACKSLASH ||
    quote === '' ||
    declared !== quote ||
    !sample.includes(BACKSLASH + quote)
  )
    return declared;
  const text = sample.toString('latin1');
  const doubled = oddCells(text, delimiter, quote, quote);
  return doubled > 0 && oddCells(text, delimiter, quote, BACKSLASH) < doubled ? BACKSLASH : declared;
}

/** Quoted cells that go on behind the quote that closes them. */
function oddCells(text: string, delimiter: string, quote: string, escapes: string): number {
  const isEnd = (char: string | undefined): boolean => char === delimiter || char === '\n' || char === '\r';
  let odd = 0;
  for (let at = 0; at < text.length; at++) {
    while (text[at] === ' ') at++;
    if (text[at] === quote) {
      at = closingQuote(text, at + 1, quote, escapes) + 1;
      while (text[at] === ' ') at++;
      if (at < text.length && !isEnd(text[at])) odd++;
    }
    while (at < text.length && !isEnd(text[at])) at++;
  }
  return odd;
}

function closingQuote(text: string, from: number, quote: string, escapes: string): number {
  let at = from;
  while (at < text.length) {
    if (text[at] === escapes && (text[at + 1] === quote || text[at + 1] === escapes)) at += 2;
    else if (text[at] === quote) return at;
    else at++;
  }
  return at;
}
