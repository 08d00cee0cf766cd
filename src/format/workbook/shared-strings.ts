import { csvText } from './csv-text.js';
import type { StringStore } from './string-store.js';
import type { XmlHandler } from './xml-scanner.js';
import { decodeText } from './xml-text.js';

/** Puts the texts that cells name by number into a store, ready to stand in CSV. */
export class SharedStringsReader implements XmlHandler {
  readonly #store: StringStore;
  #text = '';
  #isText = false;
  #isPhonetic = false;

  constructor(store: StringStore) {
    this.#store = store;
  }

  open(name: string): void {
    if (name === 't') this.#isText = !this.#isPhonetic;
    else if (name === 'rPh') this.#isPhonetic = true;
  }

  close(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'si') {
      this.#store.add(Buffer.from(csvText(decodeText(this.#text)), 'latin1'));
      this.#text = '';
    }
  }

  text(raw: string): void {
    if (this.#isText) this.#text += raw;
  }
}
