/** One request of a profile. */
export interface Ask {
  /** Which row of the table it counts in. */
  kind: string;
  /** Default GET. */
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below base_url, or a whole address that an answer named. */
  path: string;
  /** JSON, unless `contentType` says something else. */
  body?: string | Buffer;
  contentType?: string;
  /** Statuses that are right. Default 200 alone. */
  expected?: readonly number[];
  /** Before it is sent, as a client waits that polls. */
  pauseMs?: number;
  /** What is wrong with an answer of a right status; null: nothing. */
  defect?(answer: Answer): string | null;
}

export interface Answer {
  /** A right status, and nothing wrong with it. */
  ok: boolean;
  /** null: none came. */
  status: number | null;
  body: string;
  /** `performance.now()` when it was due, and when the answer was there. */
  dueMs: number;
  answeredMs: number;
}

/** What a client does, request by request, each with the answer to the one before. */
export type Script<T = void> = Generator<Ask, T, Answer>;
