import { randomBytes } from 'node:crypto';

const SANE = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * The caller's id when it is one, else a new one: random for the process, counted within it. crypto.randomUUID costs as
 * much as five of them when its cache runs dry.
 */
export function createRequestIds(): (sent: string) => string {
  const prefix = randomBytes(9).toString('base64url');
  let count = 0;
  return (sent) => (sent !== '' && SANE.test(sent) ? sent : `${prefix}-${++count}`);
}
