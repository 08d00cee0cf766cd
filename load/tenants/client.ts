import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { peopleRows } from '../people-rows.js';
import { ask } from '../requests.js';
import { seededBytes } from '../seeded-csv.js';
import type { Account } from '../server.js';

/** An account that does the worst that a key can do. */
export interface Attacker extends Account {
  /** Key of the same account without a rate limit, for preparations. */
  freeKey: string;
  /** A map of the account's with `LARGE_ROWS` markers. */
  largeMap: number;
}

/** Requests a minute of a key, unless it says something else. */
export const RATE_LIMIT = 1_000;
const BEAT_MS = 60_000 / RATE_LIMIT;
/** Wait before a refused request is repeated, and between two polls. */
export const NOTICE_MS = 60;

/**
 * Sends requests as often as the key may, whether or not earlier ones are answered. Their answers are read
 * and dropped.
 */
export async function atRateLimit(action: (i: number) => Promise<unknown>): Promise<void> {
  for (let i = 0; ; i++) {
    action(i).catch(() => {});
    await delay(BEAT_MS);
  }
}

/** Sends requests one after the other in each of `lines` loops, without a rate limit. */
export async function inLines(lines: number, action: (i: number) => Promise<unknown>): Promise<void> {
  let i = 0;
  await Promise.all(
    Array.from({ length: lines }, async () => {
      for (;;) await action(i++).catch(() => delay(NOTICE_MS));
    }),
  );
}

export const free = ({ baseUrl, freeKey }: Attacker): Account => ({ baseUrl, key: freeKey });

/** A spreadsheet in memory, as it goes over the line. */
export const csvOf = (rows: number, seed: number, nowhere = false): Buffer =>
  Buffer.concat([...seededBytes(rows, seed, peopleRows({ nowhere }))]);

/** Waits until a job has ended, for as long as it takes. */
export async function ended(client: Account, job: { status_url: string }): Promise<void> {
  for (;;) {
    const { text } = await ask(client, 'GET', pathOf(job));
    if ((JSON.parse(text) as { completed_at: string | null }).completed_at) return;
    await delay(NOTICE_MS);
  }
}

export const pathOf = (job: { status_url: string }): string =>
  new URL(job.status_url).pathname.replace(/^\/v1/, '');

/**
 * A connection of its own, on which the worst clients write and read as they like.
 * @returns `ended` when it is closed
 */
export function openSocket({ baseUrl }: Account): { socket: Socket; ended: Promise<unknown> } {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  return { socket, ended: new Promise((resolve) => socket.once('close', resolve)) };
}

/** Head of a request that is written onto such a connection. */
export const headOf = (
  { key }: Account,
  method: string,
  path: string,
  body?: { type: string; length: number },
): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: bench',
    `Authorization: Bearer ${key}`,
    ...(body ? [`Content-Type: ${body.type}`, `Content-Length: ${body.length}`] : []),
    '\r\n',
  ].join('\r\n');
