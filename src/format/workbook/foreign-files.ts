import { quote } from '../../base/cut.js';
import { type AppError, badRequest } from '../../base/errors.js';
import { damagedZip, type ZipParts } from './zip-parts.js';

const SAVE_AS = 'open it in a spreadsheet program and save it as .xlsx or as CSV';

/** Other kinds of zip archives, each known by a part that it has. */
const KINDS: readonly { readonly has: (name: string) => boolean; readonly message: string }[] = [
  {
    has: (name) => name === 'word/document.xml',
    message:
      'The file is a Word document (.docx), and no spreadsheet: copy its table into a spreadsheet and save that as .xlsx or as CSV',
  },
  {
    has: (name) => name.startsWith('ppt/'),
    message: 'The file is a PowerPoint presentation, and no spreadsheet',
  },
  {
    has: (name) => /\.iwa$|(?:^|\/)index\.zip$|\.numbers(?:\/|$)/.test(name),
    message:
      'The file is an Apple Numbers document: open it in Numbers and export it as Excel (.xlsx) or as CSV',
  },
  {
    has: (name) => name.endsWith('.kml'),
    message: 'The file is a KMZ archive: convert it to GeoJSON or to CSV with lat and lng columns',
  },
  {
    has: (name) => name.endsWith('.shp'),
    message: 'The file is a zipped Shapefile: convert it to GeoJSON, or to CSV with lat and lng columns',
  },
  {
    has: (name) => name === 'meta-inf/manifest.mf' || name === 'androidmanifest.xml',
    message: 'The file is a program (.jar, .apk), and no spreadsheet',
  },
];

/** `mimetype` is the first file of OpenDocument and EPUB. */
const MIME_TYPES: readonly { readonly begins: string; readonly message: string }[] = [
  {
    begins: 'application/vnd.oasis.opendocument.',
    message:
      'The file is an OpenDocument text or drawing, and no spreadsheet: copy its table into a spreadsheet and save that as .xlsx or as CSV',
  },
  { begins: 'application/epub+zip', message: 'The file is an electronic book (.epub), and no spreadsheet' },
];

/** Names of files that an archive is said to have. */
const SHOWN = 3;
const MAX_SHOWN_NAME = 60;

/** Why a zip archive without a workbook is refused. */
export async function foreignZip(zip: ZipParts): Promise<AppError> {
  if (zip.has('mimetype')) {
    const type = await beginning(zip, 'mimetype');
    const known = MIME_TYPES.find(({ begins }) => type.startsWith(begins));
    if (known) return badRequest(known.message);
  }
  const { names } = zip;
  const kind = KINDS.find(({ has }) => names.some(has));
  if (kind) return badRequest(kind.message);
  if (names.some((name) => name.startsWith('xl/'))) return damagedZip('xl/workbook.xml is missing');
  const files = names.filter((name) => !name.endsWith('/'));
  if (files.length === 0) return badRequest('The file is an empty zip archive');
  const shown = files
    .slice(0, SHOWN)
    .map((name) => quote(name, MAX_SHOWN_NAME))
    .join(', ');
  const more = files.length > SHOWN ? ` and ${files.length - SHOWN} more` : '';
  return badRequest(
    `The file is a zip archive with ${shown}${more}, and no Excel workbook: unpack it and send the file with the table`,
  );
}

/** The first bytes of a part, as characters. */
export async function beginning(zip: ZipParts, name: string): Promise<string> {
  for await (const chunk of zip.read(name)) return chunk.toString('latin1', 0, 100);
  return '';
}

/** Offsets and sizes in the head of an OLE container ([MS-CFB] 2.2). */
const SECTOR_SHIFT_AT = 30;
const DIRECTORY_AT = 48;
const DIRECTORY_BYTES = 16 * 1024;

export const ENCRYPTED =
  'The workbook is encrypted with a password: open it, remove the password (File, Info, Protect Workbook) and save it again';

/**
 * Old Office files and encrypted workbooks are OLE containers, told apart by the names in their directory.
 * @param read bytes of a range of the file, fewer at its end
 * @throws AppError BAD_REQUEST when it is no old workbook (.xls), saying what it is
 */
export async function assertXls(read: (start: number, bytes: number) => Promise<Buffer>): Promise<void> {
  const head = await read(0, 512);
  const shift = head.length === 512 ? head.readUInt16LE(SECTOR_SHIFT_AT) : 0;
  let streams: readonly string[] = [];
  if (shift >= 7 && shift <= 20) {
    const sector = head.readUInt32LE(DIRECTORY_AT);
    streams = streamsOf(await read((sector + 1) * 2 ** shift, DIRECTORY_BYTES));
  }
  const has = (...names: string[]): boolean => names.some((name) => streams.includes(name));
  if (has('EncryptedPackage', 'EncryptionInfo')) throw badRequest(ENCRYPTED);
  if (has('Workbook', 'Book')) return;
  if (has('WordDocument'))
    throw badRequest(
      'The file is an old Word document (.doc), and no spreadsheet: copy its table into a spreadsheet and save that as .xlsx or as CSV',
    );
  throw badRequest(
    `The file is a damaged workbook (.xls), another old Office file (.doc, .msg) or an encrypted one: ${SAVE_AS}, without a password`,
  );
}

const ENTRY_BYTES = 128;
const NAME_BYTES = 64;
/** Children of an entry are a tree of siblings ([MS-CFB] 2.6). */
const LEFT_AT = 68;
const RIGHT_AT = 72;
const CHILD_AT = 76;

/**
 * Names in the root of a container: what is embedded in a file stands below. Those of all entries, where the
 * tree goes on elsewhere.
 */
function streamsOf(directory: Buffer): string[] {
  const count = Math.floor(directory.length / ENTRY_BYTES);
  const nameOf = (entry: number): string => {
    const from = entry * ENTRY_BYTES;
    const size = Math.min(directory.readUInt16LE(from + NAME_BYTES), NAME_BYTES);
    return directory.toString('utf16le', from, from + Math.max(0, size - 2));
  };
  const all = Array.from({ length: count }, (_, entry) => entry);
  if (count === 0) return [];
  const seen = new Set<number>();
  const waiting = [directory.readInt32LE(CHILD_AT)];
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    if (entry === -1 || seen.has(entry)) continue;
    if (entry < 0 || entry >= count) return all.map(nameOf);
    seen.add(entry);
    for (const at of [LEFT_AT, RIGHT_AT]) waiting.push(directory.readInt32LE(entry * ENTRY_BYTES + at));
  }
  return [...seen].map(nameOf);
}
