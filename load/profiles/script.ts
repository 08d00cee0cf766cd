import { setTimeout as delay } from 'node:timers/promises';
import type { Outcome } from './records.js';
import type { Seeded } from './seeded-maps.js';

/** A map that one connection at a time imports into, so that the number of its markers is known. */
export interface Lane {
  mapId: number;
  rows: number;
  files: readonly Buffer[];
  /**
   * Number of its files, from the first, that are imported; null: not known, as at the beginning and after a
   * lost answer.
   */
  imported: number | null;
}

/** One request of a profile. */
export interface Ask {
  /** Row of the request in the table. */
  kind: string;
  /** Default GET. */
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below base_url, or a whole URL from an answer. */
  path: string;
  /** JSON, unless `contentType` differs. */
  body?: string | Buffer;
  contentType?: string;
  /** Correct statuses. Default 200 alone. */
  expected?: readonly number[];
  /** Describes what is wrong with an answer of a correct status; null: nothing. */
  defect?(answer: Answer): string | null;
}

export interface Answer {
  /** Tells whether the status is correct and the answer without defect. */
  ok: boolean;
  /** null: no answer. */
  status: number | null;
  body: string;
  /** `performance.now()` when it was due, and when the answer arrived. */
  dueMs: number;
  answeredMs: number;
}

/** Sends a request when it is due, and waits for its answer. */
export type Send = (ask: Ask) => Promise<Answer>;

/** A scenario's view of its connection. */
export interface Here {
  send: Send;
  seeded: Seeded;
  /** 0 to 1; the same for the same seed and connection. */
  random(): number;
  /** Number among all connections of the run. */
  connection: number;
  /** 0, 1, 2 … for this connection, for unique names. */
  count(): number;
  /** Maps to import into that no connection of this thread uses. */
  freeLanes: Lane[];
  /** New pictures that this thread may still order. */
  pictures: { left: number };
  /** Reports an operation of several requests, for a row of its own. */
  span(kind: string, outcome: Outcome): void;
}

export const below = ({ random }: Here, n: number): number => Math.floor(random() * n);
export const pick = <T>(here: Here, from: readonly T[]): T => from[below(here, from.length)]!;

/** An operation of clients; one that cannot begin now sends nothing. */
export type Scenario = (here: Here) => Promise<void>;

/** A scenario of one GET. */
export const get =
  (kind: string, path: (here: Here) => string, defect?: Ask['defect']): Scenario =>
  async (here) => {
    await here.send({ kind, path: path(here), ...(defect && { defect }) });
  };

/** A defect where an answer lacks what it must have. */
export const mustHave =
  (text: string): Ask['defect'] =>
  ({ body }) =>
    body.includes(text) ? null : `nothing was found: ${body}`;

/** A scenario that a number of connections of a thread run at a time. */
export function atMost(most: number, scenario: Scenario): Scenario {
  let running = 0;
  return async (here) => {
    if (running === most) return;
    running++;
    await scenario(here);
    running--;
  };
}

/** A scenario with its weight. */
export type Share = readonly [weight: number, scenario: Scenario];

export function drawByWeight({ random }: Here, shares: readonly Share[]): Scenario {
  let left = random() * shares.reduce((sum, [weight]) => sum + weight, 0);
  const drawn = shares.find(([weight]) => {
    left -= weight;
    return left < 0;
  });
  return (drawn ?? shares.at(-1)!)[1];
}

/** Interval that a progress bar needs. */
const POLL_EVERY_MS = 100;
/** Longer than the service's own time-out for jobs without progress. */
const DEADLINE_MS = 10 * 60_000;

export interface Job {
  job_id: string;
  status: string;
  error: string | null;
  added?: number;
  image_url?: string | null;
}

/**
 * Polls the job that an answer names; refused and lost polls are repeated.
 * @returns the job, ended unless the deadline has passed, and the time of that answer
 */
export async function untilEnded(here: Here, begun: Answer): Promise<{ job: Job; answeredMs: number }> {
  let job = JSON.parse(begun.body) as Job;
  let { answeredMs } = begun;
  while (/^(?:queued|processing)$/.test(job.status) && answeredMs - begun.dueMs < DEADLINE_MS) {
    await delay(POLL_EVERY_MS);
    const polled = await here.send({ kind: 'poll of a job', path: `/jobs/${job.job_id}` });
    answeredMs = polled.answeredMs;
    if (polled.ok) job = JSON.parse(polled.body) as Job;
  }
  return { job, answeredMs };
}
