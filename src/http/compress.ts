import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { compressedTag } from './etag.js';
import type { HttpRequest, Reply } from './message.js';

/** Bytes below which a body fits in one packet. */
const LEAST_BYTES = 1024;
/**
 * JSON shrinks to a fifth at the lowest level, at 200 MB a second; higher levels take three times as long for
 * a sixth less.
 */
const LEVEL = 1;
/** `gzip`, or anything, unless its weight is 0. */
const TAKES_GZIP = /(?:^|,)\s*(?:gzip|x-gzip|\*)\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/i;

const gzipOnThread = promisify(gzip);

/**
 * Tells whether an answer depends on the encodings that its client takes: it is whole and not encoded.
 * Streams are as they are.
 */
export function variesByEncoding({ status, headers, json, bytes }: Reply): boolean {
  if (json === undefined && typeof bytes !== 'string' && !Buffer.isBuffer(bytes)) return false;
  return status !== 204 && status !== 304 && headers?.['content-encoding'] === undefined;
}

/** Tells whether the client wants a compressed body. */
export const takesGzip = ({ method, header }: HttpRequest): boolean =>
  method !== 'HEAD' && TAKES_GZIP.test(header('accept-encoding'));

/** Tells whether to compress an answer that `variesByEncoding`. */
export const mayCompress = (request: HttpRequest, { json, bytes }: Reply): boolean =>
  (json !== undefined || (bytes as Buffer | string).length >= LEAST_BYTES) && takesGzip(request);

/**
 * Compresses an answer on a thread of the pool; one that is short, or is no JSON after all, stays as it is.
 */
export async function compress(reply: Reply): Promise<Reply> {
  const { json, ...rest } = reply;
  const plain = (json === undefined ? reply.bytes : textOf(json)) as Buffer | string | undefined;
  if (plain === undefined || plain.length < LEAST_BYTES) return reply;
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  const { 'content-length': _, etag, ...headers } = reply.headers ?? {};
  const tag = etag === undefined ? {} : { etag: compressedTag(etag) };
  return {
    ...rest,
    headers: { ...type, ...headers, ...tag, 'content-encoding': 'gzip' },
    bytes: await gzipOnThread(plain, { level: LEVEL }),
  };
}

/** undefined for a value that cannot be written: the server says so. */
function textOf(json: unknown): string | undefined {
  try {
    return JSON.stringify(json);
  } catch {
    return undefined;
  }
}
