import { isAscii } from 'node:buffer';
import { type ExactField, LAST_COLUMN } from '../../schema/import-fields.js';
import { EXTRA_MEMBERS } from '../../schema/marker-terms.js';
import { unescapeCopyText } from '../cells/copy-text.js';
import { LEADING_COLUMNS, UPDATED_HEADER } from '../exported-file.js';
import { csvCell, csvLine } from './csv-cell.js';
import { FieldCells } from './field-cells.js';

const EXTRAS: ReadonlySet<string> = new Set(EXTRA_MEMBERS);

function expressionOf([, field]: readonly [header: string, field: ExactField]): string {
  // An area whose minutes were an option of its import has them as a cell, so that it is the same when
  // imported again.
  if (field === 'drive_time')
    return `coalesce(extras ->> 'drive_time', CASE WHEN area IS NOT NULL THEN split_part(region_source, '/', 3) END)`;
  if (EXTRAS.has(field)) return `extras ->> '${field}'`;
  return field === 'marker_type' ? 'type' : field;
}

/** SQL of a time as answers have it. */
export const timeText = (expression: string): string =>
  `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * SQL of the columns of `markers` that `formatRows` is given, in its order: that of the file, all custom
 * fields in one.
 */
export const ROW_EXPRESSIONS: readonly string[] = [
  ...LEADING_COLUMNS.map(expressionOf).toSpliced(-1, 0, timeText('coalesce(updated_at, created_at)')),
  'custom_fields',
  expressionOf(LAST_COLUMN),
];

export const formatHeader = (customFields: readonly string[]): Buffer =>
  Buffer.from(csvLine([...LEADING_HEADERS, ...customFields, LAST_COLUMN[0]]));

const LEADING_HEADERS = LEADING_COLUMNS.map(([header]) => header).toSpliced(-1, 0, UPDATED_HEADER);

/**
 * A cell in the leading columns of a row that must be quoted, unescaped or neutralised. Numbers, coordinates
 * above all, need no care.
 */
const NEEDS_CARE = /[",\\]|(?:^|\t)(?:['=+@]|-(?!\d+(?:\.\d+)?(?:\t|$)))/;

/**
 * Whole rows of COPY text (ROW_EXPRESSIONS, nulls empty) as lines of CSV. Rows whose leading cells need no
 * care are taken as they are, commas for tabs (COPY writes a tab within a cell as `\t`): cell by cell they
 * took almost three times as long.
 * @param copyText overwritten
 * @throws Error when a row has a custom field that is not among `customFields`: a file without it would not
 * be whole
 */
export function formatRows(copyText: Buffer, customFields: readonly string[]): Uint8Array<ArrayBuffer> {
  const encoding = isAscii(copyText) ? 'latin1' : 'utf8';
  const text = copyText.toString(encoding);
  for (let i = 0; i < copyText.length; i++) if (copyText[i] === TAB) copyText[i] = COMMA;
  const withCommas = copyText.toString(encoding);
  const fields = new FieldCells(customFields);
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const lastTab = text.lastIndexOf('\t', end);
    const fieldsTab = text.lastIndexOf('\t', lastTab - 1);
    const leading = text.slice(start, fieldsTab);
    const cells = NEEDS_CARE.test(leading)
      ? `${leading.split('\t').map(cellOf).join()},`
      : withCommas.slice(start, fieldsTab + 1);
    const json = unescapeCopyText(text.slice(fieldsTab + 1, lastTab));
    lines.push(`${cells}${fields.format(json)}${cellOf(text.slice(lastTab + 1, end))}\r\n`);
    start = end + 1;
  }
  // In memory of its own, which can be handed to another thread.
  return new TextEncoder().encode(lines.join(''));
}

const TAB = 9;
const COMMA = 44;

const cellOf = (text: string): string => csvCell(unescapeCopyText(text));
