import { type AppError, badRequest } from '../base/errors.js';
import { transcoded } from '../format/encoding.js';
import { type FileKind, identify, isGeoJson, SIGNATURE_BYTES, wideCharset } from '../format/signature.js';
import { gunzip } from '../http/content-encoding.js';
import type { UploadFile } from '../import/spool/uploaded.js';
import { OpenedStream } from '../import/upload/opened-stream.js';
import { type CsvReading, type ReceivedUpload, receiveCsv, receiveJson } from '../import/upload/receive.js';
import { type ConversionReading, receiveConverted } from '../import/upload/receive-converted.js';
import type { ReceiveLimits } from '../import/upload/receiver.js';

/** How a file is read, once it is known what it is. */
export interface FileReading {
  /** Declared by the content type; null: none. */
  readonly charset: string | null;
  readonly csv: CsvReading;
  /** Why a file is refused that nothing says to be CSV. */
  readonly refusalOfCsv?: AppError;
  /** Names of the options that are given and say how the bytes of CSV are to be read. */
  readonly csvOptions: readonly string[];
  readonly conversion: ConversionReading;
}

/**
 * Reads a file into the spool as what its first bytes say that it is: CSV, a workbook, GeoJSON, JSON with
 * markers, or one of these compressed with gzip.
 * @throws AppError BAD_REQUEST when it is anything else, saying what; what the readers throw
 */
export async function receiveFile(
  body: AsyncIterable<Buffer>,
  file: UploadFile,
  limits: ReceiveLimits,
  reading: FileReading,
  isUnpacked = false,
): Promise<ReceivedUpload> {
  const opened = await OpenedStream.open(body);
  try {
    const kind = identify(opened.first.subarray(0, SIGNATURE_BYTES));
    const { charset, csv, csvOptions, conversion, refusalOfCsv } = reading;
    if (kind === 'gzip') {
      if (isUnpacked) throw badRequest('The file is compressed with gzip twice: decompress it once');
      return await receiveFile(gunzip(opened, limits), file, limits, reading, true);
    }
    if (refusalOfCsv && isCsv(kind)) throw refusalOfCsv;
    if (kind === 'csv') return await receiveCsv(opened, file, limits, charset, csv);
    if (kind === 'utf-16le' || kind === 'utf-16be') return await receiveCsv(opened, file, limits, kind, csv);
    const what = { markers: 'JSON', geojson: 'GeoJSON', workbook: 'a workbook' }[kind];
    if (csvOptions.length > 0)
      throw badRequest(`${csvOptions.join(', ')} can be given for a CSV file only, and the file is ${what}`);
    if (kind === 'markers') return await receiveJson(textOf(opened), file, limits);
    return kind === 'workbook'
      ? await receiveConverted('workbook', opened, file, limits, conversion)
      : await receiveConverted('geojson', textOf(opened), file, limits, conversion);
  } finally {
    await opened.end();
  }
}

const isCsv = (kind: FileKind): boolean => kind === 'csv' || kind === 'utf-16le' || kind === 'utf-16be';

/** Reads a body that says it is JSON: with markers, or GeoJSON. @throws as `receiveFile` */
export async function receiveJsonOrGeoJson(
  body: AsyncIterable<Buffer>,
  file: UploadFile,
  limits: ReceiveLimits,
  conversion: ConversionReading,
): Promise<ReceivedUpload> {
  const opened = await OpenedStream.open(body);
  try {
    return isGeoJson(opened.first.subarray(0, SIGNATURE_BYTES))
      ? await receiveConverted('geojson', textOf(opened), file, limits, conversion)
      : await receiveJson(textOf(opened), file, limits);
  } finally {
    await opened.end();
  }
}

/** A body in UTF-8, where two or four bytes a character say that it is none. */
function textOf(opened: OpenedStream): AsyncIterable<Buffer> {
  const charset = wideCharset(opened.first.subarray(0, SIGNATURE_BYTES));
  return charset === null ? opened : transcoded(opened, charset);
}
