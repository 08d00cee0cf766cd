import { sqlState } from '../store/client.js';

/** Error codes of Node's sockets and of the database driver. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EPIPE',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
]);

/** Classes of SQLSTATE: connection, authorization, no such database, too many connections, shut down. */
const UNUSABLE = /^(08|28|3D|53|57)/;

/** Reason of a failed command, always in one line. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error));
  const code = (error as NodeJS.ErrnoException).code ?? '';
  // An AggregateError (several addresses) has no message.
  const reason = oneLine(error.message || code || error.name);
  return UNREACHABLE.has(code) || UNUSABLE.test(sqlState(error))
    ? `the database cannot be used: ${reason}`
    : reason;
}

export function oneLine(text: string): string {
  return text.trim().replace(/(?<!\s)\s*[\r\n]\s*/g, ' ');
}
