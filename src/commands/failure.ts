import { sqlState } from '../store/client.js';

/** Of Node's sockets and of the database driver. */
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

/** Why a command failed, in one line whatever the message is made of. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error));
  const code = (error as NodeJS.ErrnoException).code ?? '';
  // An AggregateError of several addresses has no message of its own.
  const reason = oneLine(error.message || code || error.name);
  return UNREACHABLE.has(code) || UNUSABLE.test(sqlState(error))
    ? `the database cannot be used: ${reason}`
    : reason;
}

export function oneLine(text: string): string {
  return text.trim().replace(/\s*[\r\n]+\s*/g, ' ');
}
