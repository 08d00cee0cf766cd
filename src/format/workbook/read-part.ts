import { createSpoolDecoder, type SpoolDecoder } from '../encoding.js';
import { type XmlHandler, XmlScanner } from './xml-scanner.js';
import type { ZipParts } from './zip-parts.js';

/**
 * Reads a part as XML in whatever encoding it declares.
 * @param isDone asked between chunks: the rest is left
 * @throws AppError BAD_REQUEST when it is missing or damaged, and what the handler throws
 */
export async function* readPart(
  zip: ZipParts,
  name: string,
  handler: XmlHandler,
  isDone: () => boolean = () => false,
): AsyncGenerator<void> {
  const scanner = new XmlScanner(handler, name);
  let decoder: SpoolDecoder | null = null;
  for await (const chunk of zip.read(name)) {
    decoder ??= createSpoolDecoder(charsetOf(chunk));
    scanner.push(decoder.push(chunk).toString('latin1'));
    yield;
    if (isDone()) return;
  }
  if (decoder !== null) scanner.push(decoder.finish().tail.toString('latin1'));
  scanner.finish();
}

/** Reads all of a part at once. */
export async function parsePart(zip: ZipParts, name: string, handler: XmlHandler): Promise<void> {
  for await (const _ of readPart(zip, name, handler));
}

/** null: UTF-8, or what a byte order mark says. */
function charsetOf(first: Buffer): string | null {
  if (first[0] === 0x3c && first[1] === 0) return 'utf-16le';
  if (first[0] === 0 && first[1] === 0x3c) return 'utf-16be';
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    first.toString('latin1', 0, 200),
  );
  // It stands there in UTF-8: another encoding of two bytes would not show it.
  return declared === null || /^utf-?16/i.test(declared[1]!) ? null : declared[1]!;
}
