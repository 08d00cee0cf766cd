import { pipeline } from 'node:stream/promises';
import { createGunzip, type Gunzip } from 'node:zlib';
import { quote } from '../base/cut.js';
import { badRequest } from '../base/errors.js';
import type { HttpRequest, ReadableBody } from './message.js';

export interface InflateLimits {
  /** Bytes of the decompressed body. */
  readonly maxBytes: number;
}

const CHUNK_BYTES = 64 * 1024;
/** Tables of places compress less; deflate's best, on constant bytes, is 1:1032. */
const MAX_RATIO = 200;
/** Bytes up to which the ratio does not matter. */
const FREE_BYTES = 1024 * 1024;

/**
 * The body of a request, decompressed while it streams if it has a Content-Encoding.
 * @throws AppError BAD_REQUEST for an encoding other than gzip and identity; while the body is read, for
 * truncated or invalid gzip, and for data that decompress to over maxBytes or to over 200 times their size
 */
export function decodedBody({ header, body }: HttpRequest, limits: InflateLimits): ReadableBody {
  const encoding = header('content-encoding').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return body;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    throw badRequest(`the content encoding ${quote(encoding, 60)} is not supported; use gzip or identity`);
  }
  const stream = () => gunzip(body.stream(), limits);
  return {
    declaredBytes: null,
    get awaitsPeer() {
      return body.awaitsPeer;
    },
    stream,
    async bytes(maxBytes) {
      const chunks: Buffer[] = [];
      for await (const chunk of gunzip(body.stream(), { maxBytes: Math.min(maxBytes, limits.maxBytes) }))
        chunks.push(chunk);
      return Buffer.concat(chunks);
    },
  };
}

/** @throws as the body of `decodedBody` does */
export async function* gunzip(
  source: AsyncIterable<Buffer>,
  { maxBytes }: InflateLimits,
): AsyncGenerator<Buffer> {
  const unzip = createGunzip({ chunkSize: CHUNK_BYTES });
  let taken = 0;
  let complete = false;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      taken += chunk.length;
      yield chunk;
    }
    complete = true;
  };
  // The loop below receives its errors.
  const feeding = pipeline(counted, unzip).catch(() => {});
  let size = 0;
  try {
    for await (const chunk of unzip as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw badRequest(`the upload is larger than the limit of ${maxBytes} bytes`);
      refuseBomb(size, unzip);
      yield chunk;
    }
    // zlib ends silently when other bytes follow the data.
    if (!complete || unzip.bytesWritten < taken) throw badRequest('other bytes follow the gzip data');
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    throw code.startsWith('Z_') ? badRequest(`the body is truncated or invalid gzip: ${message}`) : error;
  } finally {
    unzip.destroy();
    await feeding;
  }
}

function refuseBomb(size: number, unzip: Gunzip): void {
  if (size > FREE_BYTES && size > MAX_RATIO * unzip.bytesWritten) {
    throw badRequest(`the gzip data are compressed by more than ${MAX_RATIO} to 1: send them uncompressed`);
  }
}
