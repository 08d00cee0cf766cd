import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { sequenceAt } from './utf8-sequence.js';

/** UTF-8 of each byte from 0x80 on as Windows-1252 reads it. */
const WINDOWS = Array.from({ length: 0x80 }, (_, i) =>
  Buffer.from(iconv.decode(Buffer.from([0x80 + i]), 'windows-1252')),
);

/**
 * Bytes of UTF-8, in which those that are none are read as Windows-1252: the very bytes where all are valid.
 * Counts before it writes, so that a cell of nothing else takes three times its bytes at most, and no object
 * for each of them.
 */
export function repairUtf8(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes;
  let size = bytes.length;
  eachInvalid(bytes, (at) => {
    size += WINDOWS[bytes[at]! - 0x80]!.length - 1;
  });
  const repaired = Buffer.allocUnsafe(size);
  let from = 0;
  let to = 0;
  const keepUntil = (at: number): void => {
    to += bytes.copy(repaired, to, from, at);
    from = at;
  };
  eachInvalid(bytes, (at) => {
    keepUntil(at);
    for (const byte of WINDOWS[bytes[from++]! - 0x80]!) repaired[to++] = byte;
  });
  keepUntil(bytes.length);
  return repaired;
}

function eachInvalid(bytes: Buffer, tell: (at: number) => void): void {
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceAt(bytes, at);
    if (length > 0 && at + length <= bytes.length) at += length;
    else tell(at++);
  }
}
