// Text format of COPY (PostgreSQL manual, "COPY", File Formats): columns end in a tab, rows in a newline, \N is null,
// and backslash, tab, newline and carriage return are escaped.

const NEEDS_ESCAPE = /[\\\t\n\r]/;
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

export function escapeCopyText(text: string): string {
  return NEEDS_ESCAPE.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPED[character]!) : text;
}

/** What COPY TO writes after a backslash: https://www.postgresql.org/docs/current/sql-copy.html, "Text Format". */
const UNESCAPED: Readonly<Record<string, string>> = {
  '\\': '\\',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** What PostgreSQL or `escapeCopyText` made of a text. */
export const unescapeCopyText = (text: string): string =>
  text.includes('\\') ? text.replace(/\\(.)/g, (_, character: string) => UNESCAPED[character]!) : text;

/** A text column; '' is null. */
export const copyText = (text: string): string => (text === '' ? '\\N' : escapeCopyText(text));

/**
 * Whether nothing in a text needs escaping in COPY or JSON, and nothing is forbidden (NUL): no backslash, no control
 * character but line ends, no quote (so that line ends stand between records only), no surrogate. Asked once for a block, it
 * saves a test of every cell.
 */
export const isPlainText = (text: string): boolean => !NOT_PLAIN.test(text);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what makes a text not plain
const NOT_PLAIN = /[\\"\u0000-\u0009\u000b\u000c\u000e-\u001f\ud800-\udfff]/;
