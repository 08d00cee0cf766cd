import { badRequest } from '../base/errors.js';

/** What is sent as CSV and is none, by its first bytes. The bytes alone would be read as thousands of odd rows. */
const SIGNATURES: readonly { readonly bytes: readonly number[]; readonly message: string }[] = [
  {
    bytes: [0x1f, 0x8b],
    message:
      'The file is compressed with gzip: decompress it, or send it as the whole body with Content-Encoding: gzip',
  },
  {
    bytes: [...Buffer.from('PK\x03\x04')],
    message:
      'The file is a zip archive, not CSV: unpack it; a spreadsheet (.xlsx, .ods) must be exported as CSV first',
  },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    message: 'The file is an old Excel workbook (.xls), not CSV: export it as CSV first',
  },
];

/** The same of other texts, behind blanks and a byte order mark; a header row begins with none of these. */
const TEXTS: readonly { readonly begins: RegExp; readonly message: string }[] = [
  {
    begins: /^\s*(?:\{\s*["}]|\[\s*(?:[\]{[]|["\d-][^[\]]*\]\s*$))/,
    message:
      'The file is JSON, not CSV: send {"markers": [...]} as application/json; GeoJSON and other JSON must be exported as CSV first',
  },
  {
    begins: /^\s*<(?:\?xml|!doctype|html|kml|gpx|osm|rss)\b/i,
    message: 'The file is XML or HTML (KML, GPX, a web page), not CSV: export it as CSV first',
  },
  { begins: /^%PDF-/, message: 'The file is a PDF document, not CSV: export it as CSV first' },
  { begins: /^(?:SQLite format 3|PAR1)/, message: 'The file is a database, not CSV: export it as CSV first' },
];
const LONGEST = 256;
const BOM = /^\xef\xbb\xbf/;

/**
 * Looks at the first bytes of an upload, however they are cut into chunks.
 * @returns to be called with each chunk; throws AppError BAD_REQUEST when the file is no CSV, saying what to do
 */
export function refuseOtherFormats(): (chunk: Buffer) => void {
  let first: Buffer = Buffer.alloc(0);
  return (chunk) => {
    if (first.length === LONGEST) return;
    first = Buffer.concat([first, chunk.subarray(0, LONGEST - first.length)]);
    const known = SIGNATURES.find(({ bytes }) => bytes.every((byte, i) => byte === first[i]));
    if (known) throw badRequest(known.message);
    const text = first.toString('latin1').replace(BOM, '');
    const other = TEXTS.find(({ begins }) => begins.test(text));
    if (other) throw badRequest(other.message);
  };
}
