import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { MIMEType } from 'node:util';
import { Dicer } from '@fastify/busboy';
import { badRequest } from '../errors.js';
import type { RequestBody } from './message.js';

export interface FilePart {
  /** '' when the part has none. */
  readonly filename: string;
  /** With its parameters, as it was sent; 'text/plain' when the part has none. */
  readonly contentType: string;
  /** With backpressure up to the socket; what is left when the callback settles is skipped. */
  readonly stream: AsyncIterable<Buffer>;
}

export interface MultipartOptions {
  /** Bytes of one field. */
  readonly maxFieldBytes: number;
  /** Fields and files together; default 20. */
  readonly maxParts?: number;
  /** Which parts go to onFile; default: those with a filename. */
  readonly isFile?: (name: string, hasFilename: boolean) => boolean;
  readonly onField: (name: string, value: string) => void | Promise<void>;
  readonly onFile: (name: string, part: FilePart) => Promise<void>;
}

type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

const DEFAULT_MAX_PARTS = 20;
const MAX_HEADERS_OF_PART = 20;

/**
 * Reads multipart/form-data as it arrives and hands over its parts, one after the other in the order of the body. When it
 * rejects, no callback is running any more. Busboy itself drops the parameters of a part's content type, hence its parser.
 * @throws AppError BAD_REQUEST on a missing boundary, a body that ends early, a part without name, too many or too large
 *   parts; else what a callback threw, or why the body ended
 */
export async function readMultipart(
  contentType: string,
  body: RequestBody,
  options: MultipartOptions,
): Promise<void> {
  const reading = new MultipartReading(boundaryOf(contentType), options);
  try {
    for await (const chunk of body.stream()) await reading.write(chunk);
    await reading.end();
  } catch (error) {
    await reading.abandon(error as Error);
    throw error;
  }
}

class MultipartReading {
  readonly #options: MultipartOptions;
  readonly #parser: Dicer;
  readonly #parts: Readable[] = [];
  /** The callbacks, one behind the other. */
  #callbacks: Promise<void> = Promise.resolve();
  #failure: Error | null = null;
  #finished = false;
  #wake: (() => void) | null = null;

  constructor(boundary: string, options: MultipartOptions) {
    this.#options = options;
    this.#parser = new Dicer({ boundary, maxHeaderPairs: MAX_HEADERS_OF_PART });
    this.#parser.on('part', (part) => this.#takePart(part));
    this.#parser.on('error', () =>
      this.#fail(badRequest('the multipart body ends before its last boundary')),
    );
    this.#parser.on('finish', () => {
      this.#finished = true;
      this.#wakeUp();
    });
  }

  /** Resolves when the parser, and so the reader of the part, has taken the chunk. */
  async write(chunk: Buffer): Promise<void> {
    // What comes after the last boundary is not ours.
    if (this.#finished || !this.#parser.writable) return;
    let taken = false;
    this.#parser.write(chunk, () => {
      taken = true;
      this.#wakeUp();
    });
    while (!taken) await this.#wait();
    if (this.#failure) throw this.#failure;
  }

  async end(): Promise<void> {
    if (this.#parser.writable) this.#parser.end();
    while (!this.#finished) await this.#wait();
    await this.#callbacks;
    if (this.#failure) throw this.#failure;
  }

  /** Ends the part that is being read with `error`, and waits for its callback. */
  async abandon(error: Error): Promise<void> {
    this.#failure ??= error;
    for (const part of this.#parts) part.destroy(error);
    this.#parser.destroy();
    await this.#callbacks;
  }

  #takePart(part: Readable): void {
    // The parser emits errors on parts that nobody reads yet.
    part.on('error', () => {});
    this.#parts.push(part);
    const { maxParts = DEFAULT_MAX_PARTS } = this.#options;
    if (this.#parts.length > maxParts) {
      this.#fail(badRequest(`the multipart body has more than ${maxParts} parts`));
      return;
    }
    part.on('header', (headers: PartHeaders) => {
      this.#callbacks = this.#callbacks
        .then(() => (this.#failure ? undefined : this.#handOver(part, headers)))
        .then(
          () => void part.resume(),
          (error) => this.#fail(error),
        );
    });
  }

  async #handOver(part: Readable, headers: PartHeaders): Promise<void> {
    const { maxFieldBytes, isFile = (_, hasFilename) => hasFilename, onField, onFile } = this.#options;
    const { name, filename } = dispositionOf(headers['content-disposition']?.[0] ?? '');
    if (name === null) throw badRequest('a part of the multipart body has no name');
    if (isFile(name, filename !== null)) {
      const contentType = headers['content-type']?.[0] ?? 'text/plain';
      await onFile(name, { filename: filename ?? '', contentType, stream: part });
    } else {
      await onField(name, await readField(name, part, maxFieldBytes));
    }
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wakeUp();
  }

  /** @throws the failure, if any */
  async #wait(): Promise<void> {
    if (this.#failure) throw this.#failure;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (this.#failure) throw this.#failure;
  }

  #wakeUp(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}

async function readField(name: string, part: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let totalBytes = 0;
  for await (const chunk of part) {
    totalBytes += chunk.length;
    if (totalBytes > maxBytes) {
      throw badRequest(`the part ${JSON.stringify(name)} is larger than the limit of ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks, totalBytes);
  if (!isUtf8(bytes)) throw badRequest(`the part ${JSON.stringify(name)} is not UTF-8`);
  return bytes.toString('utf8');
}

function boundaryOf(contentType: string): string {
  const boundary = parseMimeType(contentType)?.params.get('boundary');
  if (!boundary) throw badRequest('the content type multipart/form-data must name its boundary');
  return boundary;
}

/** The header has the grammar of a content type, but for the missing second half of the type. */
function dispositionOf(value: string): { name: string | null; filename: string | null } {
  const params = parseMimeType(`multipart/${value}`)?.params;
  return { name: params?.get('name') ?? null, filename: params?.get('filename') ?? null };
}

function parseMimeType(text: string): MIMEType | null {
  try {
    return new MIMEType(text);
  } catch {
    return null;
  }
}
