import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'autocannon';
import type { Outcome } from './records.js';
import type { Answer, Ask, Send } from './script.js';

/** A member of autocannon's client that its types lack; its tests break where a release changes it. */
interface Inner {
  /** Sends the next request: at the beginning, after each answer, and on a new connection. */
  _doRequest(): void;
}

/**
 * Due times of requests. In a closed loop each connection sends as soon as it has an answer; in an open one
 * requests are due at even intervals whether or not answers keep up, and late ones are sent without a pause.
 * @param perSecond null: a closed loop
 * @param beginMs due time of the first, in terms of `performance.now()`
 * @returns a function that gives the due time of the next request of a free connection, which may be past
 */
export function paced(perSecond: number | null, beginMs: number): (nowMs: number) => number {
  let count = 0;
  return (nowMs) => (perSecond === null ? nowMs : beginMs + (count++ * 1000) / perSecond);
}

export interface Drive {
  /** {@link paced} */
  due(nowMs: number): number;
  /** base_url */
  baseUrl: string;
  key: string;
  timeoutMs: number;
  /** Pause after a lost answer or a 429. */
  backOffMs: number;
  note(kind: string, outcome: Outcome, dueMs: number): void;
  /** Nothing more is sent then; requests under way are awaited. */
  isOver(): boolean;
  /** Called instead of sending once the run is over. */
  onIdle(): void;
}

/**
 * Makes an autocannon client send what it is told to, one request after the other, each when it is due.
 * autocannon itself sends a rate in one burst at the beginning of each second, corrects latencies with an
 * expected interval of 1 ms whatever the rate (run.js: `Math.ceil(1 / rate)`), has no pause between polls,
 * and silently repeats a request whose connection the service closed.
 */
export function driveClient(client: Client, drive: Drive): Send {
  const inner = client as unknown as Inner;
  if (typeof inner._doRequest !== 'function') throw new Error('this release of autocannon has no _doRequest');
  const write = inner._doRequest;
  /** Ends the request under way; null: no answer. */
  let settle: ((status: number | null, body: string) => void) | null = null;
  let connectionError = 'the connection was closed';
  // A new connection, or an answer that has settled its request before.
  inner._doRequest = () => settle?.(null, '');
  (client as unknown as NodeJS.EventEmitter).on('connError', (error: Error) => {
    connectionError = error.message;
  });
  const exchange = (ask: Ask): Promise<Pick<Answer, 'status' | 'body' | 'answeredMs'>> =>
    new Promise((resolve) => {
      settle = (status, body) => {
        settle = null;
        resolve({ status, body, answeredMs: performance.now() });
      };
      // The answer may come with an earlier request, whose connection ended.
      client.setRequests([{ ...written(ask, drive), onResponse: (status, body) => settle?.(status, body) }]);
      write.call(client);
    });
  return async (ask) => {
    const dueMs = await whenDue(drive);
    if (drive.isOver()) {
      drive.onIdle();
      return new Promise(() => {});
    }
    const sentMs = performance.now();
    const answer = { ok: false, dueMs, ...(await exchange(ask)) };
    const { status, answeredMs } = answer;
    const late = answeredMs - sentMs >= drive.timeoutMs;
    const lost = (): Outcome =>
      late
        ? { is: 'timeout', ms: answeredMs - dueMs }
        : { is: 'lost', why: `${describe(ask)}: ${connectionError}` };
    const outcome = status === null ? lost() : judge(ask, answer, status);
    drive.note(ask.kind, outcome, dueMs);
    if (status === null || status === 429) await delay(drive.backOffMs);
    return { ...answer, ok: outcome.is === 'right' };
  };
}

/**
 * Waits until the next request is due. @returns when it was: one that waited for its connection counts from
 * then, and one that its timer sent late, from when it is sent
 */
async function whenDue({ due }: Drive): Promise<number> {
  const nowMs = performance.now();
  const dueMs = due(nowMs);
  if (dueMs <= nowMs) return dueMs;
  await delay(dueMs - nowMs);
  return performance.now();
}

function written({ method = 'GET', path, body, contentType }: Ask, { baseUrl, key }: Drive) {
  const { pathname, search } = new URL(path.startsWith('http') ? path : baseUrl + path);
  return {
    method,
    path: pathname + search,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': contentType ?? 'application/json' }),
    },
    body,
  };
}

const describe = ({ method = 'GET', path }: Ask): string => `${method} ${path}`;

function judge(ask: Ask, answer: Answer, status: number): Outcome {
  const { body, answeredMs, dueMs } = answer;
  if (status === 429)
    return { is: 'refused', status, code: /"code":"(\w+)"/.exec(body)?.[1] ?? 'without a code' };
  const defect = (ask.expected ?? [200]).includes(status) ? defectOf(ask, answer) : body;
  if (defect === null) return { is: 'right', status, ms: answeredMs - dueMs };
  return { is: 'wrong', status, why: `${describe(ask)}: ${status}, ${defect.slice(0, 300)}` };
}

/** Also for a body that is not JSON. */
function defectOf(ask: Ask, answer: Answer): string | null {
  try {
    return ask.defect?.(answer) ?? null;
  } catch (error) {
    return `${(error as Error).message}: ${answer.body}`;
  }
}
