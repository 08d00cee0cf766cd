const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A character as its UTF-8 bytes, a character each. */
const asBytes = (code: number): string =>
  code < 0x80
    ? String.fromCharCode(code)
    : Buffer.from(String.fromCodePoint(code), 'utf8').toString('latin1');

const isCharacter = (code: number): boolean => code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);

/**
 * Text of XML without its entities. Others than the five and numbers cannot stand in a document without a
 * DTD: they stay.
 */
export const decodeEntities = (raw: string): string =>
  raw.includes('&')
    ? raw.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g, (whole, decimal, hex, name) => {
        if (name !== undefined) return ENTITIES[name] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
        return isCharacter(code) ? asBytes(code) : whole;
      })
    : raw;

/**
 * Text of a cell: `_x000D_` stands for a character that XML cannot hold, `_x005F_` for an underscore before
 * such a thing.
 */
export function decodeText(raw: string): string {
  // XML itself has no carriage returns but by reference.
  let text = decodeEntities(raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw);
  if (text.includes('_x'))
    text = text.replace(/_x([\da-fA-F]{4})_/g, (whole, hex) => {
      const code = Number.parseInt(hex, 16);
      return isCharacter(code) ? asBytes(code) : whole;
    });
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Decodes UTF-8 that was read as latin1. */
export const fromBytes = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');

/** UTF-8 of a text, a character each byte. */
export const toBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
