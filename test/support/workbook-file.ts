import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

export interface HandMade {
  /** Inside of `sheetData`, or the whole part when it begins with `<?xml` or `<worksheet`. */
  readonly sheet?: string;
  /** Parts behind `sheetData`. */
  readonly behind?: string;
  /** Parts before it. */
  readonly before?: string;
  /** Inside of `<si>`, one a text. */
  readonly strings?: readonly string[];
  /**
   * Codes of number formats: the styles 1, 2, 3 … have them, the style 0 has General. A number is that of a
   * built-in format.
   */
  readonly formats?: readonly (string | number)[];
  /** Attributes of `workbookPr`. */
  readonly properties?: string;
  /** Parts behind the sheets in the workbook's own part. */
  readonly inWorkbook?: string;
  /** Parts that take the place of the usual ones; null: the part is missing. */
  readonly parts?: Readonly<Record<string, string | Uint8Array | null>>;
  /** Further sheets, by name: inside of their `sheetData`, and their `state`. */
  readonly more?: readonly { readonly name: string; readonly sheet: string; readonly state?: string }[];
  readonly name?: string;
  readonly state?: string;
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const relationships = (entries: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(
      ([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const sheetPart = (sheet: string, before = '', behind = ''): string =>
  /^<\?xml|^<worksheet/.test(sheet)
    ? sheet
    : `${HEAD}<worksheet xmlns="${MAIN}">${before}<sheetData>${sheet}</sheetData>${behind}</worksheet>`;

function stylesPart(formats: readonly (string | number)[]): string {
  const custom = formats.flatMap((code, i) =>
    typeof code === 'string' ? [`<numFmt numFmtId="${164 + i}" formatCode="${escapeXml(code)}"/>`] : [],
  );
  const ids = formats.map((code, i) => (typeof code === 'string' ? 164 + i : code));
  return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts>${custom.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${ids
    .map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`)
    .join('')}</cellXfs></styleSheet>`;
}

/** The parts of a workbook that is written by hand, as Excel would write it where nothing else is said. */
export function handMadeParts(made: HandMade): Record<string, string | Uint8Array | null> {
  const {
    sheet = '',
    strings,
    formats = [],
    properties = '',
    more = [],
    name = 'Stores',
    state = 'visible',
  } = made;
  const sheets = [{ name, sheet, state }, ...more];
  const parts: Record<string, string | Uint8Array | null> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><workbookPr ${properties}/><sheets>${sheets
      .map(
        ({ name, state = 'visible' }, i) =>
          `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" state="${state}" r:id="rId${i + 1}"/>`,
      )
      .join('')}</sheets>${made.inWorkbook ?? ''}</workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map((_, i) => [`rId${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`] as const),
      ['rId901', 'styles', 'styles.xml'],
      ...(strings ? [['rId902', 'sharedStrings', 'sharedStrings.xml'] as const] : []),
    ]),
    'xl/styles.xml': stylesPart(formats),
    'xl/worksheets/sheet1.xml': sheetPart(sheet, made.before, made.behind),
  };
  for (const [i, { sheet }] of more.entries()) parts[`xl/worksheets/sheet${i + 2}.xml`] = sheetPart(sheet);
  if (strings)
    parts['xl/sharedStrings.xml'] =
      `${HEAD}<sst xmlns="${MAIN}">${strings.map((inside) => `<si>${inside}</si>`).join('')}</sst>`;
  return { ...parts, ...made.parts };
}

/** A zip archive of files in their order; null leaves one out. */
export const zipOf = (files: Readonly<Record<string, string | Uint8Array | null>>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).flatMap(([name, content]) =>
          content === null ? [] : [[name, typeof content === 'string' ? Buffer.from(content) : content]],
        ),
      ),
    ),
  );

export const handMadeWorkbook = (made: HandMade): Buffer => zipOf(handMadeParts(made));

/** Rows of inline texts and numbers, from A1 on. */
export const rowsXml = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows
    .map(
      (cells, i) =>
        `<row r="${i + 1}">${cells
          .map((cell, j) => {
            const ref = `${String.fromCharCode(65 + j)}${i + 1}`;
            if (cell === null) return '';
            return typeof cell === 'number'
              ? `<c r="${ref}"><v>${cell}</v></c>`
              : `<c r="${ref}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
          })
          .join('')}</row>`,
    )
    .join('');

/** A file with these bytes, open for as long as the work takes. */
export async function withFile<T>(
  bytes: Uint8Array,
  work: (file: FileHandle, directory: string) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'cartload-workbook-'));
  try {
    const path = join(directory, 'file');
    await writeFile(path, bytes);
    const file = await open(path, 'r');
    try {
      return await work(file, directory);
    } finally {
      await file.close();
    }
  } finally {
    await rm(directory, { recursive: true });
  }
}
