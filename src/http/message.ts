/** What dispatch sees of a request: no sockets, so that tests can make one by hand. */
export interface HttpRequest {
  /** Upper case. */
  readonly method: string;
  /** Without the query, still percent-encoded. */
  readonly path: string;
  /** Without the question mark, still percent-encoded. */
  readonly query: string;
  /** IP address of the peer in text form. */
  readonly remoteAddress: string;
  readonly body: RequestBody;
  /** Aborted when the peer goes away or the deadline passes. */
  readonly signal: AbortSignal;
  /** The value of a header by its lower-case name; '' when absent. */
  header(name: string): string;
}

export interface RequestBody {
  /** Content-Length, or null when the length is not declared. */
  readonly declaredBytes: number | null;
  /**
   * The whole body in memory.
   * @throws AppError BAD_REQUEST above maxBytes (from Content-Length before a byte is read where possible)
   */
  bytes(maxBytes: number): Promise<Buffer>;
  /**
   * The body chunk by chunk with backpressure: the next chunk is read when the loop asks for it. A chunk may be
   * kept, nothing overwrites it. Ends with an error when the peer goes away.
   */
  stream(): AsyncIterable<Buffer>;
}

export interface Reply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as application/json. */
  readonly json?: unknown;
  /** Sent as it is; its content-type comes from headers. An iterable is pulled with backpressure. */
  readonly bytes?: Buffer | string | AsyncIterable<Buffer>;
}
