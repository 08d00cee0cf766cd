import { cut } from '../../base/cut.js';
import { LINE_COLUMNS, LINE_TEXTS } from '../../schema/marker-columns.js';
import { type CopyLine, readCopyLine } from '../prepare/copy-line.js';

/** Characters of a text that is shown. */
export const SHOWN_CHARACTERS = 1000;
/** Bytes of the custom fields of a row, as JSON, that are shown: with 20 rows 1.3 MB. */
const SHOWN_FIELD_BYTES = 64 << 10;

/** A row as it would become a marker, in part where it is long. */
export interface SampleRow {
  record: number;
  columns: CopyLine;
  customFields: Record<string, string>;
  extras: Record<string, string>;
  /** A text of it is cut, or fields are left out. */
  isCut: boolean;
}

/**
 * Runs on a thread: a record of 8 MiB may have 5,000 fields, or one that is long.
 * @param line of COPY text
 */
export function sampleRow(record: number, line: string): SampleRow {
  const columns = { ...readCopyLine(line, LINE_COLUMNS) };
  let isCut = false;
  const shown = (text: string): string => {
    isCut ||= text.length > SHOWN_CHARACTERS;
    return cut(text, SHOWN_CHARACTERS);
  };
  const readFields = (json: string | null, mostBytes: number): Record<string, string> => {
    const fields: Record<string, string> = {};
    let bytes = 0;
    for (const [name, value] of Object.entries(json === null ? {} : (JSON.parse(json) as typeof fields))) {
      const field = [shown(name), shown(value)] as const;
      bytes += Buffer.byteLength(JSON.stringify(field));
      if (bytes > mostBytes) {
        isCut = true;
        break;
      }
      Object.defineProperty(fields, field[0], { value: field[1], enumerable: true });
    }
    return fields;
  };
  const customFields = readFields(columns.custom_fields, SHOWN_FIELD_BYTES);
  const extras = readFields(columns.extras, Number.POSITIVE_INFINITY);
  for (const column of ['name', ...LINE_TEXTS] as const) {
    const text = columns[column];
    if (text !== null) columns[column] = shown(text);
  }
  // Cells that are not shown need not be sent.
  Object.assign(columns, { custom_fields: null, extras: null, area: null, address_key: null });
  return { record, columns, customFields, extras, isCut };
}
