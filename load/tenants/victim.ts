import { percentile } from '../measure.js';
import { type Answer, ask, onBeat } from '../requests.js';
import type { Account } from '../server.js';

/**
 * Requests that the neighbour sends all the time, each kind on a beat of its own. A late request does not
 * hold up the next.
 */
const REQUESTS = {
  'GET /me': { everyMs: 50 },
  'page of 100': { everyMs: 100 },
  search: { everyMs: 100 },
  'POST marker': { everyMs: 100 },
  'import of a row': { everyMs: 250 },
} as const;

export type Kind = keyof typeof REQUESTS;
export const KINDS = Object.keys(REQUESTS) as Kind[];

/** Answers that the neighbour got. */
export interface Felt {
  /** Milliseconds to an answer. A request that was refused, queued or failed counts as `ANSWER_WITHIN_MS`. */
  ms: Record<Kind, { p50: number; p99: number }>;
  /** Answers of 500 and above, and requests without an answer within the time-out. */
  failed: number;
  /** 429 and 202 where 200 was expected. */
  refused: number;
  queued: number;
  /** Health checks at /readyz, ten a second, that failed or took a second. */
  readinessLost: number;
}

const READY_EVERY_MS = 100;
const READY_WITHIN_MS = 1_000;
/** The usual deadline of a request in the specification. */
const ANSWER_WITHIN_MS = 30_000;

/** @param mapId a map of the neighbour's with markers around 50, 10 */
export async function live(client: Account, mapId: number, seconds: number): Promise<Felt> {
  const felt: Felt = { ms: {} as Felt['ms'], failed: 0, refused: 0, queued: 0, readinessLost: 0 };
  const over = AbortSignal.timeout(seconds * 1000);
  const asks: Record<Kind, (i: number) => Promise<Answer>> = {
    'GET /me': () => bounded(client, 'GET', '/me'),
    'page of 100': () => bounded(client, 'GET', `/maps/${mapId}/markers?page_size=100`),
    search: (i) => bounded(client, 'GET', `/maps/${mapId}/markers/search?near=50,${10 + (i % 10) / 100},5`),
    'POST marker': (i) =>
      bounded(client, 'POST', `/maps/${mapId}/markers`, JSON.stringify({ name: `One ${i}`, lat: 1, lng: 2 })),
    'import of a row': (i) =>
      bounded(client, 'POST', `/maps/${mapId}/markers/bulk`, oneRow(`${performance.now()} ${i}`)),
  };
  await Promise.all([
    ...KINDS.map(async (kind) => {
      const measure = async (i: number): Promise<number> => {
        const { status, ms, text } = await asks[kind](i);
        if (status >= 500) felt.failed++;
        else if (status === 429) felt.refused++;
        else if (status === 202) felt.queued++;
        else if (status > 299) throw new Error(`${kind}: ${status} ${text}`);
        // A request that was refused, queued or failed counts as the longest wait, because its answer may be
        // quick.
        return status > 299 || status === 202 ? ANSWER_WITHIN_MS : ms;
      };
      const ms = await onBeat(REQUESTS[kind].everyMs, measure, over);
      felt.ms[kind] = { p50: percentile(ms, 0.5), p99: percentile(ms, 0.99) };
    }),
    onBeat(
      READY_EVERY_MS,
      async () => {
        if (!(await isReady(client))) felt.readinessLost++;
      },
      over,
    ),
  ]);
  return felt;
}

const oneRow = (name: string): string => JSON.stringify({ markers: [{ name, lat: 3, lng: 4 }] });

async function bounded(client: Account, method: string, path: string, body?: string): Promise<Answer> {
  try {
    return await ask(client, method, path, body, 'application/json', AbortSignal.timeout(ANSWER_WITHIN_MS));
  } catch (error) {
    return { status: 599, ms: ANSWER_WITHIN_MS, text: String(error) };
  }
}

async function isReady({ baseUrl }: Account): Promise<boolean> {
  try {
    const address = baseUrl.replace(/\/v1$/, '/readyz');
    const response = await fetch(address, { signal: AbortSignal.timeout(READY_WITHIN_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
