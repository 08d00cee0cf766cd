import { NOTHING_DECLARED } from '../../src/format/declared-dialect.js';
import { utf8Of } from '../../src/format/encoding.js';
import { blankLeftOut } from '../../src/format/left-out.js';
import { parseRecords } from '../../src/format/records.js';
import type { UploadFile } from '../../src/import/spool/uploaded.js';
import type { Rewriter } from '../../src/import/upload/dialect-threads.js';
import { FileReader, type FileReaderOptions } from '../../src/import/upload/file-reader.js';
import { ANYWHERE, type TableOptions } from '../../src/import/upload/open-table.js';
import type { Settle } from '../../src/import/upload/read-table.js';
import { type ReceivedUpload, receiveCsv } from '../../src/import/upload/receive.js';

export interface SpooledUpload {
  readonly upload: ReceivedUpload;
  /** Data records with the lines on which they begin. */
  readonly cells: string[][];
  readonly lines: number[];
}

/** A CSV file on its way to its blocks, and the records that these hold. @throws AppError BAD_REQUEST */
export async function spoolCsv(
  csv: string | Buffer,
  where: TableOptions = ANYWHERE,
  {
    chunkBytes = 65_536,
    maxRows = 1_000_000,
    blockBytes = 1 << 19,
    encoding = null as string | null,
    settle = undefined as Settle | undefined,
  } = {},
): Promise<SpooledUpload> {
  const bytes = Buffer.from(csv);
  const written: Buffer[] = [];
  const file: UploadFile = {
    write: async (chunk) => void written.push(Buffer.from(chunk)),
    read: async (from, to) => Buffer.concat(written).subarray(from, to),
  };
  const body = (async function* () {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  })();
  const startRewriter = async (options: FileReaderOptions): Promise<Rewriter> => {
    const reader = new FileReader(options);
    return {
      push: async function* (bytes) {
        yield await reader.push(bytes);
      },
      finish: async function* () {
        yield await reader.finish();
      },
      end: async () => {},
    };
  };
  const reading = {
    declared: { ...NOTHING_DECLARED, encoding },
    startRewriter,
    where,
    blockBytes,
    ...(settle && { settle }),
  };
  const upload = await receiveCsv(body, file, { maxBytes: 1 << 30, maxRows }, null, reading);
  const spool = Buffer.concat(written);
  const cells: string[][] = [];
  const lines: number[] = [];
  for (const block of upload.blocks) {
    const own = Buffer.from(spool.subarray(block.startByte, block.endByte));
    blankLeftOut(own, block);
    const text = utf8Of(own, upload.encoding).toString('utf8');
    const records = parseRecords(text, { delimiter: upload.delimiter, ...block });
    cells.push(...records.cells);
    lines.push(...records.lines);
  }
  return { upload, cells, lines };
}
