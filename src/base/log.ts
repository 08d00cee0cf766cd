import { type Logger, pino } from 'pino';

export type { Logger };

/** Bytes waiting for the reader of stderr above which lines are dropped. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** PIPE_BUF: writes up to this size are atomic, so that lines of both loggers do not mix. */
const WRITE_BYTES = 4096;

/**
 * Members of errors that are logged. Others may hold a password, such as the arguments of a failed AUTH in
 * errors of the Redis client, or the `input` of an invalid URL.
 */
const MEMBERS = new Set([
  ...[
    'type',
    'message',
    'stack',
    'code',
    'errno',
    'syscall',
    'address',
    'port',
    'hostname',
    'path',
    'aggregateErrors',
  ],
  // PostgreSQL, under the names of both drivers.
  ...[
    'severity',
    'detail',
    'hint',
    'where',
    'position',
    'routine',
    'schema_name',
    'table_name',
    'column_name',
  ],
  ...['constraint_name', 'schema', 'table', 'column', 'constraint'],
  // SMTP.
  ...['responseCode', 'response'],
]);

/** Loggable form of an error; other values are returned unchanged. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const all = Object.entries(pino.stdSerializers.err(error));
  const told = Object.fromEntries(all.filter(([name]) => MEMBERS.has(name)));
  const { errors } = error as AggregateError;
  return Array.isArray(errors) ? { ...told, aggregateErrors: errors.map(describeError) } : told;
}

const optionsOf = (level: string) => ({
  level,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describeError },
});

/**
 * Logs JSON lines to stderr; stdout is for results. Synchronous, so that the last line before an exit is
 * written.
 */
export function createLog(level: string): Logger {
  return pino(optionsOf(level), pino.destination({ fd: 2, sync: true }));
}

/**
 * Logs lines of requests in the background, so that no request waits for the reader of a pipe. Waiting lines
 * are written at an exit, except a few that are being written just then; SIGKILL loses the last milliseconds.
 */
export function createBackgroundLog(level: string): Logger {
  return pino(
    optionsOf(level),
    pino.destination({ fd: 2, sync: false, maxWrite: WRITE_BYTES, maxLength: MAX_WAITING_BYTES }),
  );
}
