import type { FileHandle } from 'node:fs/promises';
import { openScratchFile } from '../../base/disk/scratch-file.js';
import { badRequest } from '../../base/errors.js';
import { restoreFormula } from '../../format/cells/formula.js';
import { CsvBlockCutter } from '../../format/csv-blocks.js';
import { numberByRows } from '../../format/tall-rows.js';
import { foreignOle } from '../../format/workbook/foreign-files.js';
import { readHeader } from '../columns/header-row.js';
import type { UploadFile } from '../spool/uploaded.js';
import { chooseSheet, type SheetChoice } from './choose-sheet.js';
import type { Conversion } from './conversion-threads.js';
import type { ConvertedTable, SourceFile } from './converted-table.js';
import type { ReceivedUpload } from './receive.js';
import { MAX_COLUMNS, type ReceiveLimits, Receiver } from './receiver.js';

/** XML is so much longer than the CSV of the same rows; a sheet as long as a workbook may be takes a minute to read. */
const MAX_PART_BYTES = 8 * 1024 ** 3;

export interface ConversionReading {
  /** Directory of the spool: a file that is not CSV yet lies there meanwhile. */
  readonly directory: string;
  readonly start: (file: SourceFile) => Promise<Conversion>;
  readonly choice: SheetChoice;
}

/**
 * Streams a workbook or GeoJSON into a file beside the spool, and writes its rows into `file` as CSV.
 * @throws AppError BAD_REQUEST when it cannot be read, saying what it is, and for too many bytes, rows or columns; what the start of
 *   the conversion throws
 */
export async function receiveConverted(
  kind: SourceFile['kind'],
  body: AsyncIterable<Buffer>,
  file: UploadFile,
  limits: ReceiveLimits,
  { directory, start, choice }: ConversionReading,
): Promise<ReceivedUpload> {
  const receiver = new Receiver(file, limits);
  const scratch = await openScratchFile(directory);
  try {
    await keep(body, scratch, receiver);
    const { fd } = scratch;
    const source = { kind, fd, directory, maxPartBytes: MAX_PART_BYTES, maxColumns: MAX_COLUMNS };
    const conversion = await start(source);
    try {
      const sheet = kind === 'workbook' ? await chooseSheet(conversion, choice) : null;
      return await store(conversion, sheet, receiver);
    } finally {
      await conversion.end();
    }
  } finally {
    await scratch.close();
  }
}

/** @throws AppError BAD_REQUEST that says what the OLE container is: old Office files and encrypted ones are such */
export async function refuseOle(
  body: AsyncIterable<Buffer>,
  limits: ReceiveLimits,
  directory: string,
): Promise<never> {
  const scratch = await openScratchFile(directory);
  try {
    await keep(body, scratch, new Receiver(null, limits));
    throw await foreignOle(async (start, bytes) => {
      const { bytesRead, buffer } = await scratch.read(Buffer.alloc(bytes), 0, bytes, start);
      return buffer.subarray(0, bytesRead);
    });
  } finally {
    await scratch.close();
  }
}

async function keep(body: AsyncIterable<Buffer>, scratch: FileHandle, receiver: Receiver): Promise<void> {
  for await (const chunk of body) {
    receiver.count(chunk);
    await scratch.writeFile(chunk);
  }
}

async function store(
  conversion: Conversion,
  sheet: { readonly index: number; readonly name: string; readonly notes: readonly string[] } | null,
  receiver: Receiver,
): Promise<ReceivedUpload> {
  const cutter = new CsvBlockCutter({ delimiter: ',', maxColumns: MAX_COLUMNS });
  const parts = conversion.read(sheet?.index ?? 0);
  let table: ConvertedTable | null = null;
  while (table === null) {
    const { done, value } = await parts.next();
    if (done) table = value;
    else await receiver.store(value, cutter);
    if (receiver.storedBytes > receiver.limits.maxBytes)
      throw badRequest(`the rows have more bytes as CSV than the limit of ${receiver.limits.maxBytes}`);
  }
  const { header, tallRows, notes } = table;
  if (header.length === 0)
    throw badRequest(`the sheet ${JSON.stringify(sheet?.name ?? '')} is empty: it has no header row`);
  receiver.finish(cutter);
  return {
    format: 'csv',
    encoding: 'utf-8',
    delimiter: ',',
    columns: readHeader(header.map(restoreFormula)),
    rows: cutter.records,
    blocks: numberByRows(receiver.blocks, tallRows),
    notes: [...(sheet?.notes ?? []), ...notes],
    unread: [],
    receivingMs: receiver.elapsedMs,
    ...(sheet !== null && { sheet: sheet.name }),
  };
}
