/**
 * Classes of SQLSTATE for transient failures: connection lost (08), shut down or terminated (57P), out of
 * connections, memory or disk (53), serialization and deadlock (40), lock not available (55P03).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const PASSING = /^(08|57P|53|40|55P03)/;
/** Codes of the `postgres` driver, and of Node's sockets only. */
const NETWORK =
  /^(CONNECTION_[A-Z]+|CONNECT_TIMEOUT|EAI_AGAIN|ENOTFOUND|EPIPE|EPROTO|ENOTCONN|ETIMEDOUT|E(CONN|HOST|NET|ADDR)[A-Z]+)$/;
/** System calls of Node that only sockets make. */
const NETWORK_CALL = /^(connect|getaddrinfo)$/;
/** Codes of Node's TLS and of OpenSSL for an untrusted certificate. */
const UNTRUSTED =
  /^(ERR_(TLS|SSL|OSSL)_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|HOSTNAME_MISMATCH)/;
/** Messages of `pg` for errors without a code. */
const BROKEN = /connection (terminated|error)|timeout exceeded|not queryable|SSL connection/i;

/** Codes under which Citus forwards the message of a worker during a COPY. */
const HANDED_ON = /^(XX000|58030)$/;
const LOST_WORKER =
  /failed to (complete )?COPY|terminating connection|server closed the connection|connection (not open|to the remote|refused|timed out|reset)|starting up|shutting down|recovery mode|too many (clients|connections)/i;

/**
 * True when the same statement may succeed a little later: the database was unreachable, or gave up for
 * reasons of its own. Errors of files (a full disk) are not transient: waiting for them would hold resources
 * that others need.
 */
export function isTransient(error: unknown): boolean {
  const { code, syscall, message = '' } = error as { code?: unknown; syscall?: unknown; message?: string };
  if (typeof syscall === 'string' && NETWORK_CALL.test(syscall)) return true;
  if (typeof code !== 'string') return BROKEN.test(message);
  if (HANDED_ON.test(code)) return LOST_WORKER.test(message);
  return NETWORK.test(code) || UNTRUSTED.test(code) || PASSING.test(code);
}
