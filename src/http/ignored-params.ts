const MAX_NAMES = 20;
const MAX_NAME_CHARACTERS = 100;
/** Ends a list that was cut. */
const MORE = '...';

/** Unknown members of a request, in a form that fits a header: few, cut, and percent-encoded except for plain characters. */
export class IgnoredParams {
  readonly #names = new Set<string>();

  /** @returns false when no more names are taken */
  readonly add = (name: string): boolean => {
    if (this.#names.size === MAX_NAMES) this.#names.add(MORE);
    if (this.#names.size > MAX_NAMES) return false;
    this.#names.add(shown(name));
    return true;
  };

  get isEmpty(): boolean {
    return this.#names.size === 0;
  }

  get names(): readonly string[] {
    return [...this.#names];
  }
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
