import { pino } from 'pino';
import type { Logger } from '../../src/base/log.js';

export interface RecordedLog {
  log: Logger;
  /** Entries so far. */
  entries: { level: number; msg: string; [name: string]: unknown }[];
}

/** A real log that keeps its lines. */
export function recordLog(level = 'info'): RecordedLog {
  const entries: RecordedLog['entries'] = [];
  const log = pino({ level, base: null }, { write: (line: string) => void entries.push(JSON.parse(line)) });
  return { log, entries };
}
