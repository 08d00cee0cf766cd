import type { Hash } from 'node:crypto';
import { dirname } from 'node:path';
import { quote } from '../base/cut.js';
import { type AppError, badRequest } from '../base/errors.js';
import { declaredNames, readDialect } from '../format/declared-dialect.js';
import { decodedBody } from '../http/content-encoding.js';
import type { HttpRequest } from '../http/message.js';
import { parseMimeType, readMultipart } from '../http/multipart.js';
import type { Principal } from '../http/route.js';
import type { BulkMeta } from '../import/options.js';
import { inferTable, settleTable as settleOnThread } from '../import/plan/on-threads.js';
import type { IncomingUpload } from '../import/spool/spool.js';
import type { UploadShare } from '../import/spool/upload-room.js';
import type { ConversionThreads } from '../import/upload/conversion-threads.js';
import type { DialectThreads } from '../import/upload/dialect-threads.js';
import type { Settle } from '../import/upload/read-table.js';
import type { ReceivedUpload } from '../import/upload/receive.js';
import { inferWithFallback } from '../recognise/inferrer.js';
import { findAccount } from '../store/accounts.js';
import { GivenOptions, isOptionPart } from './given-options.js';
import { type FileReading, receiveFile, receiveJsonOrGeoJson } from './receive-file.js';
import type { Services } from './services.js';

export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const MACRO_WORKBOOK = 'application/vnd.ms-excel.sheet.macroEnabled.12';
export const GEOJSON = 'application/geo+json';
/** Workbooks of other formats than `.xlsx`, and what they are. */
export const OTHER_WORKBOOKS = {
  'application/vnd.ms-excel': 'An Excel workbook of the years before 2007 (.xls)',
  'application/vnd.ms-excel.sheet.binary.macroEnabled.12': 'A binary Excel workbook (.xlsb)',
  'application/vnd.oasis.opendocument.spreadsheet': 'An OpenDocument spreadsheet (.ods)',
} as const;
const FILES: ReadonlySet<string> = new Set(
  ['text/csv', WORKBOOK, MACRO_WORKBOOK, ...Object.keys(OTHER_WORKBOOKS), GEOJSON].map((type) =>
    type.toLowerCase(),
  ),
);
/** Says nothing: the first bytes are to say it, which those of CSV do not. */
const isUntyped = (contentType: string): boolean => /^(?:|application\/octet-stream)$/i.test(contentType);

/** Options that say where the table is; they must be there before the file. */
const FOR_TABLES = ['sheet', 'fill_merged', 'header_row', 'skip_rows_after'] as const;

const MAX_META_BYTES = 1024 * 1024;

const wrongType = (contentType: string): AppError =>
  badRequest(
    `the content type must be text/csv, ${WORKBOOK} (an Excel workbook), ${GEOJSON}, application/json or multipart/form-data, ${contentType === '' ? 'and is missing' : `not ${quote(contentType)}`}`,
  );

export interface UploadThreads {
  readonly dialectThreads: DialectThreads;
  readonly conversionThreads: ConversionThreads;
}

export interface ReceivedBody {
  readonly upload: ReceivedUpload;
  /** Options in the body: they override those of the query. */
  readonly meta: BulkMeta;
  /** A batch that is small enough is answered when it is done. */
  readonly isBatch: boolean;
}

/**
 * Reads the body of an import (CSV, JSON or multipart) into the spool.
 * @param room on the disk, of which the upload takes what it needs
 * @param query options, which those in the body override
 * @param tell receives the names of unknown parts, options and members
 * @param fingerprint fed with the bytes of the file or the JSON body, decompressed
 * @throws AppError BAD_REQUEST; RATE_LIMITED when too many uploads of a kind that has a thread of its own
 * wait, and when there is no room
 */
export async function receiveUpload(
  services: Services & UploadThreads,
  principal: Principal,
  request: HttpRequest,
  query: BulkMeta,
  file: IncomingUpload,
  room: UploadShare,
  tell: (name: string) => boolean,
  fingerprint: Hash | null,
): Promise<ReceivedBody> {
  const account = await findAccount(services.sql, principal.accountId);
  const limits = {
    maxBytes: services.maxUploadBytes,
    maxRows: account?.rowLimit ?? services.rowLimit,
    room,
    ...(fingerprint && { fingerprint }),
  };
  const { declaredBytes } = request.body;
  if (declaredBytes !== null && declaredBytes > limits.maxBytes) {
    throw badRequest(`the upload is larger than the limit of ${limits.maxBytes} bytes`);
  }
  const body = decodedBody(request, limits);
  const caller = { accountId: principal.accountId, signal: request.signal };
  const contentType = request.header('content-type');
  const receive = async (stream: AsyncIterable<Buffer>, charset: string | null, options: BulkMeta) => {
    const reading = readingBy(services, caller, file.path, options, charset);
    return receiveFile(stream, file, limits, {
      ...reading,
      ...(isUntyped(contentType) && { refusalOfCsv: wrongType(contentType) }),
    });
  };
  const given = new GivenOptions(tell);
  const complete = (upload: ReceivedUpload, isForm = false): ReceivedBody => {
    refuseDialect(given.addMembers(upload.members), 'and the body is JSON');
    tellUnread(upload, { ...query, ...given.all }, tell);
    return { upload, meta: given.all, isBatch: !isForm && upload.format === 'json' };
  };
  const type = parseMimeType(contentType);
  const essence = type?.essence ?? '';
  if (FILES.has(essence) || isUntyped(contentType)) {
    const charset = type?.params.get('charset') ?? null;
    return complete(await receive(body.stream(), charset, query));
  }
  if (essence === 'application/json') {
    refuseDialect(query, 'and the body is JSON');
    const { conversion } = readingBy(services, caller, file.path, query, null);
    return complete(await receiveJsonOrGeoJson(body.stream(), file, limits, conversion));
  }
  if (essence !== 'multipart/form-data') throw wrongType(contentType);
  let upload: ReceivedUpload | null = null;
  await readMultipart(contentType, body, {
    maxFieldBytes: MAX_META_BYTES,
    // Browsers and generated clients send JSON as a Blob with a filename, others a file without one.
    isFile: (name, filename) => name === 'file' || (filename !== null && !isOptionPart(name)),
    onField: (name, value) => {
      const options = given.addPart(name, value);
      if (!upload) return;
      const before = `send the part "${name}" before "file"`;
      refuseDialect(options, `which is read already: ${before}`);
      const late = FOR_TABLES.filter((option) => options[option] !== undefined);
      if (late.length > 0)
        throw badRequest(
          `${late.join(', ')} ${late.length === 1 ? 'comes' : 'come'} too late, the file is read already: ${before}`,
        );
    },
    onFile: async (name, part) => {
      if (name !== 'file')
        throw badRequest(`the part ${quote(name)} is not expected; send "file" and "meta"`);
      if (upload) throw badRequest('there is more than one part "file": send one file a request');
      const charset = parseMimeType(part.contentType)?.params.get('charset') ?? null;
      upload = await receive(part.stream, charset, { ...query, ...given.all });
    },
  });
  if (!upload) throw badRequest('the part "file" is missing: curl sends it with -F file=@FILE');
  return complete(upload, true);
}

function tellUnread(upload: ReceivedUpload, options: BulkMeta, tell: (name: string) => boolean): void {
  for (const option of ['sheet', 'fill_merged'] as const)
    if (options[option] !== undefined && upload.sheet === undefined) tell(option);
  if (upload.table !== null) return;
  for (const option of ['header_row', 'skip_rows_after'] as const)
    if (options[option] !== undefined) tell(option);
}

function readingBy(
  { threads, geodata, inference, dialectThreads, conversionThreads }: Services & UploadThreads,
  caller: { accountId: number; signal: AbortSignal },
  spoolPath: string,
  options: BulkMeta,
  charset: string | null,
): FileReading {
  const where = { headerRow: options.header_row ?? null, lastRow: options.skip_rows_after ?? null };
  const prompt = threads.for({ accountId: caller.accountId, prompt: true });
  const settle: Settle = (table) => settleOnThread(prompt, table);
  return {
    charset,
    csv: {
      declared: readDialect(options),
      startRewriter: (dialect) => dialectThreads.start(dialect, caller),
      where,
      settle,
    },
    csvOptions: declaredNames(options),
    conversion: {
      directory: dirname(spoolPath),
      start: (source) => conversionThreads.start(source, caller),
      where,
      settle,
      sheets: {
        fillsMerged: options.fill_merged === true,
        linkHeaders: ['photo_url', 'videosite_id'].flatMap((field) => {
          const header = options.column_mapping?.[field];
          return typeof header === 'string' ? [header] : [];
        }),
      },
      choice: {
        sheet: options.sheet ?? null,
        isDryRun: options.dry_run === true,
        infer: (request, rows) =>
          inferWithFallback(
            [{ ask: () => inferTable(prompt, request, rows, geodata.current), noteOnFailure: '' }],
            request,
            inference.onInferrerFailure ?? (() => {}),
          ),
      },
    },
  };
}

/** @throws AppError BAD_REQUEST for options that describe the bytes of a CSV file */
function refuseDialect(given: BulkMeta, why: string): void {
  const names = declaredNames(given);
  if (names.length > 0) throw badRequest(`${names.join(', ')} can only be given for a CSV file, ${why}`);
}
