import type { HttpRequest, Reply } from '../http/message.js';
import { type MarkerRows, openMarkerRows } from '../store/export.js';
import type { Threads } from '../threads/thread-pool.js';
import { holdOpen } from './hold-open.js';
import type { Services } from './services.js';

/** Of a whole export. A client that takes nothing is cut off much earlier. */
const EXPORT_DEADLINE_MS = 3_600_000;

export interface MarkerStreamRequest {
  readonly accountId: number;
  readonly mapId: number;
  readonly request: HttpRequest;
  /** SQL over the columns of `markers`. */
  readonly expressions: readonly string[];
  readonly blockBytes: number;
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent of the rows. */
  readonly format: (rows: MarkerRows, threads: Threads) => AsyncGenerator<Buffer>;
}

/**
 * Answers with all markers of a map, of one moment, as fast as the client takes them. A process makes so many at a time, and accounts take turns.
 * @throws AppError RATE_LIMITED when no turn comes in time
 */
export async function streamMarkers(
  { databaseUrl, threads, work }: Pick<Services, 'databaseUrl' | 'threads' | 'work'>,
  { accountId, mapId, request, expressions, blockBytes, headers, format }: MarkerStreamRequest,
): Promise<Reply> {
  const leave = await work.exports.enter({ accountId, signal: request.signal });
  let rows: MarkerRows;
  try {
    rows = await openMarkerRows({
      databaseUrl,
      mapId,
      expressions,
      blockBytes,
      timeoutMs: EXPORT_DEADLINE_MS,
    });
  } catch (error) {
    leave();
    throw error;
  }
  const end = holdOpen(request.signal, EXPORT_DEADLINE_MS, () => {
    rows.close();
    leave();
  });
  return {
    status: 200,
    headers,
    bytes: end.after(format(rows, threads.for({ accountId, prompt: false }))),
  };
}
