import { strToU8, zipSync } from 'fflate';

export interface ShapefileOptions {
  name?: string;
  projection?: string;
  /** Contents of the .cpg. */
  codePage?: string;
  /** Of the texts in the .dbf. */
  encode?: (text: string) => Uint8Array;
  /** Leaves files out, by ending. */
  without?: readonly string[];
  /** 0: stored as they are. */
  level?: 0 | 6;
  /** 5: polygon, 1: point. */
  shapeType?: 5 | 1;
}

export interface ShapefileRecord {
  properties: Readonly<Record<string, string>>;
  /** Outer rings clockwise, as Shapefiles have them; null: no shape. */
  rings: readonly (readonly (readonly number[])[])[] | null;
}

export const WGS84 =
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
