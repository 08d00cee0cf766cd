import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { sequenceAt } from './utf8-sequence.js';

/** UTF-8 of each byte from 0x80 on as Windows-1252 reads it. */
const WINDOWS = Array.from({ length: 0x80 }, (_, i) =>
  Buffer.from(iconv.decode(Buffer.from([0x80 + i]), 'windows-1252')),
);

/** Bytes of UTF-8, in which those that are none are read as Windows-1252: the very bytes where all are valid. */
export function repairUtf8(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes;
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceAt(bytes, at);
    if (length > 0 && at + length <= bytes.length) {
      at += length;
      continue;
    }
    parts.push(bytes.subarray(from, at), WINDOWS[bytes[at]! - 0x80]!);
    from = ++at;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}
