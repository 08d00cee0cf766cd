/** Sections of a packed layer: consecutive typed arrays, each at a multiple of 8 bytes. */
const SECTIONS = [
  'meta',
  'codeStarts',
  'codes',
  'regions',
  'parts',
  'rings',
  'points',
  'owners',
  'boxes',
  'heights',
  'firstBands',
  'bands',
  'edges',
  'tree',
  'top',
  'cells',
  'candidates',
] as const;
export type Section = (typeof SECTIONS)[number];

/** "CLR1" in little-endian order. A new layout gets a new number. */
const MAGIC = 0x31524c43;
const HEADER_BYTES = 8 + SECTIONS.length * 8;

const aligned = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/** Writes a packed layer; missing sections are empty. */
export function writeSections(sections: Readonly<Partial<Record<Section, ArrayBufferView>>>): Uint8Array {
  const views = SECTIONS.map((name) => sections[name] ?? new Uint8Array(0));
  const size = views.reduce((sum, { byteLength }) => sum + aligned(byteLength), aligned(HEADER_BYTES));
  const packed = new Uint8Array(size);
  const header = new Uint32Array(packed.buffer, 0, HEADER_BYTES / 4);
  header.set([MAGIC, size]);
  let offset = aligned(HEADER_BYTES);
  for (const [at, { buffer, byteOffset, byteLength }] of views.entries()) {
    header.set([offset, byteLength], 2 + 2 * at);
    packed.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
    offset += aligned(byteLength);
  }
  return packed;
}

/**
 * Reads the byte offset and length of each section.
 * @throws Error for bytes that are not a whole packed layer
 */
export function readSections(packed: SharedArrayBuffer): Record<Section, readonly [number, number]> {
  if (packed.byteLength < HEADER_BYTES) throw new Error('not a packed layer of regions');
  const header = new Uint32Array(packed, 0, HEADER_BYTES / 4);
  if (header[0] !== MAGIC) throw new Error('not a packed layer of regions');
  if (header[1] !== packed.byteLength)
    throw new Error(`a packed layer of ${header[1]} bytes, of which ${packed.byteLength} are here`);
  const places = SECTIONS.map((name, at) => [name, [header[2 + 2 * at]!, header[3 + 2 * at]!]]);
  return Object.fromEntries(places);
}
