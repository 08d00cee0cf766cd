/** Request without sockets, so that tests can make one by hand. */
export interface HttpRequest {
  /** Upper case. */
  readonly method: string;
  /** Without the query, still percent-encoded. */
  readonly path: string;
  /** Without the question mark, still percent-encoded. */
  readonly query: string;
  /** Address for rate limits: the client's IPv4 address, or the /64 network of its IPv6 one. */
  readonly remoteAddress: string;
  readonly body: RequestBody;
  /**
   * Aborted when the peer goes away (reason: ClientGone) or the deadline passes. Made when it is first read.
   */
  readonly signal: AbortSignal;
  /** `signal` if it was read before, else null: making one takes longer than most of a short request. */
  readonly signalIfRead: AbortSignal | null;
  /**
   * The value of a header by its lower-case name; '' when absent, the first when it is repeated. Needs no
   * `this`.
   */
  readonly header: (name: string) => string;
  /** All values of a header that may come in several lines. */
  readonly headerLines: (name: string) => readonly string[];
  /** Aborts `signal` and ends a waiting read of the body. Dispatch calls it at the deadline. */
  abort(reason: Error): void;
}

/** The client closed the connection before the answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
  constructor() {
    super('the peer closed the connection');
  }
}

/** The body as it comes from the socket. */
export interface RequestBody extends ReadableBody {
  /** Bytes received so far. */
  readonly receivedBytes: number;
  /** Time that a reader has waited for the client to send. */
  readonly waitedMs: number;
}

export interface ReadableBody {
  /** Content-Length, or null when the length is not declared. */
  readonly declaredBytes: number | null;
  /** True while a read waits for the client to send. */
  readonly awaitsPeer: boolean;
  /**
   * The whole body in memory.
   * @throws AppError BAD_REQUEST above maxBytes (from Content-Length before a byte is read where possible)
   */
  bytes(maxBytes: number): Promise<Buffer>;
  /**
   * The body chunk by chunk with backpressure: the next chunk is read when the loop asks for it. A chunk may
   * be kept: its memory is not reused unless the reader gives it back (base/chunk-memory.ts). Ends with an
   * error when the client goes away.
   */
  stream(): AsyncIterable<Buffer>;
}

/** Outcome of sending a reply. */
export interface Sent {
  /** Bytes of the body handed to the socket. */
  readonly bytes: number;
  /** false: the connection ended before the reply did. */
  readonly isComplete: boolean;
}

export interface Reply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further values of Set-Cookie, the only header that may come more than once. */
  readonly moreCookies?: readonly string[];
  /** Sent as application/json. */
  readonly json?: unknown;
  /**
   * Sent unchanged; the content-type comes from headers. An iterable is pulled with backpressure, and sent
   * with the content-length of the headers or else in chunked encoding.
   */
  readonly bytes?: Buffer | string | AsyncIterable<Buffer>;
  /** Who is charged for the unread bytes: an account, or the address of a client without a key. */
  readonly reader?: number | string;
  /** Called once, when the reply was sent or its connection ended. */
  readonly onEnd?: (sent: Sent) => void;
}
