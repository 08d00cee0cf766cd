import { cut } from '../../base/cut.js';
import { badRequest } from '../../base/errors.js';
import { foreignZip } from './foreign-files.js';
import type { NumberReading } from './number-format.js';
import { parsePart } from './read-part.js';
import { readRelationships } from './relationships.js';
import { StylesReader } from './styles.js';
import { attribute, attributesOf, type XmlHandler } from './xml-scanner.js';
import { decodeText, fromBytes } from './xml-text.js';
import type { ZipParts } from './zip-parts.js';

export interface Sheet {
  readonly name: string;
  readonly isVisible: boolean;
  /** Name of its part. */
  readonly part: string;
}

export interface Workbook {
  /** Tables, in the order of their tabs: neither charts nor dialogues. */
  readonly sheets: readonly Sheet[];
  readonly is1904: boolean;
  readonly readings: readonly NumberReading[];
  /** null: there are none. */
  readonly stringsPart: string | null;
}

/** Excel's are bounded by memory; the largest that were seen have some hundreds. */
const MAX_SHEETS = 5000;
/** Characters of the name of a sheet; Excel allows 31, other programs more. */
const MAX_NAME = 100;

class WorkbookReader implements XmlHandler {
  /** With all that may be the id of a relationship: the prefix of that is any. */
  readonly sheets: { name: string; isVisible: boolean; ids: readonly string[] }[] = [];
  is1904 = false;
  root = '';

  open(name: string, tag: string, parent: string): void {
    this.root ||= name;
    if (name === 'workbookPr' && parent === 'workbook')
      this.is1904 = /^(?:1|true)$/.test(attribute(tag, 'date1904'));
    if (name !== 'sheet' || parent !== 'sheets') return;
    const isVisible = /^(?:|visible)$/.test(attribute(tag, 'state'));
    this.sheets.push({
      name: cut(fromBytes(decodeText(attribute(tag, 'name'))), MAX_NAME),
      isVisible,
      ids: [...attributesOf(tag)].flatMap(([attribute, id]) => (attribute.endsWith(':id') ? [id] : [])),
    });
    if (this.sheets.length > MAX_SHEETS) throw badRequest(`The workbook has over ${MAX_SHEETS} sheets`);
  }

  close(): void {}
  text(): void {}
}

/**
 * Reads the frame of a workbook: its sheets, styles and date system, but neither texts nor rows.
 * @throws AppError BAD_REQUEST when the archive is no workbook, saying what it is, or a damaged one
 */
export async function openWorkbook(zip: ZipParts): Promise<Workbook> {
  const main = (await readRelationships(zip, '')).find(({ type }) => type === 'officeDocument');
  const part = main?.target ?? 'xl/workbook.xml';
  if (!/\.xml$/i.test(part) || /^(?:word|ppt)\//i.test(part)) throw await foreignZip(zip);
  if (!zip.has(part)) throw await foreignZip(zip);
  const reader = new WorkbookReader();
  await parsePart(zip, part, reader);
  if (reader.root !== 'workbook') throw await foreignZip(zip);
  const related = await readRelationships(zip, part);
  const partOf = async (type: string): Promise<string | null> => {
    const target = related.find((relationship) => relationship.type === type)?.target;
    return target !== undefined && (await zip.hasIntact(target)) ? target : null;
  };
  const tables = new Map(
    related.filter(({ type }) => type === 'worksheet').map(({ id, target }) => [id, target]),
  );
  const sheets = reader.sheets.flatMap(({ ids, name, isVisible }): Sheet[] => {
    const target = ids.map((id) => tables.get(id)).find((part) => part !== undefined);
    return target === undefined ? [] : [{ name, isVisible, part: target }];
  });
  if (sheets.length === 0) throw badRequest('The workbook has no sheet with a table');
  const styles = new StylesReader();
  const stylesPart = await partOf('styles');
  if (stylesPart !== null) await parsePart(zip, stylesPart, styles);
  const stringsPart = await partOf('sharedStrings');
  return { sheets, is1904: reader.is1904, readings: styles.readings, stringsPart };
}
