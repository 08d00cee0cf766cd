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
  /** Whether the status is correct and the answer without defect. */
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
