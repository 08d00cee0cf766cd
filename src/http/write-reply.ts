import { STATUS_CODES } from 'node:http';
import type { Exchange } from './exchange.js';
import type { Reply } from './message.js';
import { sendChunks } from './send-chunks.js';

export interface WriteOptions {
  /** Asks the peer to close the connection: the server is going down. */
  readonly closeConnection: boolean;
  readonly onError: (error: unknown) => void;
  /** Called when the last byte was handed to the socket; where the peer goes first, `exchange.onPeerGone` is. */
  readonly onSent: () => void;
}

/** A larger reply goes out piece by piece as the peer takes it, so that its end, or the peer's, is noticed. */
const AT_ONCE_BYTES = 64 * 1024;
/** An unread rest of a body up to this is received and forgotten, and the connection lives on. */
const FORGET_BYTES = 256 * 1024;
/** A peer that goes on uploading after an early reply gets this much and this long to notice it. */
const LINGER_BYTES = 16 * 1024 * 1024;
const LINGER_MS = 5000;

const STATUS_LINES = new Map(
  Object.entries(STATUS_CODES).map(([code, text]) => [Number(code), `${code} ${text}`]),
);
const LINE_BREAK = /[\r\n]/;
const BROKEN_JSON = { error: { code: 'INTERNAL_ERROR', message: 'Internal error' } };

/** Sends a reply, whatever state its request is in. Never throws. */
export function writeReply(exchange: Exchange, reply: Reply, options: WriteOptions): void {
  if (exchange.aborted) return;
  let head = reply;
  let bytes = reply.bytes ?? '';
  try {
    checkHeaders(reply);
    if (reply.json !== undefined) bytes = JSON.stringify(reply.json);
  } catch (error) {
    options.onError(error);
    head = brokenReply(reply);
    bytes = JSON.stringify(head.json);
  }
  const { incoming } = exchange;
  if (typeof bytes !== 'string' && !Buffer.isBuffer(bytes)) {
    incoming?.discard();
    sendChunks(exchange, head, bytes, options);
  } else if (incoming && incoming.outstandingBytes > FORGET_BYTES) {
    sendAndLinger(exchange, head, bytes);
  } else if (bytes.length > AT_ONCE_BYTES && exchange.method !== 'HEAD') {
    incoming?.discard();
    const buffer = Buffer.from(bytes);
    const headers = { ...head.headers, 'content-length': String(buffer.length) };
    sendChunks(exchange, { ...head, headers }, [buffer], options);
  } else {
    incoming?.discard();
    sendAtOnce(exchange, head, bytes, options);
  }
}

/** Takes the place of a reply that cannot be sent, under its request id and with its rate limit. */
export function brokenReply({ headers = {} }: Reply): Reply {
  const kept = Object.entries(headers).filter(
    ([name, value]) => name.startsWith('x-') && isHeaderValue(value),
  );
  return { status: 500, headers: Object.fromEntries(kept), json: BROKEN_JSON };
}

/** Status line and headers; not content-length, which the ways to end a response write themselves. */
export function writeHead({ res }: Exchange, { status, json, headers }: Reply): void {
  res.writeStatus(STATUS_LINES.get(status) ?? String(status));
  if (json !== undefined) res.writeHeader('content-type', 'application/json');
  for (const name in headers) if (name !== 'content-length') res.writeHeader(name, headers[name]!);
}

function sendAtOnce(exchange: Exchange, head: Reply, bytes: string | Buffer, options: WriteOptions): void {
  const { res, method } = exchange;
  res.cork(() => {
    writeHead(exchange, head);
    if (hasNoBody(exchange, head)) {
      if (method === 'HEAD') res.writeHeader('content-length', String(Buffer.byteLength(bytes)));
      if (options.closeConnection) res.writeHeader('connection', 'close');
      // With any argument, undefined included, it sends a content-length and waits for a body of that length.
      res.endWithoutBody();
    } else {
      res.end(bytes, options.closeConnection);
    }
  });
  options.onSent();
}

/**
 * A reply to a request whose body is still coming and too long to wait for. uWebSockets.js can either end a response and
 * then receive the rest without a bound, or close at once, and that resets the connection before the peer has read the
 * reply. So the body is written as the tail of the last header, which leaves the response open and closable; its last two
 * bytes are the line break that ends a header, blanks after a JSON text.
 */
function sendAndLinger(exchange: Exchange, head: Reply, bytes: string | Buffer): void {
  const { res } = exchange;
  const incoming = exchange.incoming!;
  res.cork(() => {
    writeHead(exchange, head);
    if (hasNoBody(exchange, head)) {
      res.writeHeader('connection', 'close\r\n');
    } else {
      res.writeHeader('connection', 'close');
      const length = Buffer.byteLength(bytes) + 2;
      res.writeHeader(
        'content-length',
        Buffer.concat([Buffer.from(`${length}\r\n\r\n`), Buffer.from(bytes)]),
      );
    }
  });
  const close = (): void => {
    if (!exchange.aborted) res.close();
  };
  const timer = setTimeout(close, LINGER_MS);
  const { onPeerGone } = exchange;
  exchange.onPeerGone = () => {
    clearTimeout(timer);
    onPeerGone?.();
  };
  const lastByte = incoming.receivedBytes + LINGER_BYTES;
  exchange.onBodyData = () => {
    // Not at once: when the rest came in the packet of the head, the reply is not in the socket yet, and would go with it.
    if (incoming.complete || incoming.receivedBytes >= lastByte) setImmediate(close);
  };
  incoming.discard();
}

const hasNoBody = ({ method }: Exchange, { status }: Reply): boolean =>
  method === 'HEAD' || status === 204 || status === 304;

/** A line break in a value would let whoever chose the value write headers, and a body, of his own. */
const isHeaderValue = (value: string): boolean => !LINE_BREAK.test(value);

function checkHeaders({ headers }: Reply): void {
  for (const name in headers) {
    const value = headers[name]!;
    if (!isHeaderValue(value))
      throw new Error(`header ${name} contains a line break: ${JSON.stringify(value)}`);
  }
}
