import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './server.js';

export interface Answer {
  status: number;
  ms: number;
  text: string;
}

/** @returns the whole answer, whatever its status; `ms` until its last byte */
export async function ask(
  { baseUrl, key }: Account,
  method: string,
  path: string,
  body?: string | Buffer,
  contentType = 'application/json',
  signal?: AbortSignal,
): Promise<Answer> {
  const begin = performance.now();
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': contentType }) },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  return { status: response.status, ms: performance.now() - begin, text };
}

/** @throws Error with the answer when it is no 2xx */
export async function wanted(answer: Promise<Answer>): Promise<Answer> {
  const { status, text } = await answer;
  if (status < 200 || status > 299) throw new Error(`answered ${status}: ${text.slice(0, 300)}`);
  return answer;
}

/**
 * Starts an action on every beat until it is over, whether or not earlier ones have ended.
 * @returns what all of them return
 */
export async function onBeat<T>(
  everyMs: number,
  action: (i: number) => Promise<T>,
  over: AbortSignal,
): Promise<T[]> {
  const running: Promise<T>[] = [];
  for (let i = 0; !over.aborted; i++) {
    const one = action(i);
    one.catch(() => {}); // reported at the end
    running.push(one);
    await delay(everyMs, undefined, { signal: over }).catch(() => {});
  }
  return Promise.all(running);
}

const ASK_EVERY_MS = 50;

/**
 * Sends GET /me 20 times a second, whether or not the answers keep up.
 * @returns `stop`, which returns the milliseconds of each answer
 */
export function askMe(account: Account): { stop(): Promise<number[]> } {
  const over = new AbortController();
  const asked = onBeat(ASK_EVERY_MS, async () => (await wanted(ask(account, 'GET', '/me'))).ms, over.signal);
  return {
    stop: () => {
      over.abort();
      return asked;
    },
  };
}
