import { createSpoolDecoder, type SpoolDecoder } from '../encoding.js';
import { type XmlHandler, XmlScanner } from './xml-scanner.js';
import type { ZipParts } from './zip-parts.js';

/** Takes a document in UTF-8. @throws AppError BAD_REQUEST when it is not well-formed */
export interface DocumentReader {
  push(chunk: Buffer): void;
  finish(): void;
}

/**
 * Reads a part as XML in whatever encoding it declares.
 * @param isDone asked between chunks: the rest is left
 * @throws AppError BAD_REQUEST when it is missing or damaged, and what the reader throws
 */
export async function* readPart(
  zip: ZipParts,
  name: string,
  reader: DocumentReader,
  isDone: () => boolean = () => false,
): AsyncGenerator<void> {
  let decoder: SpoolDecoder | null = null;
  for await (const chunk of zip.read(name)) {
    decoder ??= createSpoolDecoder(charsetOf(chunk));
    reader.push(decoder.push(chunk));
    yield;
    if (isDone()) return;
  }
  if (decoder !== null) reader.push(decoder.finish().tail);
  reader.finish();
}

/** Reads all of a part at once. */
export async function parsePart(zip: ZipParts, name: string, handler: XmlHandler): Promise<void> {
  for await (const _ of readPart(zip, name, new XmlScanner(handler, name)));
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
