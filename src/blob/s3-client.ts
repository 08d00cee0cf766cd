import { Transform } from 'node:stream';
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { BlobStoreAway } from './blob-store.js';
import type { S3Address } from './s3-address.js';

/** Deadline of one try until the head of its answer: a part of 8 MiB at 1.2 Mbit/s. */
const TRY_DEADLINE_MS = 60_000;
const CONNECT_DEADLINE_MS = 5_000;
/** Longest time without a byte in either direction. Slow clients are cut off earlier. */
const SILENCE_DEADLINE_MS = 30_000;
/** Deadline of a request with all its tries. */
const REQUEST_DEADLINE_MS = 180_000;
/** Between tries the SDK waits for random times from 0.1 s, doubled each time. */
const TRIES = 4;
/** Slow downloads hold their connections. */
const MAX_CONNECTIONS = 128;
/** Above the size of a list of 1,000 keys of 1,024 escaped bytes. */
const MAX_XML_BYTES = 8 << 20;

/** Shorter deadlines, for tests of failures. */
export interface S3Deadlines {
  tryMs?: number;
  silenceMs?: number;
  requestMs?: number;
}

/**
 * The AWS SDK's client with bounds on deadlines, tries, connections and the size of answers other than blobs.
 * It follows no redirect. The SDK finds the credentials.
 */
export class BoundedS3Client {
  readonly #client: S3Client;
  readonly #requestMs: number;

  constructor({ endpoint, region, pathStyle }: S3Address, deadlines: S3Deadlines = {}) {
    const { tryMs = TRY_DEADLINE_MS, silenceMs = SILENCE_DEADLINE_MS } = deadlines;
    this.#requestMs = deadlines.requestMs ?? REQUEST_DEADLINE_MS;
    this.#client = new S3Client({
      ...(endpoint !== null && { endpoint }),
      ...(region !== null && { region }),
      forcePathStyle: pathStyle,
      maxAttempts: TRIES,
      // Expect: 100-continue would cost a round trip for each part.
      expectContinueHeader: false,
      requestHandler: {
        requestTimeout: tryMs,
        throwOnRequestTimeout: true,
        connectionTimeout: Math.min(CONNECT_DEADLINE_MS, tryMs),
        socketTimeout: silenceMs,
        httpAgent: { maxSockets: MAX_CONNECTIONS },
        httpsAgent: { maxSockets: MAX_CONNECTIONS },
      },
    });
    this.#client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const result = await next(args);
          const response = result.response as { statusCode: number; body?: NodeJS.ReadableStream };
          const isBlob = commandName === 'GetObjectCommand' && response.statusCode < 300;
          if (!isBlob && response.body) response.body = bounded(response.body);
          return result;
        },
      // Next to the connection, before anything reads the answer.
      { step: 'deserialize', priority: 'low', name: 'boundAnswers' },
    );
  }

  /** @throws S3Failure for every error */
  async send<T>(request: (client: S3Client, abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.#requestMs);
    try {
      return await request(this.#client, deadline.signal);
    } catch (error) {
      throw new S3Failure(error);
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#client.destroy();
  }
}

/** A request that failed after its tries. */
export class S3Failure extends BlobStoreAway {
  /** Error code of S3 (`NoSuchKey`) or Node (`ECONNREFUSED`). */
  readonly reason: string;
  /** null: no answer. */
  readonly status: number | null;

  constructor(error: unknown) {
    const { name, code, message } = error as Partial<NodeJS.ErrnoException>;
    const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? null) : null;
    // The SDK's own names, such as CredentialsProviderError, say more than codes; those of Node's errors do
    // not.
    const reason = (name === 'Error' || name === 'AggregateError' ? code : name) ?? 'Error';
    // Without a cause: the SDK's error for a wrong signature contains the key id and everything that was
    // signed.
    super(
      `the blob store failed: ${reason}${status === null ? '' : ` (${status})`}: ${message || 'no answer'}`,
    );
    this.reason = reason;
    this.status = status;
  }
}

function bounded(body: NodeJS.ReadableStream): NodeJS.ReadableStream {
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > MAX_XML_BYTES ? new Error('an answer of the blob store is too long') : null, chunk);
    },
  });
  body.on('error', (error) => counted.destroy(error));
  return body.pipe(counted);
}
