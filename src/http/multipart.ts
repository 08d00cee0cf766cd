import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { MIMEType } from 'node:util';
import { Dicer } from '@fastify/busboy';
import { quote } from '../base/cut.js';
import { AppError, badRequest } from '../base/errors.js';
import type { ReadableBody } from './message.js';

export interface FilePart {
  /** '' when the part has none. */
  readonly filename: string;
  /** Type as it was sent, with its parameters; 'text/plain' when the part has none. */
  readonly contentType: string;
  /** With backpressure up to the socket; an unread rest is skipped when the callback settles. */
  readonly stream: AsyncIterable<Buffer>;
}

export interface MultipartOptions {
  /** Tells files from fields. Default: files are the parts with a filename. */
  readonly isFile?: (name: string, filename: string | null) => boolean;
  /** Bytes of one field. */
  readonly maxFieldBytes: number;
  readonly onField: (name: string, value: string) => void | Promise<void>;
  readonly onFile: (name: string, part: FilePart) => Promise<void>;
}

type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/** Fields and files together. */
const MAX_PARTS = 20;
const MAX_HEADERS_OF_PART = 20;
/** RFC 2046, 5.1.1: up to 70 characters, the last one not a space. The parser throws at some 250. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/**
 * Reads multipart/form-data as it arrives and passes its parts to the callbacks, one after the other. No
 * callback is running any more when it rejects. It uses the parser of Busboy, because Busboy itself drops the
 * parameters of a part's content type.
 * @throws AppError BAD_REQUEST on a missing or malformed boundary, a body that is malformed or ends early, a
 * part without a name, too many or too large parts; otherwise the error of a callback or of the body
 */
export async function readMultipart(
  contentType: string,
  body: ReadableBody,
  options: MultipartOptions,
): Promise<void> {
  const reading = new MultipartReading(boundaryOf(contentType), options);
  const feed = async (): Promise<void> => {
    for await (const chunk of body.stream()) await reading.write(chunk);
    await reading.end();
  };
  try {
    // A callback's error does not wait for the client to send more.
    await Promise.race([feed(), reading.failed]);
  } catch (error) {
    await reading.abandon(error as Error);
    throw error;
  }
}

class MultipartReading {
  readonly #options: MultipartOptions;
  readonly #parser: Dicer;
  readonly #parts: Readable[] = [];
  #headedParts = 0;
  #hasTooMany = false;
  /** Chain of the callbacks. */
  #callbacks: Promise<void> = Promise.resolve();
  #failure: Error | null = null;
  #reject: (error: Error) => void = () => {};
  /** Never resolves; rejects when a callback or the parser gives up. */
  readonly failed = new Promise<never>((_, reject) => {
    this.#reject = reject;
  });
  #finished = false;
  #wake: (() => void) | null = null;

  constructor(boundary: string, options: MultipartOptions) {
    this.#options = options;
    // Dicer's own backpressure stalls when a part ends within the chunk that filled it. So parts accept
    // everything and write() waits: they hold one chunk at most.
    const config = { boundary, maxHeaderPairs: MAX_HEADERS_OF_PART, partHwm: Number.MAX_SAFE_INTEGER };
    this.#parser = new Dicer(config);
    this.#parser.on('part', (part) => this.#takePart(part));
    this.#parser.on('error', () =>
      this.#fail(
        badRequest(
          'the multipart body ends before its last boundary: it was cut, or the Content-Type names another boundary',
        ),
      ),
    );
    this.#parser.on('finish', () => {
      this.#finished = true;
      this.#wakeUp();
    });
  }

  /**
   * Resolves when the parts have been read up to the end of the chunk. Skips bytes after the last boundary.
   */
  async write(chunk: Buffer): Promise<void> {
    await this.#parse(() => this.#parser.write(chunk));
    await this.#until(() => this.#parts.every((part) => part.readableLength === 0));
  }

  async end(): Promise<void> {
    await this.#parse(() => this.#parser.end());
    await this.#until(() => this.#finished);
    await this.#callbacks;
    if (this.#failure) throw this.#failure;
    if (this.#headedParts < this.#parts.length) throw unnamedPart();
  }

  /** @throws AppError BAD_REQUEST for any error of the parser, as the client sent the bytes */
  async #parse(step: () => void): Promise<void> {
    try {
      step();
    } catch (error) {
      // The parts before one too many have ended: what their callbacks say does not depend on how the bytes
      // were cut into chunks.
      if (this.#hasTooMany) await this.#callbacks;
      if (this.#failure) throw this.#failure;
      throw error instanceof AppError ? error : badRequest('the multipart body cannot be read');
    }
  }

  /** Ends the current part with `error`, and waits for its callback. */
  async abandon(error: Error): Promise<void> {
    this.#failure ??= error;
    for (const part of this.#parts) part.destroy(error);
    this.#parser.destroy();
    await this.#callbacks;
  }

  #takePart(part: Readable): void {
    // Thrown through the parser, which would otherwise read all parts of the chunk first.
    if (this.#parts.length === MAX_PARTS) {
      this.#hasTooMany = true;
      throw badRequest(`the multipart body has more than ${MAX_PARTS} parts`);
    }
    this.#parts.push(part);
    // The parser emits errors on parts that are not being read yet.
    part.on('error', () => {});
    part.on('header', (headers: PartHeaders) => {
      this.#headedParts++;
      this.#callbacks = this.#callbacks
        .then(() => (this.#failure ? undefined : this.#handOver(part, headers)))
        .catch((error) => this.#fail(error));
    });
  }

  async #handOver(part: Readable, headers: PartHeaders): Promise<void> {
    const { isFile, maxFieldBytes, onField, onFile } = this.#options;
    const { name, filename } = dispositionOf(headers['content-disposition']?.[0] ?? '');
    if (name === null) throw unnamedPart();
    const stream = this.#read(part);
    if (isFile ? isFile(name, filename) : filename !== null) {
      const contentType = headers['content-type']?.[0] ?? 'text/plain';
      await onFile(name, { filename: filename ?? '', contentType, stream });
    } else {
      await onField(name, await readField(name, stream, maxFieldBytes));
    }
    for await (const _ of this.#read(part));
  }

  async *#read(part: Readable): AsyncGenerator<Buffer, void, undefined> {
    // A reader that stops early leaves the part open: the parser finishes only when the part is read to its
    // end.
    for await (const piece of part.iterator({ destroyOnReturn: false })) {
      this.#wakeUp();
      yield piece;
    }
    this.#wakeUp();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#reject(this.#failure);
    this.#wakeUp();
  }

  /** @throws the failure, if any */
  async #until(isSo: () => boolean): Promise<void> {
    for (;;) {
      if (this.#failure) throw this.#failure;
      if (isSo()) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #wakeUp(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}

const unnamedPart = () =>
  badRequest('a part of the multipart body has no name: give it name="file" or the name of an option');

async function readField(name: string, part: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let totalBytes = 0;
  for await (const chunk of part) {
    totalBytes += chunk.length;
    if (totalBytes > maxBytes) {
      throw badRequest(`the part ${quote(name)} is larger than the limit of ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks, totalBytes);
  if (!isUtf8(bytes)) throw badRequest(`the part ${quote(name)} is not UTF-8`);
  return bytes.toString('utf8');
}

function boundaryOf(contentType: string): string {
  const boundary = parseMimeType(contentType)?.params.get('boundary');
  if (!boundary)
    throw badRequest(
      'the content type multipart/form-data must name its boundary: let the client set the Content-Type, as curl -F does',
    );
  if (!BOUNDARY.test(boundary)) {
    throw badRequest(
      "the boundary of multipart/form-data must be 1 to 70 letters, digits, blanks or any of '()+_,-./:=? without a blank at its end",
    );
  }
  return boundary;
}

/** Content-Disposition has the grammar of a content type without the subtype. */
function dispositionOf(value: string): { name: string | null; filename: string | null } {
  const params = parseMimeType(`multipart/${value}`)?.params;
  return { name: textOf(params?.get('name')), filename: textOf(params?.get('filename')) };
}

/** The parser reads headers as Latin-1; what browsers send is UTF-8. */
function textOf(latin1: string | null | undefined): string | null {
  if (latin1 === null || latin1 === undefined) return null;
  const bytes = Buffer.from(latin1, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : latin1;
}

/** null for what is no content type. */
export function parseMimeType(text: string): MIMEType | null {
  try {
    return new MIMEType(text);
  } catch {
    return null;
  }
}
