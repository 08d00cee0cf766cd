import { cut } from '../base/cut.js';
import type { Logger } from '../base/log.js';
import { waitsOf } from '../base/threads/waits.js';
import { logFields, type Trace } from '../base/tracing/trace.js';
import type { HttpRequest, Sent } from './message.js';
import type { Principal } from './route.js';

export interface RequestLogOptions {
  readonly log: Logger;
  /** Slower answers are logged as warnings; waiting for the client's body does not count. 0: never. */
  readonly slowMs: number;
  /** Most lines a second, scaled by LINES; 0: none. */
  readonly maxPerSecond: number;
  /** Further fields for a slow request, such as how busy the database is at its end. */
  readonly circumstances?: () => object;
}

export interface Answered {
  readonly request: HttpRequest;
  readonly requestId: string;
  readonly trace: Trace | null;
  /** Pattern of the route. */
  readonly route: string;
  readonly principal: Principal | null;
  readonly status: number;
  /** Time from the head of the request to its answer. */
  readonly ms: number;
  /** By performance.now(). */
  readonly answeredAtMs: number;
}

/** Lines a second by the outcome of a request, as a multiple of maxPerSecond. */
const LINES = { failed: 10, slow: 10, refused: 0.1, other: 1 };
type Kind = keyof typeof LINES;

/** Share of a second's lines that one account may take, so that it does not hide the others. */
const ACCOUNT_SHARE = 0.5;
const SECOND_MS = 1000;
const MAX_PATH_LENGTH = 200;

/**
 * Logs one JSON line a request, up to a number a second, and the number of requests left out. Queries, bodies
 * and headers are not logged, as they contain keys and texts of users. At LOG_LEVEL=debug every request is
 * logged.
 */
export class RequestLog {
  readonly #options: RequestLogOptions;
  readonly #logsAll: boolean;
  readonly #logsOthers: boolean;
  readonly #lines: Record<Kind, number> = { failed: 0, slow: 0, refused: 0, other: 0 };
  readonly #leftOut: Record<Kind, number> = { failed: 0, slow: 0, refused: 0, other: 0 };
  /** Lines of this second by account; as many entries as there were lines. */
  #linesByAccount = new Map<number, number>();
  #secondEndsAtMs = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: RequestLogOptions) {
    this.#options = options;
    this.#logsAll = options.log.isLevelEnabled('debug');
    this.#logsOthers = options.log.isLevelEnabled('info');
  }

  /**
   * Must be called before the answer is sent, while the socket still knows its address.
   * @returns function to call when the answer was sent; null: the request is not logged
   */
  answered(answered: Answered): ((sent: Sent) => void) | null {
    const kind = this.#kindOf(answered);
    if (!this.#takes(kind, answered.principal?.accountId ?? 0, answered.answeredAtMs)) return null;
    const { request, requestId, trace, route, principal, status, ms, answeredAtMs } = answered;
    const { method, path, body } = request;
    const line = {
      requestId,
      ...logFields(trace),
      account: principal?.accountId,
      key: principal?.keyId,
      method,
      route,
      path: cut(path, MAX_PATH_LENGTH),
      status,
      ms: Math.round(ms * 10) / 10,
      address: request.remoteAddress || undefined,
    };
    const slow = kind === 'slow' ? this.#slowness(request) : null;
    return ({ bytes, isComplete }) => {
      const rest = {
        sendMs: Math.round((performance.now() - answeredAtMs) * 10) / 10,
        bytesIn: body.receivedBytes,
        bytesOut: bytes,
        isCut: isComplete ? undefined : true,
      };
      if (slow) this.#options.log.warn({ ...line, ...rest, ...slow }, 'slow request');
      else this.#options.log.info({ ...line, ...rest }, 'request');
    };
  }

  /** Logs the number of requests left out so far. */
  stop(): void {
    this.#endSecond(performance.now());
  }

  #kindOf({ request, status, ms }: Answered): Kind {
    const { slowMs } = this.#options;
    if (slowMs > 0 && ms >= slowMs && ms - request.body.waitedMs >= slowMs) return 'slow';
    if (status >= 500) return 'failed';
    return status === 429 ? 'refused' : 'other';
  }

  #takes(kind: Kind, accountId: number, nowMs: number): boolean {
    if (this.#logsAll) return true;
    const { maxPerSecond } = this.#options;
    if (maxPerSecond === 0 || (!this.#logsOthers && kind !== 'slow')) return false;
    if (nowMs >= this.#secondEndsAtMs) this.#endSecond(nowMs);
    const isLesser = kind === 'other' || kind === 'refused';
    if (this.#lines[kind] >= LINES[kind] * maxPerSecond) return this.#leaveOut(kind);
    if (isLesser && accountId !== 0) {
      const ofAccount = this.#linesByAccount.get(accountId) ?? 0;
      if (ofAccount >= ACCOUNT_SHARE * maxPerSecond) return this.#leaveOut(kind);
      this.#linesByAccount.set(accountId, ofAccount + 1);
    }
    this.#lines[kind]++;
    return true;
  }

  #leaveOut(kind: Kind): false {
    this.#leftOut[kind]++;
    // The timer reports them at the end of the second even if no request follows.
    this.#timer ??= setTimeout(
      () => this.#endSecond(performance.now()),
      Math.max(1, this.#secondEndsAtMs - performance.now()),
    ).unref();
    return false;
  }

  #endSecond(nowMs: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#secondEndsAtMs = nowMs + SECOND_MS;
    for (const kind of Object.keys(LINES) as Kind[]) this.#lines[kind] = 0;
    if (this.#linesByAccount.size > 0) this.#linesByAccount = new Map();
    const leftOut = Object.entries(this.#leftOut).filter(([, count]) => count > 0);
    if (leftOut.length === 0) return;
    this.#options.log.info(
      { leftOut: Object.fromEntries(leftOut) },
      'left requests out of the log: too many a second',
    );
    for (const kind of Object.keys(LINES) as Kind[]) this.#leftOut[kind] = 0;
  }

  #slowness(request: HttpRequest): object {
    const bodyMs = Math.round(request.body.waitedMs);
    return {
      waitedMs: { ...(bodyMs > 0 && { body: bodyMs }), ...waitsOf(request.signal) },
      ...this.#options.circumstances?.(),
    };
  }
}
