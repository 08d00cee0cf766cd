import type { FileHandle } from 'node:fs/promises';
import { quote } from '../../base/cut.js';
import { openScratchFile } from '../../base/disk/scratch-file.js';
import { badRequest } from '../../base/errors.js';
import { CsvBlockCutter } from '../../format/csv-blocks.js';
import { numberByRows } from '../../format/tall-rows.js';
import { readColumnNames } from '../columns/header-row.js';
import { FOOT_ROWS } from '../columns/table/find-footer.js';
import { leftOutNotes } from '../columns/table/left-out-notes.js';
import type { UploadFile } from '../spool/uploaded.js';
import { type ChosenSheet, chooseSheet, type SheetChoice } from './choose-sheet.js';
import type { Conversion } from './conversion-threads.js';
import type { ConvertedTable, SourceFile } from './converted-table.js';
import { openTable, type TableOptions } from './open-table.js';
import { OpenedStream } from './opened-stream.js';
import { readUploadTable, type Settle } from './read-table.js';
import type { ReceivedUpload } from './receive.js';
import { type Cutter, MAX_COLUMNS, type ReceiveLimits, Receiver } from './receiver.js';

/**
 * XML is so much longer than the CSV of the same rows; a sheet as long as a workbook may be takes a minute to
 * read.
 */
const MAX_PART_BYTES = 8 * 1024 ** 3;

export interface ConversionReading {
  /** Directory of the spool: a file that is not CSV yet lies there meanwhile. */
  readonly directory: string;
  readonly start: (file: SourceFile) => Promise<Conversion>;
  readonly choice: SheetChoice;
  /** Where the table of a sheet is. */
  readonly where: TableOptions;
  readonly settle?: Settle;
  readonly sheets?: Pick<SourceFile, 'fillsMerged' | 'linkHeaders'>;
}

/**
 * Streams a workbook or GeoJSON into a file beside the spool, and writes its rows into `file` as CSV.
 * @throws AppError BAD_REQUEST when it cannot be read, saying what it is, and for too many bytes, rows or
 * columns; what the start of the conversion throws
 */
export async function receiveConverted(
  kind: SourceFile['kind'],
  body: AsyncIterable<Buffer>,
  file: UploadFile,
  limits: ReceiveLimits,
  { directory, start, choice, where, settle, sheets }: ConversionReading,
): Promise<ReceivedUpload> {
  const receiver = new Receiver(file, limits, kind === 'workbook' ? FOOT_ROWS : 0);
  const scratch = await openScratchFile(directory);
  try {
    await keep(body, scratch, receiver);
    const { fd } = scratch;
    const bounds = { maxPartBytes: MAX_PART_BYTES, maxColumns: MAX_COLUMNS };
    const source = { kind, fd, directory, ...bounds, ...sheets, headerRow: where.headerRow };
    const conversion = await start(source);
    // The thread writes texts that have no room in memory.
    const endGuard = limits.room?.guard((refusal) => conversion.fail(refusal));
    try {
      const sheet = kind === 'workbook' ? await chooseSheet(conversion, choice, where.headerRow) : null;
      return sheet === null
        ? await storeFeatures(conversion, receiver)
        : await storeSheet(conversion, sheet, { receiver, file, settle }, where);
    } finally {
      endGuard?.();
      await conversion.end();
    }
  } finally {
    await scratch.close();
  }
}

async function keep(body: AsyncIterable<Buffer>, scratch: FileHandle, receiver: Receiver): Promise<void> {
  for await (const chunk of body) {
    receiver.count(chunk);
    await receiver.write(chunk, () => scratch.writeFile(chunk));
  }
}

async function storeSheet(
  conversion: Conversion,
  sheet: ChosenSheet,
  { receiver, file, settle }: { receiver: Receiver; file: UploadFile; settle: Settle | undefined },
  where: TableOptions,
): Promise<ReceivedUpload> {
  const { stream, end } = await openConverted(conversion.read(sheet.index));
  const opened = openTable(stream, { delimiter: ',' }, where);
  await store(stream, opened.cutter, receiver);
  const { width, merged, mergedDown, tallRows, notes } = end();
  if (width === 0) throw badRequest(`the sheet ${quote(sheet.name)} is empty: it has no header row`);
  receiver.finish(opened.cutter);
  const { blocks } = receiver;
  const table = await readUploadTable({ opened, blocks, file, encoding: 'utf-8', merged, width, settle });
  receiver.checkRows(table.rows);
  return {
    ...AS_CSV,
    columns: table.columns,
    rows: table.rows,
    blocks: numberByRows(table.blocks, tallRows),
    notes: [...sheet.notes, ...notes, ...leftOutNotes(table)],
    receivingMs: receiver.elapsedMs,
    table,
    sheet: sheet.name,
    sheets: sheet.sheets,
    ...(mergedDown && { mergedDown: mergedDown.filter(({ row }) => row > table.headerRow) }),
  };
}

async function storeFeatures(conversion: Conversion, receiver: Receiver): Promise<ReceivedUpload> {
  const cutter = new CsvBlockCutter({ delimiter: ',', maxColumns: MAX_COLUMNS });
  const { stream, end } = await openConverted(conversion.read(0));
  await store(stream, cutter, receiver);
  const { header, tallRows, notes } = end();
  receiver.finish(cutter);
  return {
    ...AS_CSV,
    columns: readColumnNames(header!),
    rows: cutter.records,
    blocks: numberByRows(receiver.blocks, tallRows),
    notes: [...notes],
    receivingMs: receiver.elapsedMs,
    table: null,
  };
}

const AS_CSV = { format: 'csv', encoding: 'utf-8', delimiter: ',', members: {} } as const;

/** Opens the CSV of a conversion. `end` tells, when it is read, what the conversion says of it. */
export async function openConverted(
  parts: AsyncGenerator<Buffer, ConvertedTable>,
): Promise<{ stream: OpenedStream; end: () => ConvertedTable }> {
  let end: ConvertedTable | undefined;
  const csv = async function* (): AsyncGenerator<Buffer> {
    end = yield* parts;
  };
  return { stream: await OpenedStream.open(csv()), end: () => end! };
}

async function store(stream: OpenedStream, cutter: Cutter, receiver: Receiver): Promise<void> {
  for await (const bytes of stream) {
    await receiver.store(bytes, cutter);
    if (receiver.storedBytes > receiver.limits.maxBytes)
      throw badRequest(`the rows have more bytes as CSV than the limit of ${receiver.limits.maxBytes}`);
  }
}
