const TYPES = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, i32: Int32Array } as const;
type TypeName = keyof typeof TYPES;

/** A column of a packed file. */
export type PackedColumn = Uint8Array | Uint16Array | Uint32Array | Int32Array;

/** Position of a column: name, type, offset in bytes from the end of the head, length in elements. */
type Entry = readonly [string, TypeName, number, number];

const ALIGNMENT = 8;
const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

function typeOf(column: PackedColumn): TypeName {
  const found = (Object.keys(TYPES) as TypeName[]).find((name) => column.constructor === TYPES[name]);
  if (!found) throw new TypeError('columns are of integers of up to 32 bits');
  return found;
}

/**
 * Packs named columns into one file: length of the head (32 bits), head (JSON), then the columns at multiples
 * of 8 bytes, so that typed arrays can be laid over the file without a copy. Little endian, as all machines
 * that Node 20 runs on.
 */
export function packSections(columns: Readonly<Record<string, PackedColumn>>): Uint8Array {
  let end = 0;
  const entries: Entry[] = [];
  for (const [name, column] of Object.entries(columns)) {
    entries.push([name, typeOf(column), end, column.length]);
    end = aligned(end + column.byteLength);
  }
  const head = Buffer.from(JSON.stringify(entries));
  const start = aligned(4 + head.length);
  const packed = new Uint8Array(start + end);
  new DataView(packed.buffer).setUint32(0, head.length, true);
  packed.set(head, 4);
  for (const [name, , offset] of entries) {
    const { buffer, byteOffset, byteLength } = columns[name]!;
    packed.set(new Uint8Array(buffer, byteOffset, byteLength), start + offset);
  }
  return packed;
}

/** Columns of a packed file, read in place. */
export class Sections {
  readonly #packed: SharedArrayBuffer;
  readonly #start: number;
  readonly #entries: ReadonlyMap<string, Entry>;

  constructor(packed: SharedArrayBuffer) {
    const headLength = new Uint32Array(packed, 0, 1)[0]!;
    // Buffer.from copies, as decoders refuse shared memory.
    const head = Buffer.from(new Uint8Array(packed, 4, headLength)).toString();
    this.#packed = packed;
    this.#start = aligned(4 + headLength);
    this.#entries = new Map((JSON.parse(head) as Entry[]).map((entry) => [entry[0], entry]));
  }

  /** @throws {TypeError} where the file has no such column, or one of another type */
  get<T extends TypeName>(name: string, type: T): InstanceType<(typeof TYPES)[T]> {
    const entry = this.#entries.get(name);
    if (entry?.[1] !== type) throw new TypeError(`the file has no column ${name} of ${type}`);
    // The library's types accept shared memory for Uint8Array alone.
    const column = new TYPES[type](this.#packed as unknown as ArrayBuffer, this.#start + entry[2], entry[3]);
    return column as unknown as InstanceType<(typeof TYPES)[T]>;
  }
}
