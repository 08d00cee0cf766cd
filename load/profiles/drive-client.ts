import type { Client, Request } from 'autocannon';
import type { Outcome } from './records.js';
import type { Answer, Ask, Script } from './script.js';

/**
 * Members of autocannon's client that its types lack; load/profiles tests break where a release changes them.
 */
interface Inner {
  destroyed: boolean;
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
  script: Script;
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
  /** Called once, when no request is under way any more. */
  onIdle(): void;
}

const LOST: Omit<Answer, 'dueMs' | 'answeredMs'> = { ok: false, status: null, body: '' };

/**
 * Makes an autocannon client follow a script, each request when it is due. autocannon itself sends a rate in
 * one burst at the beginning of each second, corrects latencies with an expected interval of 1 ms whatever
 * the rate (run.js: `Math.ceil(1 / rate)`), has no pause between polls, and silently repeats a request whose
 * connection the service closed.
 */
export function driveClient(client: Client, drive: Drive): void {
  const inner = client as unknown as Inner;
  if (typeof inner._doRequest !== 'function') throw new Error('this release of autocannon has no _doRequest');
  const send = inner._doRequest;
  const { script, note } = drive;
  let next = firstOf(script);
  /** The request under way. */
  let sent: { ask: Ask; dueMs: number; sentMs: number } | null = null;
  let waiting = false;
  let backOffMs = 0;
  let connectionError = 'the connection was closed';

  const settle = (answer: Omit<Answer, 'dueMs' | 'answeredMs'>, answeredMs: number): void => {
    const { dueMs } = sent!;
    sent = null;
    next = nextOf(script, { ...answer, dueMs, answeredMs });
  };
  const fire = (dueMs: number): void => {
    if (inner.destroyed) return;
    // The client stays as it is, waiting.
    if (drive.isOver()) {
      drive.onIdle();
      return;
    }
    waiting = false;
    sent = { ask: next, dueMs, sentMs: performance.now() };
    send.call(client);
  };
  /**
   * A request that waited for its connection counts from when it was due; one that its timer sent late, from
   * when it was sent.
   */
  const fireWhenDue = (): void => {
    const nowMs = performance.now();
    const dueMs = drive.due(nowMs);
    if (dueMs <= nowMs) fire(dueMs);
    else setTimeout(() => fire(performance.now()), dueMs - nowMs);
  };
  inner._doRequest = () => {
    // An idle connection has ended and a new one is open, which the waiting request uses.
    if (waiting) return;
    if (sent !== null) {
      const { ask, dueMs, sentMs } = sent;
      const nowMs = performance.now();
      const late = nowMs - sentMs >= drive.timeoutMs;
      const why = `${describe(ask)}: ${connectionError}`;
      note(ask.kind, late ? { is: 'timeout', ms: nowMs - dueMs } : { is: 'lost', why }, dueMs);
      settle(LOST, nowMs);
      backOffMs = drive.backOffMs;
    }
    waiting = true;
    const pauseMs = Math.max(backOffMs, next.pauseMs ?? 0);
    backOffMs = 0;
    if (pauseMs > 0) setTimeout(fireWhenDue, pauseMs);
    else fireWhenDue();
  };
  const onResponse = (status: number, body: string): void => {
    const { ask, dueMs } = sent!;
    const nowMs = performance.now();
    const answer = { ok: false, status, body, dueMs, answeredMs: nowMs };
    const outcome = judge(ask, answer);
    note(ask.kind, outcome, dueMs);
    if (status === 429) backOffMs = drive.backOffMs;
    settle({ ok: outcome.is === 'right', status, body }, nowMs);
  };
  (client as unknown as NodeJS.EventEmitter).on('connError', (error: Error) => {
    connectionError = error.message;
  });
  client.setRequests([{ setupRequest: (request) => ({ ...request, ...written(next, drive) }), onResponse }]);
}

/** The script of a profile never ends. */
const firstOf = (script: Script): Ask => script.next().value as Ask;
const nextOf = (script: Script, answer: Answer): Ask => script.next(answer).value as Ask;

function written({ method = 'GET', path, body, contentType }: Ask, { baseUrl, key }: Drive): Request {
  const { pathname, search } = new URL(path.startsWith('http') ? path : baseUrl + path);
  return {
    method,
    path: pathname + search,
    // Headers of this request alone: autocannon writes the body's length into them.
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': contentType ?? 'application/json' }),
    },
    body,
  };
}

const describe = ({ method = 'GET', path }: Ask): string => `${method} ${path}`;

function judge(ask: Ask, answer: Answer): Outcome {
  const { body } = answer;
  const status = answer.status!;
  if (status === 429)
    return { is: 'refused', status, code: /"code":"(\w+)"/.exec(body)?.[1] ?? 'without a code' };
  const defect = (ask.expected ?? [200]).includes(status) ? defectOf(ask, answer) : body;
  if (defect === null) return { is: 'right', status, ms: answer.answeredMs - answer.dueMs };
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
