import type { Lane } from './imports.js';
import type { Seeded } from './seeded-maps.js';

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
  /** Pause before it is sent, as a polling client waits. */
  pauseMs?: number;
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

/** A client's requests, each with the answer to the one before. */
export type Script<T = void> = Generator<Ask, T, Answer>;

/** A script's view of its connection, and its reports. */
export interface Here {
  seeded: Seeded;
  /** 0 to 1; the same for the same seed and connection. */
  random(): number;
  /** Number among all connections of the run. */
  connection: number;
  /** 0, 1, 2 … for this connection, for unique names. */
  count(): number;
  /** Maps to import into that no script of this thread uses. */
  freeLanes: Lane[];
  /**
   * New pictures that this thread may still order, and those that may be under way besides the current ones.
   */
  pictures: { left: number; free: number };
  /** Reports an operation of several requests, for a row of its own. */
  span(kind: string, ms: number): void;
  /** Reports a defect of such an operation. */
  wrong(kind: string, why: string): void;
  /** Reports imported rows. */
  imported(rows: number): void;
}

export const below = ({ random }: Here, n: number): number => Math.floor(random() * n);
export const pick = <T>(here: Here, from: readonly T[]): T => from[below(here, from.length)]!;

/** An operation of clients. @returns null where it cannot begin now */
export type Scenario = (here: Here) => Script | null;

/** A scenario of one GET. */
export const get =
  (kind: string, path: (here: Here) => string, defect?: Ask['defect']): Scenario =>
  (here) =>
    (function* (): Script {
      yield { kind, path: path(here), ...(defect && { defect }) };
    })();

/** A defect where an answer lacks what it must have. */
export const mustHave =
  (text: string): Ask['defect'] =>
  ({ body }) =>
    body.includes(text) ? null : `nothing was found: ${body}`;

/** A scenario with its weight. */
export type Share = readonly [weight: number, scenario: Scenario];

/** Refusals in a row from which no scenario can begin. */
const MOST_TRIES = 1_000;

/** Scenarios of a profile without end, drawn by weight. */
export function* endless(here: Here, shares: readonly Share[]): Script {
  const total = shares.reduce((sum, [weight]) => sum + weight, 0);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    let left = here.random() * total;
    const drawn = shares.find(([weight]) => {
      left -= weight;
      return left < 0;
    });
    const script = (drawn ?? shares.at(-1)!)[1](here);
    if (script === null) continue;
    tries = 0;
    yield* script;
  }
  throw new Error('no scenario of the profile can begin');
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
 * @returns the ended job and the time of that answer; null after the deadline
 */
export function* untilEnded(here: Here, begun: Answer): Script<{ job: Job; answeredMs: number } | null> {
  let job = JSON.parse(begun.body) as Job;
  let { answeredMs } = begun;
  while (job.status === 'queued' || job.status === 'processing') {
    if (answeredMs - begun.dueMs > DEADLINE_MS) {
      here.wrong('poll of a job', `${job.job_id} has not ended after ${DEADLINE_MS / 60_000} minutes`);
      return null;
    }
    const polled = yield { kind: 'poll of a job', path: `/jobs/${job.job_id}`, pauseMs: POLL_EVERY_MS };
    answeredMs = polled.answeredMs;
    if (polled.ok) job = JSON.parse(polled.body) as Job;
  }
  return { job, answeredMs };
}
