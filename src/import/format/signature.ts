import { badRequest } from '../../errors.js';

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
const LONGEST = 4;

/**
 * Looks at the first bytes of an upload, however they are cut into chunks.
 * @returns to be called with each chunk; throws AppError BAD_REQUEST when the file is no text, saying what to do
 */
export function refuseBinary(): (chunk: Buffer) => void {
  let first: Buffer = Buffer.alloc(0);
  return (chunk) => {
    if (first.length === LONGEST) return;
    first = Buffer.concat([first, chunk.subarray(0, LONGEST - first.length)]);
    const known = SIGNATURES.find(({ bytes }) => bytes.every((byte, i) => byte === first[i]));
    if (known) throw badRequest(known.message);
  };
}
