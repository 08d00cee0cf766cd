import { csvText } from './csv-text.js';
import { MOST_TEXT_BYTES, type StringStore } from './string-store.js';
import { MAX_TOKEN, type XmlHandler } from './xml-scanner.js';
import { decodeText } from './xml-text.js';

/**
 * More than the 32,000 characters of a cell have in UTF-8: what is cut is too long all the same. Quoted, such
 * a text fits in the store.
 */
export const MOST_RAW_BYTES = MOST_TEXT_BYTES / 2 - 2;

/** A text as it stands in CSV. @param raw as it stands in XML */
export const sharedText = (raw: string): Buffer =>
  Buffer.from(csvText(decodeText(raw).slice(0, MOST_RAW_BYTES)), 'latin1');

/** Puts the texts that cells name by number into a store, ready to stand in CSV. */
export class SharedStringsReader implements XmlHandler {
  readonly #store: StringStore;
  #text = '';
  #isText = false;

  constructor(store: StringStore) {
    this.#store = store;
  }

  open(name: string, _tag: string, parent: string): void {
    this.#isText = name === 't' && (parent === 'si' || parent === 'r');
  }

  close(name: string, parent: string): void {
    if (name === 't') this.#isText = false;
    if (name !== 'si' || parent !== 'sst') return;
    this.#store.add(sharedText(this.#text));
    this.#text = '';
  }

  text(raw: string): void {
    // The runs of a text are as many as a file likes.
    if (this.#isText && this.#text.length < MAX_TOKEN) this.#text += raw;
  }
}
