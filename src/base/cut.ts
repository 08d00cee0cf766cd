/**
 * A text of a client as it stands in an answer, a note or a message: at most so many characters (UTF-16 code
 * units), then `…`.
 */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  // Not between the halves of a surrogate pair.
  const last = text.charCodeAt(most - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)}…`;
}

/** Characters of a name or a cell that are shown: enough to find it. */
const QUOTED = 60;

/** The same between double quotes, with escapes for what would not be seen. */
export const quote = (text: string, most: number = QUOTED): string => JSON.stringify(cut(text, most));
