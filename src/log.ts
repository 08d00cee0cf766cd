import { type Logger, pino } from 'pino';

export type { Logger };

/** Structured JSON lines on stderr; stdout belongs to results. Synchronous, so that the last line before an exit is there. */
export function createLog(level: string): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );
}
