import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { open } from 'shapefile';
import type { RawFeature } from './feature.js';
import { MAX_BYTES } from './limits.js';
import { BoundaryError } from './refusal.js';
import { readZipDirectory, type ZipEntry } from './zip-file.js';

const MAX_TEXT_BYTES = 64 * 1024;
/** `GEOGCS[` or `GEOGCRS[` mean degrees; `PROJCS[` means metres or feet. */
const GEOGRAPHIC = /^\s*GEOG(CS|CRS|RAPHICCRS)\s*\[/i;
const NAME = /^\s*\w+\s*\[\s*"([^"]*)"/;

/**
 * Features of a zipped Shapefile: .shp and .dbf, with .prj and .cpg where present.
 * @throws BoundaryError
 */
export async function* readShapefile(
  file: string,
  handle: FileHandle,
  onShare: (share: number) => void,
): AsyncGenerator<RawFeature> {
  const entries = await readZipDirectory(file, handle);
  const candidates = entries.filter(
    ({ name }) => /\.shp$/i.test(name) && !/(^|\/)(__MACOSX\/|\._)/.test(name),
  );
  if (candidates.length !== 1)
    throw new BoundaryError(
      candidates.length === 0
        ? `${file} has no Shapefile in it (a .shp)`
        : `${file} has ${candidates.length} Shapefiles in it: give a zip file for each that is wanted`,
    );
  const shape = candidates[0]!;
  const beside = (ending: string): ZipEntry | undefined =>
    entries.find(({ name }) => name.toLowerCase() === shape.name.replace(/shp$/i, ending).toLowerCase());
  const table = beside('dbf');
  if (!table) throw new BoundaryError(`${file} has ${shape.name}, and no .dbf with its properties beside it`);
  // Lengths that the zip directory states; a longer entry is refused while it is unpacked.
  if (shape.bytes + table.bytes > MAX_BYTES)
    throw new BoundaryError(`${file} is larger than ${MAX_BYTES / 1024 ** 3} GiB when unpacked`);
  const text = async (entry: ZipEntry | undefined): Promise<string> => {
    let bytes = Buffer.alloc(0);
    if (entry && entry.bytes <= MAX_TEXT_BYTES)
      for await (const chunk of entry.read()) bytes = Buffer.concat([bytes, chunk]);
    return bytes.toString();
  };
  checkProjection(file, await text(beside('prj')));
  const encoding = encodingOf(file, await text(beside('cpg')));
  const count = await checkLengths(file, shape, table);
  const shapes = telling(shape.read(), shape.bytes, onShare);
  yield* readRecords(file, shapes, table.read(), encoding, count);
}

const SHAPE_HEADER_BYTES = 100;
const TABLE_HEADER_BYTES = 32;

/**
 * Compares both files with the lengths in their headers. The reader takes the end of either file for the end
 * of the records, so that a truncated copy would silently have fewer areas.
 * @returns number of records by the table's header
 * @throws BoundaryError
 */
async function checkLengths(file: string, shape: ZipEntry, table: ZipEntry): Promise<number> {
  const short = ({ name, bytes }: ZipEntry, said: number): BoundaryError =>
    new BoundaryError(`${file}: ${name} is cut off: it has ${bytes} bytes of the ${said} that its head says`);
  const shapeHead = await headOf(shape, SHAPE_HEADER_BYTES);
  const shapeBytes =
    shapeHead.length < SHAPE_HEADER_BYTES ? SHAPE_HEADER_BYTES : 2 * shapeHead.readInt32BE(24);
  if (shape.bytes < shapeBytes) throw short(shape, shapeBytes);
  const head = await headOf(table, TABLE_HEADER_BYTES);
  if (head.length < TABLE_HEADER_BYTES) throw short(table, TABLE_HEADER_BYTES);
  const count = head.readUInt32LE(4);
  const tableBytes = head.readUInt16LE(8) + count * head.readUInt16LE(10);
  if (table.bytes < tableBytes) throw short(table, tableBytes);
  return count;
}

async function headOf(entry: ZipEntry, bytes: number): Promise<Buffer> {
  let head = Buffer.alloc(0);
  for await (const chunk of entry.read()) {
    head = Buffer.concat([head, chunk.subarray(0, bytes - head.length)]);
    if (head.length === bytes) break;
  }
  return head;
}

async function* telling(
  chunks: AsyncGenerator<Buffer>,
  bytes: number,
  onShare: (share: number) => void,
): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const chunk of chunks) {
    yield chunk;
    read += chunk.length;
    onShare(read / bytes);
  }
}

async function* readRecords(
  file: string,
  shape: AsyncGenerator<Buffer>,
  table: AsyncGenerator<Buffer>,
  encoding: string,
  count: number,
): AsyncGenerator<RawFeature> {
  const failures: unknown[] = [];
  let records = 0;
  try {
    const source = await open(asStream(shape, failures), asStream(table, failures), { encoding });
    for (;;) {
      const { done, value } = await source.read();
      if (failures.length > 0) break;
      if (done && records !== count)
        throw new BoundaryError(
          `${file} has ${records} shapes that can be read and ${count} rows beside them: it is damaged`,
        );
      if (done) break;
      records++;
      yield {
        id: undefined,
        properties: value.properties ?? {},
        geometry: value.geometry as RawFeature['geometry'],
      };
    }
    // The reader leaves the end of the table unread, behind which its CRC is checked.
    if (failures.length === 0) for await (const _ of table);
  } catch (error) {
    failures.push(error);
  } finally {
    await shape.return(undefined);
    await table.return(undefined);
  }
  const [failure] = failures;
  if (failure === undefined) return;
  if (failure instanceof BoundaryError) throw failure;
  throw new BoundaryError(`cannot read the Shapefile ${file}: ${(failure as Error).message}`);
}

/**
 * A stream for the reader, whose types know browser streams alone. The reader rejects unhandled where its
 * stream fails, so this stream ends instead and the failure is kept aside.
 */
function asStream(chunks: AsyncGenerator<Buffer>, failures: unknown[]): ReadableStream<Uint8Array> {
  async function* unfailing(): AsyncGenerator<Buffer> {
    try {
      yield* chunks;
    } catch (error) {
      failures.push(error);
    }
  }
  return Readable.from(unfailing(), { objectMode: false }) as unknown as ReadableStream<Uint8Array>;
}

function checkProjection(file: string, projection: string): void {
  if (projection.trim() === '' || GEOGRAPHIC.test(projection)) return;
  const name = NAME.exec(projection)?.[1] ?? projection.slice(0, 80);
  throw new BoundaryError(
    `${file} is in the projection ${name}, and not in longitude and latitude: convert it (ogr2ogr -t_srs EPSG:4326)`,
  );
}

/**
 * Encoding by the name in a .cpg as programs write it: `UTF-8`, `65001`, `ISO 88591`, `ANSI 1252`; without
 * one Windows-1252.
 */
function encodingOf(file: string, text: string): string {
  const name = text.trim().toLowerCase();
  if (name === '') return 'windows-1252';
  if (name === '65001') return 'utf-8';
  const page = /^(?:ansi|cp|oem|windows)?[ -]?(125\d|874)$/.exec(name)?.[1];
  const part = /^iso[ -_]?8859[ -_]?(\d{1,2})$/.exec(name)?.[1];
  const label = page ? `windows-${page}` : part ? `iso-8859-${part}` : name;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw new BoundaryError(`${file} names the unknown encoding ${JSON.stringify(text.trim())} in its .cpg`);
  }
}
