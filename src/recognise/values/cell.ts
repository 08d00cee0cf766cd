import { fold } from '../fold.js';
import { isPostalCode } from './postal.js';

const LETTER = /\p{L}/u;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;
const ASCII_BETWEEN_WORDS = /[^a-z\d]+/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is meant
const ASCII = /^[\x00-\x7f]*$/;

/** A cell with the forms that several tests need; each is computed once, and only when a test asks. */
export class Cell {
  readonly text: string;
  readonly hasLetter: boolean;
  readonly hasDigit: boolean;
  #folded: string | undefined;
  #words: readonly string[] | undefined;
  #key: string | undefined;
  #isPostal: boolean | undefined;

  constructor(text: string) {
    this.text = text;
    this.hasLetter = LETTER.test(text);
    this.hasDigit = /\d/.test(text);
  }

  /** Lower case, no accents. */
  get folded(): string {
    this.#folded ??= fold(this.text);
    return this.#folded;
  }

  /** Runs of letters and digits of the folded text. */
  get words(): readonly string[] {
    // Unicode classes cost four times as much, and most cells do without.
    this.#words ??= this.folded
      .split(ASCII.test(this.folded) ? ASCII_BETWEEN_WORDS : BETWEEN_WORDS)
      .filter((word) => word !== '');
    return this.#words;
  }

  /** Written as a postal code is in some country. */
  get isPostal(): boolean {
    this.#isPostal ??= this.hasDigit && isPostalCode(this.text);
    return this.#isPostal;
  }

  /** The words with one blank between: the key of a place name. */
  get key(): string {
    this.#key ??= this.words.join(' ');
    return this.#key;
  }
}
