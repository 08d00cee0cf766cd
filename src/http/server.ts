import { badRequest } from '../base/errors.js';
import type { Logger } from '../base/log.js';
import { cannotListen } from '../base/processes/cannot-listen.js';
import { AnswersUnderWay } from './answers-under-way.js';
import { ChunkPace } from './chunk-pace.js';
import { clientAddresses, type TrustProxy } from './client-address.js';
import { errorReply } from './error-reply.js';
import { Exchange } from './exchange.js';
import type { HttpRequest, Reply } from './message.js';
import { ReadAhead } from './read-ahead.js';
import { loadUws, type us_listen_socket } from './uws.js';
import { NoLongerPermitted } from './while-permitted.js';
import { brokenReply } from './write-head.js';
import { writeReply } from './write-reply.js';

export interface ListenOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly dispatch: (request: HttpRequest) => Promise<Reply>;
  readonly log: Logger;
  /** Default: trusts no proxy. */
  readonly trustProxy?: TrustProxy | null;
  /**
   * Lets other processes listen on the same port; the kernel gives each connection to one of them. Default:
   * false.
   */
  readonly sharesPort?: boolean;
  /** Bounds unread answers. Default: bounds of its own. */
  readonly answers?: AnswersUnderWay;
}

export interface HttpServer {
  readonly port: number;
  /** Requests whose answer is not sent completely. */
  readonly inFlight: number;
  /** Stops accepting connections; each reply on an open connection asks the client to close it. */
  close(): Promise<void>;
  /**
   * Resolves when no request is in flight, after timeoutMs at the latest; then cuts every connection.
   * @param awaitsIdle also waits for idle connections: a proxy may send its next request on one of them, and
   * does not repeat a POST whose connection ends. The answer to that request closes the connection
   */
  drain(timeoutMs: number, awaitsIdle?: boolean): Promise<void>;
}

/**
 * Serves HTTP/1.1. uWebSockets.js itself answers requests that its parser refuses, with a status and a line
 * of HTML: a malformed head, a head over 16 KiB or of 100 headers, HTTP/1.0, a target in absolute form, chunk
 * extensions, trailers. A second request that arrives before the first was answered (pipelining) closes the
 * connection, unless the answers need no waiting.
 * @throws Error when host and port cannot be listened on
 */
export async function listen({
  host,
  port,
  dispatch,
  log,
  trustProxy = null,
  sharesPort = false,
  answers = new AnswersUnderWay(),
}: ListenOptions): Promise<HttpServer> {
  const uws = loadUws();
  const app = uws.App();
  let inFlight = 0;
  let connections = 0;
  let closing = false;
  let onLess: (() => void) | null = null;

  const countConnection = (_: unknown, change: unknown): void => {
    connections += Number(change);
    if (change === -1) onLess?.();
  };
  app.filter(countConnection);

  const clientAddress = clientAddresses(trustProxy, () =>
    log.warn(
      'received requests through a proxy without TRUST_PROXY: all clients behind it share one anonymous rate limit',
    ),
  );

  const readAhead = new ReadAhead();
  const pace = new ChunkPace();
  app.any('/*', (res, req) => {
    const exchange = new Exchange(res, req, clientAddress, readAhead, pace);
    let settled = false;
    let onEnd: Reply['onEnd'];
    const settle = (): void => {
      if (settled) return;
      settled = true;
      inFlight--;
      onLess?.();
      onEnd?.({ bytes: exchange.sentBytes, isComplete: exchange.isSent });
    };
    const onSent = (): void => {
      exchange.isSent = true;
      settle();
    };
    const write = (reply: Reply): void => {
      exchange.endWait();
      const requestId = reply.headers?.['x-request-id'];
      const onError = (error: unknown): void =>
        error instanceof NoLongerPermitted
          ? log.info({ requestId }, 'cut a long answer: its caller lost the right to it meanwhile')
          : log.error(
              { err: error, requestId },
              'could not send a reply: the client got an error or a cut connection',
            );
      onEnd = reply.onEnd;
      // The client went before there was a reply.
      if (settled) onEnd?.({ bytes: 0, isComplete: false });
      else writeReply(exchange, reply, { closeConnection: closing, answers, onError, onSent });
    };
    inFlight++;
    exchange.onPeerGone = settle;
    const { doubtfulLength } = exchange;
    if (doubtfulLength !== null) {
      const refusal = errorReply(badRequest(doubtfulLength), undefined);
      const send = (): void => {
        exchange.endWait();
        writeReply(exchange, refusal, { closeConnection: true, answers, onError: () => {}, onSent: settle });
      };
      // Sent in the next turn: sent at once, the rest of the packet would be answered as a request of its
      // own; now it closes the connection.
      setImmediate(send);
      return;
    }
    dispatch(exchange).then(write, (error) => {
      log.error({ err: error }, 'could not answer a request: replied 500');
      write(brokenReply({ status: 500 }));
    });
  });

  const socket = await new Promise<us_listen_socket>((resolve, reject) => {
    // The types of 20.51 lack this overload; the binary has it. Without the option any process of this user
    // could listen, too.
    const listenWith = app.listen as unknown as (
      host: string,
      port: number,
      options: number,
      callback: (socket: us_listen_socket | false) => void,
    ) => void;
    listenWith.call(app, host, port, sharesPort ? 0 : uws.LIBUS_LISTEN_EXCLUSIVE_PORT, (socket) => {
      if (socket) resolve(socket);
      else reject(cannotListen(host, port));
    });
  });

  return {
    port: uws.us_socket_local_port(socket),
    get inFlight() {
      return inFlight;
    },
    close: async () => {
      if (!closing) uws.us_listen_socket_close(socket);
      closing = true;
    },
    drain: async (timeoutMs, awaitsIdle = false) => {
      const isDrained = (): boolean => (awaitsIdle ? connections : inFlight) === 0;
      if (!isDrained()) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          onLess = () => {
            if (!isDrained()) return;
            clearTimeout(timer);
            resolve();
          };
        });
      }
      app.close();
    },
  };
}
