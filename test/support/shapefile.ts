import { strToU8, zipSync } from 'fflate';

export interface ShapefileOptions {
  name?: string;
  projection?: string;
  /** Contents of the .cpg. */
  codePage?: string;
  /** Encodes texts of the .dbf. */
  encode?: (text: string) => Uint8Array;
  /** Endings of files to leave out. */
  without?: readonly string[];
  /** 0: stored uncompressed. */
  level?: 0 | 6;
  /** 5: polygon, 1: point. */
  shapeType?: 5 | 1;
}

export interface ShapefileRecord {
  properties: Readonly<Record<string, string>>;
  /** Outer rings clockwise, as Shapefiles have them; null: no shape. */
  rings: readonly (readonly (readonly number[])[])[] | null;
}

const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],UNIT["Degree",0.0174532925199433]]';

/** A zipped Shapefile (ESRI Shapefile Technical Description, July 1998). */
export function zippedShapefile(
  records: readonly ShapefileRecord[],
  options: ShapefileOptions = {},
): Uint8Array {
  const { name = 'areas', projection = WGS84, codePage, without = [], level = 6, shapeType = 5 } = options;
  const encode = options.encode ?? strToU8;
  const files: Record<string, Uint8Array> = {
    dbf: tableOf(records, encode),
    prj: strToU8(projection),
    shp: shapesOf(records, shapeType),
    shx: new Uint8Array(100),
    ...(codePage === undefined ? {} : { cpg: strToU8(codePage) }),
  };
  const kept = Object.entries(files).filter(([ending]) => !without.includes(ending));
  return zipSync(Object.fromEntries(kept.map(([ending, bytes]) => [`${name}.${ending}`, bytes])), { level });
}

/**
 * A zip file with its sizes and offsets in ZIP64 records (PKWARE APPNOTE 4.3.14, 4.3.15, 4.5.3), as writers
 * of streams leave it.
 */
export function asZip64(zip: Uint8Array): Uint8Array {
  const bytes = Buffer.from(zip);
  const endAt = bytes.length - 22;
  const directoryAt = bytes.readUInt32LE(endAt + 16);
  const entries: Buffer[] = [];
  for (let at = directoryAt; at < endAt; ) {
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const entry = Buffer.concat([bytes.subarray(at, nameEnd), Buffer.alloc(28)]);
    const sizes = [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    for (const offset of [20, 24, 42]) entry.writeUInt32LE(0xffffffff, offset);
    entry.writeUInt16LE(28, 30);
    entry.writeUInt16LE(0, 32);
    entry.writeUInt16LE(1, entry.length - 28);
    entry.writeUInt16LE(24, entry.length - 26);
    for (const [index, size] of sizes.entries())
      entry.writeBigUInt64LE(BigInt(size), entry.length - 24 + 8 * index);
    entries.push(entry);
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(56 + 20 + 22);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  for (const offset of [24, 32]) end.writeBigUInt64LE(BigInt(entries.length), offset);
  end.writeBigUInt64LE(BigInt(directory.length), 40);
  end.writeBigUInt64LE(BigInt(directoryAt), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(directoryAt + directory.length), 64);
  end.writeUInt32LE(1, 72);
  end.writeUInt32LE(0x06054b50, 76);
  for (const offset of [84, 86]) end.writeUInt16LE(0xffff, offset);
  for (const offset of [88, 92]) end.writeUInt32LE(0xffffffff, offset);
  return Buffer.concat([bytes.subarray(0, directoryAt), directory, end]);
}

function shapesOf(records: readonly ShapefileRecord[], shapeType: number): Uint8Array {
  const shapes = records.map(({ rings }, at) => {
    const content =
      rings === null ? nullShape() : shapeType === 1 ? pointShape(rings[0]![0]!) : polygonShape(rings);
    const header = Buffer.alloc(8);
    header.writeInt32BE(at + 1, 0);
    header.writeInt32BE(content.length / 2, 4);
    return Buffer.concat([header, content]);
  });
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + shapes.reduce((sum, { length }) => sum + length, 0)) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(shapeType, 32);
  return Buffer.concat([header, ...shapes]);
}

const nullShape = (): Buffer => Buffer.alloc(4);

function pointShape([x, y]: readonly number[]): Buffer {
  const shape = Buffer.alloc(20);
  shape.writeInt32LE(1, 0);
  shape.writeDoubleLE(x!, 4);
  shape.writeDoubleLE(y!, 12);
  return shape;
}

function polygonShape(rings: readonly (readonly (readonly number[])[])[]): Buffer {
  const points = rings.flat();
  const shape = Buffer.alloc(44 + 4 * rings.length + 16 * points.length);
  shape.writeInt32LE(5, 0);
  shape.writeInt32LE(rings.length, 36);
  shape.writeInt32LE(points.length, 40);
  let at = 44;
  let start = 0;
  for (const ring of rings) {
    shape.writeInt32LE(start, at);
    start += ring.length;
    at += 4;
  }
  for (const [x, y] of points) {
    shape.writeDoubleLE(x!, at);
    shape.writeDoubleLE(y!, at + 8);
    at += 16;
  }
  return shape;
}

const FIELD_BYTES = 20;

function tableOf(records: readonly ShapefileRecord[], encode: (text: string) => Uint8Array): Uint8Array {
  const names = Object.keys(records[0]?.properties ?? {});
  const recordBytes = 1 + FIELD_BYTES * names.length;
  const header = Buffer.alloc(32 + 32 * names.length + 1);
  header.writeUInt8(3, 0);
  header.writeUInt32LE(records.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(recordBytes, 10);
  for (const [at, name] of names.entries()) {
    header.write(name, 32 + 32 * at, 'latin1');
    header.write('C', 32 + 32 * at + 11, 'latin1');
    header.writeUInt8(FIELD_BYTES, 32 + 32 * at + 16);
  }
  header.writeUInt8(0x0d, header.length - 1);
  const rows = records.map(({ properties }) => {
    const row = Buffer.alloc(recordBytes, 0x20);
    for (const [at, name] of names.entries()) row.set(encode(properties[name]!), 1 + FIELD_BYTES * at);
    return row;
  });
  return Buffer.concat([header, ...rows, Buffer.from([0x1a])]);
}
