import { EXPORT_DEADLINE_MS } from '../access/limits/work.js';
import type { Threads } from '../base/threads/thread-pool.js';
import type { HttpRequest, Reply } from '../http/message.js';
import { type MarkerRows, openMarkerRows } from '../store/export.js';
import { answerInTurn } from './hold-open.js';
import type { Services } from './services.js';

/**
 * Limit until the first byte. In a map with 1,000 or more custom fields their names are first read from all
 * markers.
 */
export const FIELDS_DEADLINE_MS = 600_000;

export interface MarkerStreamRequest {
  readonly accountId: number;
  readonly mapId: number;
  readonly request: HttpRequest;
  /** SQL over the columns of `markers`. */
  readonly expressions: readonly string[];
  readonly blockBytes: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Throws AppError for rows that cannot be exported, before a byte is sent. */
  readonly check?: (rows: MarkerRows) => void;
  readonly format: (rows: MarkerRows, threads: Threads) => AsyncGenerator<Buffer>;
}

/**
 * Streams all markers of a map, of one moment, as fast as the client reads. Accounts take turns, as a process
 * serves a few streams at a time.
 * @throws AppError RATE_LIMITED when no turn comes in time
 */
export async function streamMarkers(
  { databaseUrl, threads, work }: Pick<Services, 'databaseUrl' | 'threads' | 'work'>,
  { accountId, mapId, request, expressions, blockBytes, headers, check, format }: MarkerStreamRequest,
): Promise<Reply> {
  return answerInTurn(
    work.exports,
    { accountId, signal: request.signal },
    {
      open: () =>
        openMarkerRows({ databaseUrl, mapId, expressions, blockBytes, timeoutMs: EXPORT_DEADLINE_MS }),
      close: (rows) => rows.close(),
      answer: (rows, end) => {
        check?.(rows);
        return {
          status: 200,
          headers,
          bytes: end.after(format(rows, threads.for({ accountId, prompt: false }))),
        };
      },
    },
  );
}

/** Makes the next item while the current one is consumed. */
export async function* oneAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next();
  try {
    for (let result = await next; !result.done; result = await next) {
      next = source.next();
      next.catch(() => {}); // awaited above, in its turn
      yield result.value;
    }
  } finally {
    // When the consumer has gone, the item in the making is finished first.
    next.then(
      () => source.return(undefined),
      () => {},
    );
  }
}
