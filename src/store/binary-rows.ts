/** Signature and flags of COPY's binary form, and the length of the header extension. */
const HEAD_BYTES = 11 + 4;
/** Number of fields of a row; after the last one it is -1. */
const COUNT_BYTES = 2;
const LENGTH_BYTES = 4;

/** Whole rows of a chunk. The next chunk uses the memory again. */
export interface BinaryRows {
  bytes: Buffer;
  /** Where the first field of each begins, at its length; `count` of them. */
  starts: Uint32Array;
  count: number;
}

/**
 * The rows of a COPY in binary form, chunk by chunk.
 * @throws RangeError for bytes that are no rows of so many fields
 */
export async function* binaryRows(chunks: AsyncIterable<Buffer>, fields: number): AsyncGenerator<BinaryRows> {
  let rest: Buffer = Buffer.alloc(0);
  let starts = new Uint32Array(1024);
  let isBegun = false;
  let isAtEnd = false;
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    if (!isBegun) {
      if (bytes.length < HEAD_BYTES + LENGTH_BYTES) {
        rest = bytes;
        continue;
      }
      at = HEAD_BYTES + LENGTH_BYTES + bytes.readInt32BE(HEAD_BYTES);
      isBegun = true;
    }
    let count = 0;
    for (;;) {
      if (at + COUNT_BYTES > bytes.length) break;
      const found = bytes.readInt16BE(at);
      isAtEnd = found === -1;
      if (isAtEnd) break;
      if (found !== fields) throw new RangeError(`a row has ${found} fields instead of ${fields}`);
      const end = endOfRow(bytes, at, fields);
      if (end > bytes.length) break;
      if (count === starts.length) {
        const longer = new Uint32Array(2 * count);
        longer.set(starts);
        starts = longer;
      }
      starts[count++] = at + COUNT_BYTES;
      at = end;
    }
    yield { bytes, starts, count };
    // Copied, because a view would keep the whole chunk in memory.
    rest = Buffer.from(bytes.subarray(at));
  }
  if (!isAtEnd) throw new RangeError('the rows end in the middle');
}

/** Offset of the end of a row; beyond the end of the bytes where the row is incomplete. */
function endOfRow(bytes: Buffer, start: number, fields: number): number {
  let at = start + COUNT_BYTES;
  for (let field = 0; field < fields; field++) {
    if (at + LENGTH_BYTES > bytes.length) return Number.POSITIVE_INFINITY;
    at += LENGTH_BYTES + Math.max(0, bytes.readInt32BE(at));
  }
  return at;
}
