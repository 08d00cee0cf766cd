/** What dispatch sees of a request: no sockets, so that tests can make one by hand. */
export interface HttpRequest {
  /** Upper case. */
  readonly method: string;
  /** Without the query, still percent-encoded. */
  readonly path: string;
  /** Without the question mark, still percent-encoded. */
  readonly query: string;
  /** Whom counters of addresses count: the client's IPv4 address, or the /64 network of its IPv6 one. */
  readonly remoteAddress: string;
  readonly body: RequestBody;
  /** Aborted when the peer goes away (reason: PeerGone) or the deadline passes. Made when it is first read. */
  readonly signal: AbortSignal;
  /** The same; null when nobody has read it: making one takes longer than most of what a short request does. */
  readonly signalIfRead: AbortSignal | null;
  /** The value of a header by its lower-case name; '' when absent, the first when it is repeated. Needs no `this`. */
  readonly header: (name: string) => string;
  /** All values of a header that may come in several lines. */
  readonly headerLines: (name: string) => readonly string[];
  /** Gives the request up: aborts `signal` and ends a read of the body that waits. Dispatch does it at the deadline. */
  abort(reason: Error): void;
}

/** The peer closed the connection before it was answered: nobody's fault, and nobody reads the answer. */
export class PeerGone extends Error {
  override readonly name = 'PeerGone';
  constructor() {
    super('the peer closed the connection');
  }
}

/** The body as it comes from the socket. */
export interface RequestBody extends ReadableBody {
  /** So far. */
  readonly receivedBytes: number;
  /** In which a reader waited for the client to send, so far. */
  readonly waitedMs: number;
}

export interface ReadableBody {
  /** Content-Length, or null when the length is not declared. */
  readonly declaredBytes: number | null;
  /** Whether a read waits for the peer to send more. */
  readonly awaitsPeer: boolean;
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

/** How the sending of a reply ended. */
export interface Sent {
  /** Of the body, handed to the socket. */
  readonly bytes: number;
  /** false: the connection ended before the reply did. */
  readonly isComplete: boolean;
}

export interface Reply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as application/json. */
  readonly json?: unknown;
  /**
   * Sent as it is; its content-type comes from headers. An iterable is pulled with backpressure; a content-length header,
   * where given, is kept, else it is sent in chunked encoding.
   */
  readonly bytes?: Buffer | string | AsyncIterable<Buffer>;
  /** Whose it is, for bounds of what is under way; 0 or absent: nobody's. */
  readonly accountId?: number;
  /** Called once when it was sent, or cannot be any more. */
  readonly onEnd?: (sent: Sent) => void;
}
