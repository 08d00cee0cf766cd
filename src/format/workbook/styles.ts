import { type NumberReading, readFormat } from './number-format.js';
import { attribute, type XmlHandler } from './xml-scanner.js';
import { decodeEntities } from './xml-text.js';

/** Excel's own limits are 65,490 and some hundreds. */
const MAX_STYLES = 100_000;
const MAX_FORMATS = 10_000;

/**
 * Gathers from a part of styles how numbers are to be read, by the index that cells name their style with.
 */
export class StylesReader implements XmlHandler {
  readonly readings: NumberReading[] = [];
  readonly #formats = new Map<number, NumberReading>();
  readonly #codes = new Map<number, string>();

  open(name: string, tag: string, parent: string): void {
    if (name === 'numFmt' && parent === 'numFmts' && this.#codes.size < MAX_FORMATS)
      this.#codes.set(Number(attribute(tag, 'numFmtId')), decodeEntities(attribute(tag, 'formatCode')));
    else if (name === 'xf' && parent === 'cellXfs' && this.readings.length < MAX_STYLES)
      this.readings.push(this.#reading(Number(attribute(tag, 'numFmtId'))));
  }

  close(): void {}
  text(): void {}

  #reading(id: number): NumberReading {
    const known = this.#formats.get(id);
    if (known !== undefined) return known;
    const reading = readFormat(id, this.#codes.get(id));
    this.#formats.set(id, reading);
    return reading;
  }
}
