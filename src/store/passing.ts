/**
 * Classes of SQLSTATE that say nothing about the statement: connection lost (08), shut down or terminated (57P), out of
 * connections, memory or disk (53), serialization and deadlock (40), lock not available (55P03).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const PASSING = /^(08|57P|53|40|55P03)/;
/** Codes of Node's sockets and of the `postgres` driver. */
const NETWORK = /^(E[A-Z]+|CONNECTION_[A-Z]+|CONNECT_TIMEOUT)$/;
/** Codes of Node's TLS and of OpenSSL, which tell why a server's certificate is not trusted. */
const UNTRUSTED =
  /^(ERR_(TLS|SSL|OSSL)_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|HOSTNAME_MISMATCH)/;
/** Errors of `pg` that have no code. */
const BROKEN = /connection (terminated|error)|timeout exceeded|not queryable|SSL connection/i;

/**
 * Whether the same statement may succeed a little later: the database could not be reached, or gave up for a reason of its
 * own.
 */
export function isPassing(error: unknown): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  if (typeof code !== 'string') return BROKEN.test(message);
  return NETWORK.test(code) || UNTRUSTED.test(code) || PASSING.test(code);
}
