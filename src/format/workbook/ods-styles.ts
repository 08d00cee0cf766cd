import { type NumberReading, PLAIN_NUMBER } from './number-format.js';

const MAX_STYLES = 100_000;

/** How the styles of an OpenDocument spreadsheet show numbers, and which of its tables they hide. */
export class OdsStyles {
  readonly #hidden = new Set<string>();
  /** Formats by their names. */
  readonly #formats = new Map<string, NumberReading>();
  /** Formats of the styles of cells. */
  readonly #formatOf = new Map<string, string>();
  #style = '';
  #format = '';

  open(name: string, tag: ReadonlyMap<string, string>, parent: string): void {
    switch (name) {
      case 'style':
        this.#style = tag.get('style:name') ?? '';
        if (tag.get('style:family') === 'table-cell' && this.#formatOf.size < MAX_STYLES)
          this.#formatOf.set(this.#style, tag.get('style:data-style-name') ?? '');
        return;
      case 'table-properties':
        if (tag.get('table:display') === 'false') this.#hidden.add(this.#style);
        return;
      case 'date-style':
      case 'time-style':
      case 'number-style':
        this.#format = tag.get('style:name') ?? '';
        if (this.#formats.size < MAX_STYLES) this.#formats.set(this.#format, readingOf(name, tag));
        return;
      default:
        if (parent.endsWith('-style')) this.#addElement(name, tag);
    }
  }

  isVisible(table: string | undefined): boolean {
    return !this.#hidden.has(table ?? '');
  }

  /** @param style of a cell */
  readingOf(style: string | undefined): NumberReading {
    return this.#formats.get(this.#formatOf.get(style ?? '') ?? '') ?? PLAIN_NUMBER;
  }

  #addElement(name: string, tag: ReadonlyMap<string, string>): void {
    const format = this.#formats.get(this.#format);
    const digits = Number(tag.get('number:min-integer-digits'));
    if (format === undefined) return;
    if ('hasTime' in format && /^(?:hours|minutes|seconds)$/.test(name))
      this.#formats.set(this.#format, {
        ...format,
        hasTime: true,
        hasSeconds: format.hasSeconds || name === 'seconds',
      });
    else if (format.kind === 'number' && name === 'number' && digits >= 2 && digits <= 15)
      if (Number(tag.get('number:decimal-places') ?? 0) === 0 && tag.get('number:grouping') !== 'true')
        this.#formats.set(this.#format, { kind: 'padded', pattern: '0'.repeat(digits), digits });
  }
}

function readingOf(name: string, tag: ReadonlyMap<string, string>): NumberReading {
  if (name === 'number-style') return PLAIN_NUMBER;
  if (name === 'date-style') return { kind: 'date', hasTime: false, hasSeconds: false };
  const isElapsed = tag.get('number:truncate-on-overflow') === 'false';
  return { kind: isElapsed ? 'elapsed' : 'time', hasTime: true, hasSeconds: false };
}
