const MAX_NAMES = 20;
const MAX_NAME_CHARACTERS = 100;
/** Ends a list that was cut. */
const MORE = '...';

/**
 * Adds the name of an unknown member to those of its request, in a form that fits a header: few, cut, and
 * percent-encoded except for plain characters.
 * @returns false when no more names are taken
 */
export function ignore(names: Set<string>, name: string): boolean {
  if (names.size === MAX_NAMES) names.add(MORE);
  if (names.size > MAX_NAMES) return false;
  names.add(shown(name));
  return true;
}

/** Any name as visible ASCII without commas. */
function shown(name: string): string {
  let text = '';
  for (const character of name.slice(0, MAX_NAME_CHARACTERS).toWellFormed()) {
    const next = /[\w.[\]-]/.test(character) ? character : encodeURIComponent(character);
    if (text.length + next.length > MAX_NAME_CHARACTERS) break;
    text += next;
  }
  return text;
}
