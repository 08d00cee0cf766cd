import { type Logger, pino } from 'pino';

export type { Logger };

/** Above this, lines are dropped instead of kept for a reader of stderr that has stopped reading. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Structured JSON lines on stderr; stdout belongs to results. Written in the background, so that no request waits for the reader of
 * a pipe; what waits is written at the exit of the process. SIGKILL loses the lines of the last milliseconds.
 */
export function createLog(level: string): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: false, maxLength: MAX_WAITING_BYTES }),
  );
}
