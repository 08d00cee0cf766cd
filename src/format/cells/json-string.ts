// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what JSON must escape
const PLAIN_JSON = /^[^"\\\u0000-\u001f\ud800-\udfff]*$/;

/** JSON text of a string. Lone surrogates, which PostgreSQL refuses, become U+FFFD. */
export function jsonString(text: string): string {
  return PLAIN_JSON.test(text) ? `"${text}"` : JSON.stringify(text.toWellFormed());
}
