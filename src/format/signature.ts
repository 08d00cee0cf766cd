import iconv from 'iconv-lite';
import { badRequest } from '../base/errors.js';
import { charsetOfMark } from './encoding.js';

/** Kinds of files that an import takes, or looks at more closely. */
export type FileKind = 'csv' | 'utf-16le' | 'utf-16be' | 'gzip' | 'workbook' | 'markers' | 'geojson';

/** Bytes at the beginning of a file that tell its kind. */
export const SIGNATURE_BYTES = 4096;

const SIGNATURES: readonly { readonly bytes: string; readonly kind: FileKind }[] = [
  { bytes: '\x1f\x8b', kind: 'gzip' },
  { bytes: 'PK\x03\x04', kind: 'workbook' },
  // A zip archive without any file.
  { bytes: 'PK\x05\x06', kind: 'workbook' },
  // An OLE container.
  { bytes: '\xd0\xcf\x11\xe0', kind: 'workbook' },
  // Excel 5 and older without a container.
  ...['\x09\x08', '\x09\0\x04\0', '\x09\x02\x06\0', '\x09\x04\x06\0'].map(
    (bytes) => ({ bytes, kind: 'workbook' }) as const,
  ),
];

const AS_CSV = 'export it as CSV or save it as an Excel workbook (.xlsx) first';

/** Kinds of files that no import takes. */
const REFUSED: readonly { readonly begins: string; readonly message: string }[] = [
  {
    begins: '\x28\xb5\x2f\xfd',
    message: 'The file is compressed with zstd: decompress it, or compress it with gzip',
  },
  {
    begins: '\xfd7zXZ\0',
    message: 'The file is compressed with xz: decompress it, or compress it with gzip',
  },
  {
    begins: '7z\xbc\xaf',
    message: 'The file is a 7-Zip archive: unpack it and send the file with the table',
  },
  { begins: 'Rar!\x1a', message: 'The file is a RAR archive: unpack it and send the file with the table' },
  {
    begins: '%PDF-',
    message: `The file is a PDF document, not a table: open what it was made of and ${AS_CSV}`,
  },
  { begins: '{\\rtf', message: `The file is a text document (RTF), not a table: ${AS_CSV}` },
  { begins: 'SQLite format 3', message: `The file is a database (SQLite), not a table: ${AS_CSV}` },
  { begins: 'PAR1\x15', message: `The file is a database (Parquet), not a table: ${AS_CSV}` },
  {
    begins: '\x89PNG',
    message: 'The file is a picture (PNG), not a table: send the table as CSV, an Excel workbook or GeoJSON',
  },
  {
    begins: '\xff\xd8\xff',
    message: 'The file is a picture (JPEG), not a table: send the table as CSV, an Excel workbook or GeoJSON',
  },
  {
    begins: 'GIF89a',
    message: 'The file is a picture (GIF), not a table: send the table as CSV, an Excel workbook or GeoJSON',
  },
];

/** Texts that are no CSV, behind blanks and a byte order mark; a header row begins with none of these. */
const TEXTS: readonly { readonly begins: RegExp; readonly message: string }[] = [
  {
    begins: /^\s*(?:\{\s*["}]|\[\s*(?:[\]{[]|["\d-][^[\]]*\]\s*$))/,
    message:
      'The file is JSON, neither {"markers": [...]} nor GeoJSON: write it as one of these, or export it as CSV first',
  },
  {
    begins: /^\s*(?:<\?(?:[^?]|\?(?!>))*\?>\s*)*<(?:ss:)?Workbook\b/,
    message: 'The file is an Excel 2003 XML spreadsheet: open it and save it as .xlsx or as CSV',
  },
  {
    begins: /^BZh[1-9]1AY&SY/,
    message: 'The file is compressed with bzip2: decompress it, or compress it with gzip',
  },
  {
    begins: /^\s*<(?:!doctype html|html|head|meta|table)\b/i,
    message:
      'The file is a web page (HTML), even if its name ends with .xls: open it in a spreadsheet program and save it as .xlsx or as CSV',
  },
  {
    begins: /^\s*<(?:\?xml|!doctype|kml|gpx|osm|rss)\b/i,
    message: 'The file is XML (KML, GPX, OSM), not a table: convert it to GeoJSON or to CSV first',
  },
];

/** Stands before each feature of a text sequence (RFC 8142). */
const RECORD_SEPARATOR = '\x1e';

/**
 * Tells from its first bytes what a file is, whatever it is called.
 * @param first SIGNATURE_BYTES of them, or all
 * @throws AppError BAD_REQUEST when it is nothing that an import takes, saying what to do
 */
export function identify(first: Buffer): FileKind {
  const raw = first.toString('latin1', 0, SIGNATURE_BYTES);
  const known = SIGNATURES.find(({ bytes }) => raw.startsWith(bytes));
  if (known) return known.kind;
  const refused = REFUSED.find(({ begins }) => raw.startsWith(begins));
  if (refused) throw badRequest(refused.message);
  const text = textOf(first);
  const json = jsonKind(text);
  if (json !== null) return json;
  const other = TEXTS.find(({ begins }) => begins.test(text));
  if (other) throw badRequest(other.message);
  const charset = wideCharset(first);
  if (charset === null && isBinary(first))
    throw badRequest(
      `The file is no text, and of no kind that is known here: if it is a spreadsheet, open it in a spreadsheet program, and ${AS_CSV}`,
    );
  return charset === 'utf-16le' || charset === 'utf-16be' ? charset : 'csv';
}

/**
 * How a file is encoded that has two or four bytes a character; null: otherwise.
 * @param first as for `identify`
 */
export const wideCharset = (first: Buffer): string | null => charsetOfMark(first) ?? utf16ByZeros(first);

/**
 * The beginning as text, without its byte order mark; in Latin-1 where it is no wide charset, which is enough
 * for ASCII.
 */
function textOf(first: Buffer): string {
  const head = first.subarray(0, SIGNATURE_BYTES);
  const charset = wideCharset(head);
  const text = charset === null ? head.toString('latin1') : iconv.decode(head, charset);
  return text.replace(/^(?:\ufeff|\xef\xbb\xbf)/, '');
}

/** Share of bytes that stand in no text. */
const MAX_CONTROL_SHARE = 0.1;

/** Control characters but for white space and those that some programs separate cells with. */
function isBinary(first: Buffer): boolean {
  let count = 0;
  for (const byte of first) if ((byte > 1 && byte < 9) || (byte > 13 && byte < 27)) count++;
  return count > MAX_CONTROL_SHARE * first.length;
}

/**
 * A table in UTF-16 has a zero in every other byte but where it is Chinese or the like; its commas and digits
 * have one there, too.
 */
const MIN_SHARE = 0.1;
const MAX_STRAY_SHARE = 0.02;

/** UTF-16 without a byte order mark. */
function utf16ByZeros(first: Buffer): 'utf-16le' | 'utf-16be' | null {
  let even = 0;
  let odd = 0;
  for (let i = 0; i < first.length; i++)
    if (first[i] === 0) {
      if (i % 2 === 0) even++;
      else odd++;
    }
  const zeros = even + odd;
  if (zeros < 2 || zeros < MIN_SHARE * first.length) return null;
  if (even <= MAX_STRAY_SHARE * zeros) return 'utf-16le';
  return odd <= MAX_STRAY_SHARE * zeros ? 'utf-16be' : null;
}

/** Tells whether a body of JSON is GeoJSON. @param first as for `identify` */
export const isGeoJson = (first: Buffer): boolean => jsonKind(textOf(first)) === 'geojson';

const isFeatures = (type: string): boolean => type === 'Feature' || type === 'FeatureCollection';

/** @param text the beginning of a file @returns null: it is not one of these */
function jsonKind(text: string): 'markers' | 'geojson' | null {
  const start = text.replaceAll(RECORD_SEPARATOR, '').trimStart();
  if (!start.startsWith('{')) return null;
  let depth = 0;
  let key = '';
  for (const [token] of start.matchAll(/"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|[{}[\]:,]/g)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (token === ',') key = '';
    else if (depth === 1 && token !== ':') {
      if (key === '"type"' && isFeatures(token.slice(1, -1))) return 'geojson';
      if (key === '"geometryType"' && token.startsWith('"esriGeometry')) return 'geojson';
      if (key === '') key = token;
    } else if (depth === 1 && (key === '"features"' || key === '"geometry"')) return 'geojson';
    else if (depth === 1 && key === '"markers"') return 'markers';
    if (depth === 0) return null;
  }
  return null;
}
