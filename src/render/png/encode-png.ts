import { deflateSync } from 'node:zlib';
import type { Canvas } from './canvas.js';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const TRUE_COLOR = 2;
const METRE = 1;
const INCHES_PER_METRE = 1 / 0.0254;
/** Each byte as its difference from the one above. */
const FILTER_UP = 2;
/** Default level of zlib, for files that are kept. */
const LEVEL = 4;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** Does what `zlib.crc32` does, which the first versions of Node 20 do not have. */
function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (let at = 0; at < bytes.length; at++) crc = CRC_TABLE[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

function chunk(type: string, ...pieces: Uint8Array[]): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), ...pieces]);
  return Buffer.concat([uint32(named.length - 4), named, uint32(crc32(named))]);
}

function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => {
    bytes.writeUInt32BE(value, 4 * index);
  });
  return bytes;
}

/**
 * Lines of red, green and blue, each after its filter's number. Of maps "up" makes files smaller than no
 * filter does, and takes no choosing.
 */
function filteredLines({ widthPx, heightPx, pixels }: Canvas): Uint8Array {
  const lines = new Uint8Array(heightPx * (1 + 3 * widthPx));
  let to = 0;
  for (let y = 0; y < heightPx; y++) {
    lines[to++] = FILTER_UP;
    const end = 4 * (y + 1) * widthPx;
    const above = 4 * widthPx;
    for (let at = 4 * y * widthPx; at < end; at += 4) {
      // Above the first line all is 0.
      lines[to++] = pixels[at]! - (y === 0 ? 0 : pixels[at - above]!);
      lines[to++] = pixels[at + 1]! - (y === 0 ? 0 : pixels[at + 1 - above]!);
      lines[to++] = pixels[at + 2]! - (y === 0 ? 0 : pixels[at + 2 - above]!);
    }
  }
  return lines;
}

/**
 * A PNG of 8 bits a channel without transparency, which says how large a pixel is and what it is called.
 * https://www.w3.org/TR/png-3/
 */
export function encodePng(
  canvas: Canvas,
  { dpi, title, level = LEVEL }: { dpi: number; title: string; level?: number },
): Uint8Array {
  const pixelsPerMetre = Math.round(dpi * INCHES_PER_METRE);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', uint32(canvas.widthPx, canvas.heightPx), Uint8Array.of(8, TRUE_COLOR, 0, 0, 0)),
    chunk('pHYs', uint32(pixelsPerMetre, pixelsPerMetre), Uint8Array.of(METRE)),
    chunk('iTXt', Buffer.from(`Title\0\0\0\0\0${title}`)),
    chunk('IDAT', deflateSync(filteredLines(canvas), { level })),
    chunk('IEND'),
  ]);
}
