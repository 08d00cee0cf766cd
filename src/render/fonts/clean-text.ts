/**
 * Longer lines and words are cut, and end in an ellipsis: the time of the layout grows with the square of
 * both.
 */
export const LINE_CHARACTERS = 1_000;
export const WORD_CHARACTERS = 200;

/** UTF-16 units of a text that are looked at: enough for a line even where most of it is taken out. */
const LOOKED_AT = 8 * LINE_CHARACTERS;
/**
 * Largest number of combining marks on a letter: more climb over other lines, and no script of the fonts
 * needs more.
 */
const MARKS_ON_A_LETTER = 3;

const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;
const BLANKS = /[\s\u0085]+/gu;
/**
 * Controls, lone surrogates and invisible characters, such as bidirectional overrides; except joiners, marks
 * of direction, selectors of emoji.
 */
const UNSEEN = /(?![\u200c-\u200f]|\ufe0e|\ufe0f)[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const TOO_MANY_MARKS = new RegExp(`(\\p{M}{${MARKS_ON_A_LETTER}})\\p{M}+`, 'gu');
const LONG_WORDS = new RegExp(`(\\S{${WORD_CHARACTERS}})\\S+`, 'gu');

/**
 * A text as one line that can be drawn: NFC, blanks single and none at the ends, nothing unseen in it, at
 * most 3 marks on a letter, 1,000 characters, 200 without a blank. Cleaning twice changes nothing.
 */
export function cleanText(text: string): string {
  if (text.length <= WORD_CHARACTERS && PLAIN.test(text)) return text;
  const seen = text
    .slice(0, LOOKED_AT)
    .replace(BLANKS, ' ')
    .replace(UNSEEN, '')
    .normalize('NFC')
    .replace(TOO_MANY_MARKS, '$1')
    .replace(/ {2,}/g, ' ')
    .trim();
  // A word that was cut before is one character longer by its ellipsis.
  return cutCharacters(
    seen.replace(LONG_WORDS, (word, start: string) => (word === `${start}…` ? word : `${start}…`)),
    LINE_CHARACTERS,
  );
}

/** Cuts text to `characters` code points, the last of which is an ellipsis where text is missing. */
export function cutCharacters(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const points = [...text];
  return points.length <= characters
    ? text
    : `${points
        .slice(0, characters - 1)
        .join('')
        .trimEnd()}…`;
}
