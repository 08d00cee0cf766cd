import type { Exchange } from './exchange.js';
import type { Reply } from './message.js';
import { sendChunks, type WriteOptions } from './send-chunks.js';
import { brokenReply, checkHeaders, writeHead } from './write-head.js';

/** Larger replies are sent in chunks, so that their end, or the loss of the client, is noticed. */
const AT_ONCE_BYTES = 64 * 1024;
/** An unread rest of a body up to this size is received and dropped, and the connection stays open. */
const FORGET_BYTES = 256 * 1024;
/** Bytes and time that a client may go on uploading after an early reply before the connection is closed. */
const LINGER_BYTES = 16 * 1024 * 1024;
const LINGER_MS = 5000;

/** Sends a reply in any state of its request. Never throws. */
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
  const refuse = (): void => writeReply(exchange, brokenReply(head), options);
  if (typeof bytes !== 'string' && !Buffer.isBuffer(bytes)) {
    incoming?.discard();
    if (exchange.method === 'HEAD') void sendHeadOf(exchange, head, bytes, options);
    else sendChunks(exchange, head, bytes, { ...options, onUnsendable: refuse });
  } else if (incoming && incoming.outstandingBytes > FORGET_BYTES) {
    sendAndLinger(exchange, head, bytes);
  } else if (bytes.length > AT_ONCE_BYTES && exchange.method !== 'HEAD') {
    incoming?.discard();
    const buffer = Buffer.from(bytes);
    const headers = { ...head.headers, 'content-length': String(buffer.length) };
    sendChunks(exchange, { ...head, headers }, [buffer], { ...options, onUnsendable: refuse });
  } else {
    incoming?.discard();
    sendAtOnce(exchange, head, bytes, options);
  }
}

/**
 * A stream is begun, so that it closes what it has opened, and an error before its first chunk is answered as
 * for GET.
 */
async function sendHeadOf(
  exchange: Exchange,
  head: Reply,
  chunks: AsyncIterable<Buffer>,
  options: WriteOptions,
): Promise<void> {
  let sent = head;
  try {
    const stream = chunks[Symbol.asyncIterator]();
    await stream.next();
    await stream.return?.();
  } catch (error) {
    options.onError(error);
    sent = brokenReply(head);
  }
  if (!exchange.aborted) sendAtOnce(exchange, sent, null, options);
}

/** @param bytes null: their length is not known */
function sendAtOnce(
  exchange: Exchange,
  head: Reply,
  bytes: string | Buffer | null,
  options: WriteOptions,
): void {
  const { res, method } = exchange;
  if (head.onEnd && bytes !== null && !hasNoBody(exchange, head))
    exchange.sentBytes = Buffer.byteLength(bytes);
  res.cork(() => {
    writeHead(exchange, head, options.closeConnection);
    if (hasNoBody(exchange, head)) {
      // The length of a 304 is that of the 200 (RFC 9110, 8.6), which is not made.
      const ownLength = bytes === null || head.status === 304 ? null : String(Buffer.byteLength(bytes));
      const length = head.headers?.['content-length'] ?? ownLength;
      if (method === 'HEAD' && length !== null) res.writeHeader('content-length', length);
      if (options.closeConnection) res.writeHeader('connection', 'close');
      // With any argument, undefined included, it sends a content-length and waits for a body of that length.
      res.endWithoutBody();
    } else {
      res.end(bytes ?? '', options.closeConnection);
    }
  });
  options.onSent();
}

/**
 * Replies to a request whose body is still arriving and too long to wait for. uWebSockets.js can either end a
 * response and then receive the rest without a bound, or close at once, which resets the connection before
 * the client has read the reply. So the body is written as the tail of the last header, which leaves the
 * response open and closable; its last two bytes are the line break that ends a header, which is blank space
 * after a JSON text.
 */
function sendAndLinger(exchange: Exchange, head: Reply, bytes: string | Buffer): void {
  const { res } = exchange;
  const incoming = exchange.incoming!;
  res.cork(() => {
    writeHead(exchange, head, true);
    if (hasNoBody(exchange, head)) {
      res.writeHeader('connection', 'close\r\n');
    } else {
      res.writeHeader('connection', 'close');
      const length = Buffer.byteLength(bytes) + 2;
      exchange.sentBytes = length;
      res.writeHeader(
        'content-length',
        Buffer.concat([Buffer.from(`${length}\r\n\r\n`), Buffer.from(bytes)]),
      );
    }
  });
  exchange.isSent = true;
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
    // Closed in the next turn: when the rest came with the head, the reply is not in the socket yet and would
    // be lost.
    if (incoming.complete || incoming.receivedBytes >= lastByte) setImmediate(close);
    // A sender may be so fast that no other turn of the event loop comes (read-ahead.ts): close at once.
    if (incoming.receivedBytes >= lastByte + LINGER_BYTES) close();
  };
  incoming.discard();
}

const hasNoBody = ({ method }: Exchange, { status }: Reply): boolean =>
  method === 'HEAD' || status === 204 || status === 304;
