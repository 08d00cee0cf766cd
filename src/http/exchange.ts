import { quote } from '../base/cut.js';
import { type ChunkSource, IncomingBody, NO_BODY } from './body.js';
import type { ChunkPace } from './chunk-pace.js';
import type { ClientAddress } from './client-address.js';
import { ClientGone, type HttpRequest, type RequestBody } from './message.js';
import type { ReadAhead } from './read-ahead.js';
import type { UwsRequest, UwsResponse } from './uws.js';

/** Below the 10 s after which uWebSockets.js ends an idle connection; its clock ticks every 4 s. */
const STAY_OPEN_EVERY_MS = 4000;

/**
 * One request on its socket. uWebSockets.js ends the process when a handler returns without a response or
 * onAborted (uWebSockets.js#1296), drops body chunks that come before onData is attached (#1223), and `req`
 * is dead after the handler: so all of that happens in the constructor, which must run before anything
 * asynchronous.
 */
export class Exchange implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: RequestBody;
  /** `body` of a request that has one. */
  readonly incoming: IncomingBody | null;
  /** The peer has gone: `res` must not be touched any more. */
  aborted = false;
  /** Bytes of the reply's body handed to the socket so far. */
  sentBytes = 0;
  /** The whole reply was handed to the socket. */
  isSent = false;
  /** Called once when the peer goes away before the end of the response. */
  onPeerGone: (() => void) | null = null;
  /** Called after every chunk of the body. */
  onBodyData: (() => void) | null = null;
  /**
   * Why it is uncertain where the body ends: a proxy may see the start of the next request elsewhere (request
   * smuggling).
   */
  readonly doubtfulLength: string | null;
  /** Name, value, name, value… */
  readonly #headers: string[] = [];
  readonly #clientAddress: ClientAddress;
  #remoteAddress: string | null = null;
  // Created when first read: an AbortController costs 0.7 µs, a fifth of the rest of a request, and most
  // handlers never read the signal.
  #controller: AbortController | null = null;
  #abortReason: Error | null = null;
  #stayingOpen: NodeJS.Timeout | undefined;
  /** The reply has begun or the client has gone; `res` may be invalid. */
  #waitIsOver = false;

  constructor(
    readonly res: UwsResponse,
    req: UwsRequest,
    clientAddress: ClientAddress,
    readAhead: ReadAhead,
    pace: ChunkPace,
  ) {
    this.#clientAddress = clientAddress;
    res.onAborted(() => this.#peerGone());
    this.method = req.getCaseSensitiveMethod();
    this.path = req.getUrl();
    this.query = req.getQuery() ?? '';
    req.forEach((name, value) => {
      this.#headers.push(name, value);
    });
    this.doubtfulLength = this.#doubtLength();
    this.incoming = this.#receiveBody(readAhead, pace);
    this.body = this.incoming ?? NO_BODY;
  }

  get remoteAddress(): string {
    if (this.#remoteAddress === null) {
      this.#remoteAddress = this.aborted
        ? ''
        : this.#clientAddress(Buffer.from(this.res.getRemoteAddressAsText()).toString('latin1'), (name) =>
            this.headerLines(name).join(),
          );
    }
    return this.#remoteAddress;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#abortReason) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  get signalIfRead(): AbortSignal | null {
    return this.#controller?.signal ?? null;
  }

  readonly header = (name: string): string => {
    const headers = this.#headers;
    for (let i = 0; i < headers.length; i += 2) if (headers[i] === name) return headers[i + 1]!;
    return '';
  };

  readonly headerLines = (name: string): string[] =>
    this.#headers.filter((_, i) => i % 2 === 1 && this.#headers[i - 1] === name);

  abort(reason: Error): void {
    this.#abortReason ??= reason;
    this.#controller?.abort(reason);
    this.incoming?.fail(reason);
  }

  /** To be called when the reply begins. */
  endWait(): void {
    this.#waitIsOver = true;
    clearInterval(this.#stayingOpen);
  }

  #peerGone(): void {
    this.aborted = true;
    this.endWait();
    this.abort(new ClientGone());
    this.onPeerGone?.();
  }

  /**
   * uWebSockets.js stops its idle clock with the last byte of a body, and `resume` starts it again. When
   * `resume` comes after the last byte, as bytes read before the pause arrive after it, the clock would end
   * the connection 10 s later although its client waits for an answer.
   */
  #stayOpen(): void {
    this.#stayingOpen ??= setInterval(() => this.res.resume(), STAY_OPEN_EVERY_MS).unref();
  }

  /** uWebSockets.js reads the first Content-Length, and a body in chunks whatever Transfer-Encoding says. */
  #doubtLength(): string | null {
    const [length, ...others] = this.headerLines('content-length');
    if (others.some((other) => other !== length)) return 'the request has two values of Content-Length';
    const encodings = this.headerLines('transfer-encoding');
    if (encodings.length === 0 || (encodings.length === 1 && encodings[0]!.toLowerCase() === 'chunked'))
      return null;
    return `the request has Transfer-Encoding ${quote(encodings.join(', '))}: send it once, as "chunked", or send Content-Length`;
  }

  #receiveBody(readAhead: ReadAhead, pace: ChunkPace): IncomingBody | null {
    const length = this.header('content-length');
    const declaredBytes = length === '' ? null : Number(length);
    if (declaredBytes === 0 || (declaredBytes === null && this.header('transfer-encoding') === ''))
      return null;
    const source: ChunkSource = {
      pause: () => {
        if (!this.aborted) this.res.pause();
      },
      resume: () => {
        if (this.aborted) return;
        this.res.resume();
        if (body.complete && !this.#waitIsOver) this.#stayOpen();
      },
      cut: () => {
        if (!this.aborted) this.res.close();
      },
    };
    const body = new IncomingBody(declaredBytes, source, readAhead, pace);
    body.hold();
    // Called even after the response was sent (uWebSockets.js#737).
    this.res.onData((chunk, isLast) => {
      body.push(new Uint8Array(chunk), isLast);
      this.onBodyData?.();
    });
    return body;
  }
}
