/** Ids of a name table: https://learn.microsoft.com/typography/opentype/spec/name */
const COPYRIGHT = 0;
const FAMILY = 1;
const STYLE = 2;
const UNIQUE_ID = 3;
const FULL_NAME = 4;
const POSTSCRIPT_NAME = 6;
const LICENCE = 13;
const HEADER_BYTES = 12;
const RECORD_BYTES = 16;

interface Table {
  tag: string;
  bytes: Buffer;
}

function tablesOf(font: Buffer): Table[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const record = HEADER_BYTES + index * RECORD_BYTES;
    const start = font.readUInt32BE(record + 8);
    return {
      tag: font.toString('latin1', record, record + 4),
      bytes: font.subarray(start, start + font.readUInt32BE(record + 12)),
    };
  });
}

function nameTable(names: ReadonlyMap<number, string>): Buffer {
  const texts = [...names].map(([id, text]) => ({ id, bytes: Buffer.from(text, 'utf16le').swap16() }));
  const head = Buffer.alloc(6 + texts.length * 12);
  head.writeUInt16BE(texts.length, 2);
  head.writeUInt16BE(head.length, 4);
  let offset = 0;
  texts.forEach(({ id, bytes }, index) => {
    // Windows, Unicode, American English.
    [3, 1, 0x409, id, bytes.length, offset].forEach((value, field) => {
      head.writeUInt16BE(value, 6 + index * 12 + field * 2);
    });
    offset += bytes.length;
  });
  return Buffer.concat([head, ...texts.map(({ bytes }) => bytes)]);
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}

function fontOf(tables: readonly Table[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES + tables.length * RECORD_BYTES);
  const power = 2 ** Math.floor(Math.log2(tables.length));
  header.writeUInt32BE(0x00010000, 0);
  [tables.length, power * 16, Math.log2(power), (tables.length - power) * 16].forEach((value, field) => {
    header.writeUInt16BE(value, 4 + field * 2);
  });
  const pieces = tables.map(({ bytes }) => padded(bytes));
  let offset = header.length;
  tables.forEach(({ tag, bytes }, index) => {
    const record = HEADER_BYTES + index * RECORD_BYTES;
    header.write(tag, record, 'latin1');
    header.writeUInt32BE(checksum(pieces[index]!), record + 4);
    header.writeUInt32BE(offset, record + 8);
    header.writeUInt32BE(bytes.length, record + 12);
    offset += pieces[index]!.length;
  });
  return Buffer.concat([header, ...pieces]);
}

/**
 * The same TrueType font under another family name, by which renderers tell it from its sisters; copyright
 * and licence are those given. `head.checkSumAdjustment` is 0: of what reads these files none looks at it.
 */
export function renameFont(
  font: Uint8Array,
  family: string,
  { copyright, licence }: { copyright: string; licence: string },
): Buffer {
  const postscript = family.replaceAll(' ', '');
  const name = nameTable(
    new Map([
      [COPYRIGHT, copyright],
      [FAMILY, family],
      [STYLE, 'Regular'],
      [UNIQUE_ID, postscript],
      [FULL_NAME, family],
      [POSTSCRIPT_NAME, postscript],
      [LICENCE, licence],
    ]),
  );
  const tables = tablesOf(Buffer.from(font)).map((table) => {
    if (table.tag === 'name') return { tag: 'name', bytes: name };
    if (table.tag !== 'head') return table;
    const head = Buffer.from(table.bytes);
    head.writeUInt32BE(0, 8);
    return { tag: 'head', bytes: head };
  });
  return fontOf(tables);
}
