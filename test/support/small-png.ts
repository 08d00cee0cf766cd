import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

const COLORS = 256;

/** The picture with at most 256 colours, the most frequent ones, which takes a third of the bytes. */
export function smallPng(bytes: Buffer): Buffer {
  const { width, height, data } = PNG.sync.read(bytes);
  const pixels = Array.from({ length: width * height }, (_, i) => data.readUIntBE(4 * i, 3));
  const counts = new Map<number, number>();
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
  const palette: number[] = [];
  // One that can hardly be told from another needs no place.
  for (const [color] of [...counts].sort(([, a], [, b]) => b - a))
    if (palette.length < COLORS && !palette.some((each) => distance(each, color) < 60)) palette.push(color);
  const nearest = new Map<number, number>();
  for (const color of counts.keys()) {
    let best = 0;
    for (let i = 1; i < palette.length; i++)
      if (distance(palette[i]!, color) < distance(palette[best]!, color)) best = i;
    nearest.set(color, best);
  }
  const rows = Buffer.alloc((width + 1) * height);
  pixels.forEach((color, i) => {
    rows[Math.floor(i / width) * (width + 1) + 1 + (i % width)] = nearest.get(color)!;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a pixel, each an index into the palette.
  head.set([8, 3], 8);
  const plte = Buffer.from(palette.flatMap((color) => partsOf(color)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('PLTE', plte),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const partsOf = (color: number): [number, number, number] => [color >> 16, (color >> 8) & 255, color & 255];

function distance(one: number, other: number): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
