import { type Logger, pino } from 'pino';

export type { Logger };

/** Above this, lines are dropped instead of kept for a reader of stderr that has stopped reading. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** PIPE_BUF: so much goes into a pipe in one piece, so that lines of both loggers do not mix. */
const WRITE_BYTES = 4096;

const withLevel = (level: string) => ({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });

/** Structured JSON lines on stderr; stdout belongs to results. Synchronous, so that the last line before an exit is there. */
export function createLog(level: string): Logger {
  return pino(withLevel(level), pino.destination({ fd: 2, sync: true }));
}

/**
 * The same for lines that come with every request: written in the background, so that no request waits for the reader of a pipe. What
 * waits is written at an exit, but for what is on its way just then: some lines at most; SIGKILL loses the last milliseconds.
 */
export function createBackgroundLog(level: string): Logger {
  return pino(
    withLevel(level),
    pino.destination({ fd: 2, sync: false, maxWrite: WRITE_BYTES, maxLength: MAX_WAITING_BYTES }),
  );
}
