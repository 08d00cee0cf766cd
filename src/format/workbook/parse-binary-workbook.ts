import { createRequire } from 'node:module';
import type { BinaryWorkbook, Book, ParsedWorkbook, Worksheet } from './binary-workbook.js';
import { MAX_ROWS } from './sheet-records.js';

/**
 * Functions that are used of it: its types leave out these functions, which read what is unpacked already.
 */
interface SheetJs {
  readonly CFB: {
    read(bytes: Buffer, options: object): object;
    readonly utils: {
      cfb_new(): object;
      cfb_add(container: object, name: string, bytes: Buffer): void;
    };
  };
  parse_xlscfb(container: object, options: object): Book;
  parse_zip(container: object, options: object): Book;
}

const load = createRequire(import.meta.url);

/**
 * Cells without texts of their own, as they show numbers as the country of a computer does; styles say which
 * columns are hidden.
 */
const OPTIONS = {
  type: 'buffer',
  dense: true,
  cellFormula: false,
  cellHTML: false,
  cellText: false,
  cellNF: true,
  cellStyles: true,
};
const MAX_COLUMNS = 16_384;
const OLE = Buffer.from('\xd0\xcf\x11\xe0', 'latin1');

/**
 * Reads a workbook by SheetJS, which throws anything. Only for a process of its own: some files make it take
 * all memory there is.
 */
export function parseBinaryWorkbook(file: BinaryWorkbook): ParsedWorkbook {
  try {
    return { book: slimmed(parse(load('@e965/xlsx') as SheetJs, file)) };
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) };
  }
}

function parse({ CFB, parse_xlscfb, parse_zip }: SheetJs, file: BinaryWorkbook): Book {
  if ('bytes' in file) {
    const bytes = Buffer.from(file.bytes);
    const isOle = bytes.subarray(0, 4).equals(OLE);
    return parse_xlscfb(isOle ? CFB.read(bytes, { type: 'buffer' }) : bytes, { ...OPTIONS });
  }
  const container = CFB.utils.cfb_new();
  for (const [name, bytes] of file.parts) CFB.utils.cfb_add(container, name, Buffer.from(bytes));
  return parse_zip(container, { ...OPTIONS });
}

/** Keeps what is read of it. */
function slimmed({ SheetNames, Sheets, Workbook }: Book): Book {
  const hidden = Workbook?.Sheets?.map(({ name, Hidden }) => ({ name: name ?? '', Hidden: Hidden ?? 0 }));
  return {
    SheetNames,
    Sheets: Object.fromEntries(
      SheetNames.flatMap((name) => (Sheets[name] === undefined ? [] : [[name, slimmedSheet(Sheets[name])]])),
    ),
    Workbook: {
      WBProps: { date1904: Workbook?.WBProps?.date1904 === true },
      ...(hidden !== undefined && { Sheets: hidden }),
    },
  };
}

function slimmedSheet(sheet: Worksheet): Worksheet {
  const { '!data': data, '!rows': rows, '!cols': columns, '!merges': merges, '!type': type } = sheet;
  const isHidden = (part: { readonly hidden?: boolean } | undefined): { hidden: boolean } | undefined =>
    part?.hidden === true ? { hidden: true } : undefined;
  return {
    ...(data !== undefined && {
      '!data': data
        // One more row tells that there are too many.
        .slice(0, MAX_ROWS + 1)
        .map((cells) =>
          cells?.slice(0, MAX_COLUMNS).map((cell) =>
            cell === undefined
              ? undefined
              : {
                  t: cell.t,
                  ...(cell.v !== undefined && { v: cell.v }),
                  ...(cell.z !== undefined && { z: cell.z }),
                  ...(cell.l?.Target !== undefined && { l: { Target: String(cell.l.Target) } }),
                },
          ),
        ),
    }),
    ...(rows !== undefined && { '!rows': rows.slice(0, MAX_ROWS).map(isHidden) }),
    ...(columns !== undefined && { '!cols': columns.slice(0, MAX_COLUMNS).map(isHidden) }),
    ...(merges !== undefined && {
      '!merges': merges.map(({ s, e }) => ({ s: { r: s.r, c: s.c }, e: { r: e.r, c: e.c } })),
    }),
    ...(type !== undefined && { '!type': type }),
  };
}
