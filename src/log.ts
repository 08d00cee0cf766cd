import { type Logger, pino } from 'pino';

export type { Logger };

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

/** Structured JSON lines on stderr; stdout belongs to results. Synchronous, so that the last line before an exit is there. */
export function createLog(level: string): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    pino.destination({ fd: 2, sync: true }),
  );
}
