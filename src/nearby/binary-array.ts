/**
 * PostgreSQL's binary form of one-dimensional arrays (array_send): number of dimensions, flag for nulls,
 * type, length and lower bound in 4 bytes each; then each element as its length (-1: null) and its bytes,
 * big-endian.
 */
const HEADER_BYTES = 20;
const LENGTH_AT = 12;

/** Signature, flags and length of the header's extension, then the number of columns of the first row. */
const COPY_HEAD_BYTES = 11 + 4 + 4 + 2;

/** The columns of the single row of a binary COPY. */
export function readCopiedRow(copied: Buffer, columns: number): (Buffer | null)[] {
  let at = COPY_HEAD_BYTES;
  return Array.from({ length: columns }, () => {
    const bytes = copied.readInt32BE(at);
    at += 4 + Math.max(0, bytes);
    return bytes < 0 ? null : copied.subarray(at - bytes, at);
  });
}

/** @param array null, as aggregates of no rows give, counts as empty */
const lengthOf = (array: Buffer | null): number =>
  array === null || array.length < HEADER_BYTES ? 0 : array.readInt32BE(LENGTH_AT);

const viewOf = ({ buffer, byteOffset, length }: Buffer): DataView => new DataView(buffer, byteOffset, length);

/**
 * Elements of a float8[]. A DataView reads a million in a fifth of the time that a Buffer takes.
 * @param ofNull value for null elements
 */
export function readDoubles(array: Buffer | null, ofNull: number): Float64Array {
  const doubles = new Float64Array(lengthOf(array));
  if (array === null) return doubles;
  const view = viewOf(array);
  let at = HEADER_BYTES;
  for (let i = 0; i < doubles.length; i++) {
    const bytes = view.getInt32(at);
    at += 4;
    doubles[i] = bytes < 0 ? ofNull : view.getFloat64(at);
    at += Math.max(0, bytes);
  }
  return doubles;
}

/** Positions of the elements of a text[], in place; a null element is empty. */
export function locateTexts(array: Buffer | null): { bytes: Buffer; starts: Uint32Array; ends: Uint32Array } {
  const bytes = array ?? Buffer.alloc(0);
  const view = viewOf(bytes);
  const starts = new Uint32Array(lengthOf(array));
  const ends = new Uint32Array(starts.length);
  let at = HEADER_BYTES;
  for (let i = 0; i < starts.length; i++) {
    const length = view.getInt32(at);
    at += 4;
    starts[i] = at;
    at += Math.max(0, length);
    ends[i] = at;
  }
  return { bytes, starts, ends };
}
