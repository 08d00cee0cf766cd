import { type Logger, pino } from 'pino';

export type { Logger };

/** Above this, lines are dropped instead of kept for a reader of stderr that has stopped reading. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** PIPE_BUF: so much goes into a pipe in one piece, so that lines of both loggers do not mix. */
const WRITE_BYTES = 4096;

/**
 * What is told of an error besides its type, message and stack: nothing that may hold a password, as the arguments of a failed AUTH
 * do in what the Redis client throws, or the `input` of a URL that cannot be read.
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
  // Of PostgreSQL, by either driver's name.
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
  // Of SMTP.
  ...['responseCode', 'response'],
]);

/** An error as the log has it; what is no error stays as it is. */
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

/** Structured JSON lines on stderr; stdout belongs to results. Synchronous, so that the last line before an exit is there. */
export function createLog(level: string): Logger {
  return pino(optionsOf(level), pino.destination({ fd: 2, sync: true }));
}

/**
 * The same for lines that come with every request: written in the background, so that no request waits for the reader of a pipe. What
 * waits is written at an exit, but for what is on its way just then: some lines at most; SIGKILL loses the last milliseconds.
 */
export function createBackgroundLog(level: string): Logger {
  return pino(
    optionsOf(level),
    pino.destination({ fd: 2, sync: false, maxWrite: WRITE_BYTES, maxLength: MAX_WAITING_BYTES }),
  );
}
