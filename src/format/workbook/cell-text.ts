import { csvText } from './csv-text.js';
import { type NumberReading, PLAIN_NUMBER } from './number-format.js';
import { formattedText, isoText, numberText } from './number-text.js';
import { decodeText } from './xml-text.js';

/**
 * A cell as it stands in CSV, but for shared texts and errors.
 * @param type as its tag says it; '': a number
 * @param value as it stands in XML, not empty
 */
export function cellText(type: string, value: string, reading: NumberReading, is1904: boolean): string {
  switch (type) {
    case 'str':
    case 'inlineStr':
      return csvText(decodeText(value));
    case 'b':
      return isTrue(value) ? 'TRUE' : 'FALSE';
    case 'd':
      return csvText(isoText(decodeText(value)));
    default: {
      const text = reading === PLAIN_NUMBER ? numberText(value) : formattedText(value, reading, is1904);
      return text ?? csvText(decodeText(value));
    }
  }
}

export const isTrue = (value: string): boolean => value === '1' || value === 'true';
