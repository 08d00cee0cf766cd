import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';
import { createRandom, PLAIN_ROWS } from './seeded-csv.js';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PARTS = {
  '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
  '_rels/.rels': `${HEAD}<Relationships><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships><Relationship Id="rId1" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONSHIPS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
};
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const PIECE_CHARACTERS = 1 << 20;

/**
 * The same rows as `writeSeededCsv` writes of plain rows, as Excel writes them: texts once and by number,
 * numbers as numbers.
 */
export async function writeSeededWorkbook(path: string, rows: number, seed = 1): Promise<void> {
  const file = createWriteStream(path);
  const zip = new Zip((error, data) => {
    if (error) throw error;
    file.write(data);
  });
  const part = (name: string): ZipDeflate => {
    const added = new ZipDeflate(name, { level: 6 });
    zip.add(added);
    return added;
  };
  for (const [name, text] of Object.entries(PARTS)) part(name).push(Buffer.from(text), true);
  const texts = new Map<string, number>();
  await pushAll(part('xl/worksheets/sheet1.xml'), sheet(rows, seed, texts));
  await pushAll(part('xl/sharedStrings.xml'), sharedStrings(texts));
  zip.end();
  file.end();
  await finished(file);
}

/** With time for the file to be written in between. */
async function pushAll(part: ZipDeflate, texts: Iterable<string>): Promise<void> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE_CHARACTERS) continue;
    part.push(Buffer.from(piece));
    piece = '';
    await nextTurn();
  }
  part.push(Buffer.from(piece), true);
}

function* sheet(rows: number, seed: number, texts: Map<string, number>): Generator<string> {
  const random = createRandom(seed);
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rowXml(PLAIN_ROWS.header, 1, texts)}`;
  for (let i = 0; i < rows; i++) yield rowXml(PLAIN_ROWS.line(random, i).trimEnd(), i + 2, texts);
  yield '</sheetData></worksheet>';
}

/** @param line without quotes */
function rowXml(line: string, row: number, texts: Map<string, number>): string {
  const cells = line.split(',').map((cell, i) => {
    const reference = `${String.fromCharCode(65 + i)}${row}`;
    if (NUMBER.test(cell)) return `<c r="${reference}"><v>${Number(cell)}</v></c>`;
    const number = texts.get(cell) ?? texts.size;
    if (number === texts.size) texts.set(cell, number);
    return `<c r="${reference}" t="s"><v>${number}</v></c>`;
  });
  return `<row r="${row}">${cells.join('')}</row>`;
}

function* sharedStrings(texts: ReadonlyMap<string, number>): Generator<string> {
  yield `${HEAD}<sst xmlns="${MAIN}">`;
  for (const text of texts.keys()) yield `<si><t>${text}</t></si>`;
  yield '</sst>';
}
