import { EXPORT_DEADLINE_MS } from '../access/limits/work.js';
import type { Threads } from '../base/threads/thread-pool.js';
import type { HttpRequest, Reply } from '../http/message.js';
import { type MarkerRows, openMarkerRows } from '../store/export.js';
import { answerInTurn } from './hold-open.js';
import type { Services } from './services.js';

/** Until the first byte: of a map with 1,000 custom fields and more all names are read from its markers first. */
export const FIELDS_DEADLINE_MS = 600_000;

export interface MarkerStreamRequest {
  readonly accountId: number;
  readonly mapId: number;
  readonly request: HttpRequest;
  /** SQL over the columns of `markers`. */
  readonly expressions: readonly string[];
  readonly blockBytes: number;
  readonly headers: Readonly<Record<string, string>>;
  /** What is known before a byte is sent: throws AppError for what cannot be sent. */
  readonly check?: (rows: MarkerRows) => void;
  /** What is sent of the rows. */
  readonly format: (rows: MarkerRows, threads: Threads) => AsyncGenerator<Buffer>;
}

/**
 * Answers with all markers of a map, of one moment, as fast as the client takes them. A process makes so many at a time, and accounts take turns.
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
