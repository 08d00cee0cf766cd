import { fstat as fstatFd, read as readFd } from 'node:fs';
import { promisify } from 'node:util';
import { badRequest } from '../../base/errors.js';
import type { AnyWorkbook } from './any-workbook.js';
import { assertXls } from './foreign-files.js';
import { OdsWorkbook } from './ods-workbook.js';
import { readRelationships } from './relationships.js';
import { SheetJsWorkbook } from './sheetjs-workbook.js';
import { type WorkbookFile, WorkbookReader } from './workbook-reader.js';
import { ZipParts } from './zip-parts.js';

/** Workbooks of other formats than `.xlsx`, most of which are read in memory at once. */
const MAX_OTHER_BYTES = 64 << 20;

const readBytes = promisify(readFd);
const fstat = promisify(fstatFd);

/**
 * @throws AppError BAD_REQUEST when it is no workbook, saying what it is, or a damaged one. So do its methods
 */
export async function openAnyWorkbook(file: WorkbookFile): Promise<AnyWorkbook> {
  const { fd, maxPartBytes } = file;
  const at = async (start: number, bytes: number): Promise<Buffer> => {
    const { bytesRead, buffer } = await readBytes(fd, Buffer.alloc(bytes), 0, bytes, start);
    return buffer.subarray(0, bytesRead);
  };
  const { size } = await fstat(fd);
  const first = (await at(0, 4)).toString('latin1');
  if (!first.startsWith('PK')) {
    if (first === '\xd0\xcf\x11\xe0') await assertXls(at);
    assertSmall(size, '.xls');
    return SheetJsWorkbook.openXls(await at(0, size), file.maxColumns);
  }
  const zip = await ZipParts.open(fd, maxPartBytes);
  if (await isXlsb(zip)) {
    assertSmall(size, '.xlsb');
    return SheetJsWorkbook.openXlsb(zip, file.maxColumns);
  }
  if (await OdsWorkbook.isOne(zip)) {
    assertSmall(size, '.ods');
    return OdsWorkbook.open(zip, file.maxColumns);
  }
  return WorkbookReader.open(file, zip);
}

function assertSmall(size: number, kind: string): void {
  if (size > MAX_OTHER_BYTES)
    throw badRequest(
      `The file is a workbook of the format ${kind}, which is read up to ${MAX_OTHER_BYTES >> 20} MiB: save it as .xlsx or as CSV`,
    );
}

async function isXlsb(zip: ZipParts): Promise<boolean> {
  if (zip.has('xl/workbook.bin')) return true;
  const main = (await readRelationships(zip, '')).find(({ type }) => type === 'officeDocument');
  return main !== undefined && /\.bin$/i.test(main.target) && zip.has(main.target);
}
