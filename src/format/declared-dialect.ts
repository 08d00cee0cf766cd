import { Type } from 'typebox';
import { quote } from '../base/cut.js';
import { badRequest } from '../base/errors.js';

/** Dialect and encoding of a CSV file, as its sender declares them. */
export interface DeclaredDialect {
  /** One ASCII character, or null: to be found. */
  readonly delimiter: string | null;
  /** One ASCII character; '' when cells are never quoted. */
  readonly quote: string;
  /** Takes what follows it within quotes for text. The same as `quote` where quotes are doubled. */
  readonly escape: string;
  /** The sender declares the escape: it need not be found. */
  readonly isEscapeKnown?: true;
  /** Lines that begin with it are no records. '' when there are none. */
  readonly comment: string;
  /** Label of a charset, or null: what the content type says. */
  readonly encoding: string | null;
}

export const NOTHING_DECLARED: DeclaredDialect = {
  delimiter: null,
  quote: '"',
  escape: '"',
  comment: '',
  encoding: null,
};

const character = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));

/**
 * Import options for who knows the file. Their values are judged by `readDialect`, whose messages are for
 * people.
 */
export const dialectOptions = {
  delimiter: character(
    'CSV: separator of cells, one ASCII character; `tab` and `\\t` stand for a tab. Default: comma, semicolon, tab or pipe, found in the first records.',
  ),
  quote: character(
    'CSV: quote around cells, one ASCII character; empty when cells are never quoted. Default: a double quote.',
  ),
  escape: character(
    'CSV: escape before a quote within a quoted cell, one ASCII character. Default: the quote itself (doubled quotes), or a backslash where the first records show that.',
  ),
  comment: character(
    'CSV: ASCII character at the start of comment lines, which are left out. Default: no comment lines.',
  ),
  encoding: character(
    'CSV: charset of the file, such as `windows-1250` or `shift_jis`. It takes precedence over the charset of the content type; a byte order mark takes precedence over both. Default: UTF-8, or the charset under which its letters are likeliest (Windows-1252 in doubt) when most characters beyond ASCII are not valid UTF-8.',
  ),
};

type DialectOptions = { readonly [name in keyof typeof dialectOptions]?: string };

/** The names of the options of this kind that are given. */
export const declaredNames = (given: DialectOptions): string[] =>
  Object.keys(dialectOptions).filter((name) => given[name as keyof DialectOptions] !== undefined);

/**
 * @throws AppError BAD_REQUEST when a value is no ASCII character, or two of them are the same where they
 * must differ
 */
export function readDialect(given: DialectOptions): DeclaredDialect {
  const delimiter = given.delimiter === undefined ? null : oneCharacter('delimiter', given.delimiter);
  const quote = given.quote === undefined ? '"' : given.quote && oneCharacter('quote', given.quote);
  const escapes = given.escape === undefined ? quote : oneCharacter('escape', given.escape);
  const comment = given.comment === undefined ? '' : oneCharacter('comment', given.comment);
  if (quote === '' && escapes !== '') throw badRequest('escape needs a quote: it counts within quotes only');
  // The rewriter quotes cells with it.
  if (delimiter === '"') throw badRequest('delimiter must not be a double quote');
  const ownEscape = escapes === quote ? '' : escapes;
  const parts = { delimiter: delimiter ?? '', quote, escape: ownEscape, comment };
  const roles = Object.entries(parts).filter(([, value]) => value !== '');
  for (const [i, [name, value]] of roles.entries()) {
    const other = roles.slice(0, i).find(([, earlier]) => earlier === value);
    if (other) throw badRequest(`${other[0]} and ${name} must not be the same character`);
  }
  if (given.encoding === '') throw badRequest('encoding must name a charset');
  const known = given.escape === undefined ? {} : { isEscapeKnown: true as const };
  return { delimiter, quote, escape: escapes, ...known, comment, encoding: given.encoding ?? null };
}

function oneCharacter(name: string, value: string): string {
  if (value === 'tab' || value === '\\t') return '\t';
  const code = value.charCodeAt(0);
  if (value.length === 1 && code >= 0x01 && code <= 0x7f && value !== '\n' && value !== '\r') return value;
  const empty = name === 'quote' ? ', or empty for none' : '';
  const tab = name === 'delimiter' ? ' ("tab" stands for a tab)' : '';
  const shown = quote(value, 20);
  throw badRequest(`${name} must be one ASCII character${tab}${empty}, other than a line end; got ${shown}`);
}
