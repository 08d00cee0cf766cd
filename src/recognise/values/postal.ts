/**
 * Postal codes as countries write them (Universal Postal Union, addressing formats by country); a bare number
 * of 4 to 6 digits is one in most of the world.
 */
const SHAPES: readonly RegExp[] = [
  /^\d{4,6}$/, // most of Europe, US (leading zero lost), IN, CN, RU
  /^\d{5}-\d{4}$/, // US ZIP+4
  /^\d{9}$/, // US ZIP+4 without its hyphen
  /^[A-Z]\d[A-Z][ -]?\d[A-Z]\d$/i, // CA
  /^[A-Z]{1,2}\d[A-Z\d]?(?: ?\d[A-Z]{2})?$/i, // GB, also the outward half alone
  /^\d{4} ?[A-Z]{2}$/i, // NL
  /^\d{2}\.?\d{3}-?\d{3}$/, // BR
  /^\d{4}-\d{3}$/, // PT
  /^\d{2}-\d{3}$/, // PL
  /^\d{3} \d{2}$/, // SE, CZ, SK, GR
  /^\d{3}-\d{4}$/, // JP
  /^[A-Z]\d{2}[ ]?[A-Z\d]{4}$/i, // IE
  /^[A-Z]{1,3}-\d{4,5}$/i, // D-12345, A-1010, CH-8001, B-1000
  /^[A-Z]\d{4}(?:[A-Z]{3})?$/i, // AR, also the old number behind its province
  /^\d{4,5}\.0$/, // read as a float by a careless program
  /^(?:AD\d{3}|(?:AZ|BB|LT|LV|MD|SI)[- ]?\d{4,5})$/, // with the country's letters
  /^[A-Z]{2} \d{5}(?:-\d{4})?$/, // US state in front
];

/** `1949 EC Wijk aan Zee`, `73430 Aalen`: the line below the street. */
export const isCodeWithTown = (text: string): boolean =>
  /^(?:[A-Z]{1,3}-)?\d{4,5}(?: ?[A-Z]{2})?,? {1,2}\p{Lu}[\p{L}'’.-]{2}/u.test(text);

export const isPostalCode = (text: string): boolean =>
  text.length <= 12 && /\d/.test(text) && SHAPES.some((shape) => shape.test(text));
