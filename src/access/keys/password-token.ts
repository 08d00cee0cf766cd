import { createHmac, timingSafeEqual } from 'node:crypto';

/** Account whose first password a token may set. */
export interface TokenAccount {
  id: number;
  email: string;
}

const TOKEN = /^([1-9]\d{0,15})\.([1-9]\d{0,11})\.([A-Za-z0-9_-]{43})$/;

/**
 * Token of a set-password link: account, expiry and a MAC, so nothing is stored. It proves that its bearer reads the mail of the address,
 * hence the address in the MAC. It works once because an account is pending only once.
 */
export function passwordToken(secret: Buffer, account: TokenAccount, expiresAtSeconds: number): string {
  return `${account.id}.${expiresAtSeconds}.${mac(secret, account, expiresAtSeconds)}`;
}

/** Account that a token claims, without any proof; null for a malformed token. */
export function accountIdOf(token: string): number | null {
  const id = TOKEN.exec(token)?.[1];
  return id === undefined ? null : Number(id);
}

/** True when the token was issued for the account and has not expired. */
export function isValidToken(secret: Buffer, account: TokenAccount, token: string, nowMs: number): boolean {
  const [, id, expiresAtSeconds, tag] = TOKEN.exec(token) ?? [];
  if (tag === undefined || Number(id) !== account.id) return false;
  const expected = mac(secret, account, Number(expiresAtSeconds));
  return timingSafeEqual(Buffer.from(tag), Buffer.from(expected)) && Number(expiresAtSeconds) * 1000 > nowMs;
}

/** The prefix keeps the MAC apart from other signatures with the same secret. */
function mac(secret: Buffer, { id, email }: TokenAccount, expiresAtSeconds: number): string {
  const text = JSON.stringify(['set-password', id, email, expiresAtSeconds]);
  return createHmac('sha256', secret).update(text).digest('base64url');
}
