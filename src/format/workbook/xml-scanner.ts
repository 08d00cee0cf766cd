import { badRequest } from '../../base/errors.js';

/**
 * Hears of the elements of a document in their order, without those of another namespace than the root's and
 * all that is within them or within an `extLst`: a part may hold a vendor's element by any name anywhere.
 * Names come without their prefix.
 */
export interface XmlHandler {
  /**
   * @param tag all between the angle brackets
   * @param parent '': it is the root
   */
  open(name: string, tag: string, parent: string): void;
  close(name: string, parent: string): void;
  /** @param raw as it stands in the document, entities included */
  text(raw: string): void;
}

const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const BANG = 33;
const QUESTION = 63;
const EQUALS = 61;
const GREATER = 62;

const MAX_DEPTH = 100;
/** One tag or text. Excel's own texts have 32,767 characters. */
export const MAX_TOKEN = 8 << 20;
const CDATA = '![CDATA[';
const EXTENSIONS = 'extLst';
const DECLARATION = 'xmlns';
const NONE: ReadonlySet<string> = new Set();

/** Namespaces that an element declares, by prefix. */
interface Scope {
  readonly depth: number;
  readonly namespaces: ReadonlyMap<string, string>;
}

/**
 * Reads XML that comes in chunks, as events. Bytes are characters here (latin1), so that chunk borders may
 * cut UTF-8 sequences and all texts go out as the bytes that came in. Knows no DTD, so that entities are
 * those of XML itself.
 *
 * Measured on Node 20.20, one thread, 100 MB of a worksheet, handlers that do nothing: 245 MB/s, saxes 6 90.
 * Tags go out unread, as most attributes are of no interest. With all that is done for 1,000,000 rows of 10
 * columns (386 MB, inflating included) 66 MB/s: `PlainFirst` leaves it little to do.
 */
export class XmlScanner {
  readonly #handler: XmlHandler;
  readonly #part: string;
  readonly #others: ReadonlySet<string>;
  /** The token that the chunks so far have not ended. */
  #rest = '';
  /** Names of the open elements with their prefixes. */
  readonly #open: string[] = [];
  /** Names without prefixes of those of which the handler heard. */
  readonly #heard: string[] = [];
  readonly #scopes: Scope[] = [];
  /** Namespace of the root. */
  #namespace: string | null = null;

  /**
   * @param part of the package, for messages
   * @param others namespaces of which the handler hears besides the root's
   */
  constructor(handler: XmlHandler, part: string, others: ReadonlySet<string> = NONE) {
    this.#handler = handler;
    this.#part = part;
    this.#others = others;
  }

  /** @throws AppError BAD_REQUEST when it is not well-formed, or has a DTD */
  push(chunk: Buffer): void {
    const text = this.#rest + chunk.toString('latin1');
    let at = 0;
    for (;;) {
      const less = text.indexOf('<', at);
      if (less === -1) break;
      const end = endOfMarkup(text, less + 1);
      if (end === -1) break;
      if (less > at) this.#text(text.slice(at, less));
      this.#markup(text, less + 1, end);
      at = end + 1;
    }
    this.#rest = at === 0 ? text : text.slice(at);
    if (this.#rest.length > MAX_TOKEN) throw this.#damaged('holds a text that is far too long');
  }

  /**
   * Tells whether all so far is read, the elements by these names are open, from the root, and names without
   * a prefix are of their namespace.
   */
  restsIn(names: readonly string[]): boolean {
    return (
      this.#rest === '' &&
      this.#open.length === names.length &&
      this.#heard.length === names.length &&
      names.every((name, i) => name === this.#heard[i]) &&
      this.#namespaceOf('') === this.#namespace
    );
  }

  /** @throws AppError BAD_REQUEST when the document is not complete */
  finish(): void {
    if (this.#namespace === null || this.#open.length > 0 || this.#rest.trim() !== '')
      throw this.#damaged('ends too early');
  }

  /** Tells whether the handler has heard of all open elements. */
  get #hears(): boolean {
    return this.#heard.length === this.#open.length;
  }

  #text(raw: string): void {
    if (this.#hears && this.#open.length > 0) this.#handler.text(raw);
  }

  /** @param end of its last angle bracket */
  #markup(text: string, start: number, end: number): void {
    const first = text.charCodeAt(start);
    if (first === SLASH) this.#closeTag(nameAt(text, start + 1, end));
    else if (first === BANG) this.#declaration(text.slice(start, end));
    else if (first !== QUESTION) this.#openTag(text, start, end);
  }

  #openTag(text: string, start: number, end: number): void {
    const isEmpty = text.charCodeAt(end - 1) === SLASH;
    const name = nameAt(text, start, isEmpty ? end - 1 : end);
    const tag = text.slice(start, end);
    if (tag.includes(DECLARATION)) this.#declare(tag);
    const namespace = this.#namespaceOf(name.slice(0, Math.max(0, name.indexOf(':'))));
    this.#namespace ??= namespace;
    const local = localName(name);
    const isHeard = namespace === this.#namespace || this.#others.has(namespace);
    if (this.#hears && isHeard && local !== EXTENSIONS) {
      this.#handler.open(local, tag, this.#heard.at(-1) ?? '');
      this.#heard.push(local);
    }
    this.#open.push(name);
    if (isEmpty) this.#close();
    else if (this.#open.length > MAX_DEPTH) throw this.#damaged('is nested too deeply');
  }

  #closeTag(name: string): void {
    if (this.#open.at(-1) !== name) throw this.#damaged(`closes <${name.slice(0, 40)}>, which is not open`);
    this.#close();
  }

  #close(): void {
    if (this.#hears) this.#handler.close(this.#heard.pop()!, this.#heard.at(-1) ?? '');
    this.#open.pop();
    if (this.#scopes.at(-1)?.depth === this.#open.length) this.#scopes.pop();
  }

  #declare(tag: string): void {
    const namespaces = new Map<string, string>();
    for (const [name, value] of attributesOf(tag))
      if (name === DECLARATION) namespaces.set('', value);
      else if (name.startsWith(`${DECLARATION}:`)) namespaces.set(name.slice(DECLARATION.length + 1), value);
    if (namespaces.size > 0) this.#scopes.push({ depth: this.#open.length, namespaces });
  }

  /** @returns the prefix itself where nothing declares it */
  #namespaceOf(prefix: string): string {
    for (let i = this.#scopes.length - 1; i >= 0; i--) {
      const namespace = this.#scopes[i]!.namespaces.get(prefix);
      if (namespace !== undefined) return namespace;
    }
    return prefix;
  }

  #declaration(markup: string): void {
    if (markup.startsWith(CDATA)) this.#text(markup.slice(CDATA.length, -2).replaceAll('&', '&amp;'));
    else if (!markup.startsWith('!--'))
      throw this.#damaged('has a document type declaration, which no workbook needs');
  }

  #damaged = (what: string) => badRequest(`The workbook is damaged: its part ${this.#part} ${what}`);
}

/** The `>` that ends the markup which begins behind a `<`; -1: it is not in this text. */
function endOfMarkup(text: string, start: number): number {
  if (text.charCodeAt(start) === BANG) {
    if (text.startsWith('!--', start)) return endAfter(text, '-->', start + 3);
    if (text.startsWith(CDATA, start)) return endAfter(text, ']]>', start + CDATA.length);
    // The chunk may cut what would tell them apart.
    if (text.length - start < CDATA.length) return -1;
  }
  let quote = 0;
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === GREATER) return i;
    else if (code === QUOTE || code === APOSTROPHE) quote = code;
  }
  return -1;
}

function endAfter(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from);
  return found === -1 ? -1 : found + what.length - 1;
}

/** The name that begins there, with its prefix. */
function nameAt(text: string, start: number, end: number): string {
  let at = start;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === SLASH) break;
  }
  return text.slice(start, at);
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Attributes of a tag, by their names with prefixes, their values as they stand in the document: in one pass,
 * as a tag has any number.
 */
export function* attributesOf(tag: string): Generator<[name: string, value: string]> {
  let at = skipName(tag, 0);
  for (;;) {
    while (tag.charCodeAt(at) <= 32) at++;
    const start = at;
    at = skipName(tag, at);
    if (at === start) return;
    const name = tag.slice(start, at);
    const equals = tag.indexOf('=', at);
    if (equals === -1) return;
    at = equals + 1;
    while (tag.charCodeAt(at) <= 32) at++;
    const end = tag.indexOf(tag[at]!, at + 1);
    if (end === -1) return;
    yield [name, tag.slice(at + 1, end)];
    at = end + 1;
  }
}

/** The raw value of an attribute in a tag, '' when it has none. */
export function attribute(tag: string, wanted: string): string {
  for (const [name, value] of attributesOf(tag)) if (name === wanted) return value;
  return '';
}

function skipName(tag: string, from: number): number {
  let at = from;
  for (; at < tag.length; at++) {
    const code = tag.charCodeAt(at);
    if (code <= 32 || code === SLASH || code === EQUALS) break;
  }
  return at;
}
