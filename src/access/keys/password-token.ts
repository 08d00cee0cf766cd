import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whose first password a token may set. */
export interface TokenAccount {
  id: number;
  email: string;
}

const TOKEN = /^([1-9]\d{0,15})\.([1-9]\d{0,11})\.([A-Za-z0-9_-]{43})$/;

/**
 * The token of a set-password link: account, end of validity and a MAC of both. Nothing is stored. It shows that its bearer reads
 * the mail of the address, hence the address in the MAC; that it works once is due to the account, which is pending only once.
 */
export function passwordToken(secret: Buffer, account: TokenAccount, expiresAtSeconds: number): string {
  return `${account.id}.${expiresAtSeconds}.${mac(secret, account, expiresAtSeconds)}`;
}

/** The account that a token says it is for; null when it is no token at all. Proves nothing. */
export function accountIdOf(token: string): number | null {
  const id = TOKEN.exec(token)?.[1];
  return id === undefined ? null : Number(id);
}

/** Whether the token was issued for the account and is still valid. */
export function isValidToken(secret: Buffer, account: TokenAccount, token: string, nowMs: number): boolean {
  const [, id, expiresAtSeconds, tag] = TOKEN.exec(token) ?? [];
  if (tag === undefined || Number(id) !== account.id) return false;
  const expected = mac(secret, account, Number(expiresAtSeconds));
  return timingSafeEqual(Buffer.from(tag), Buffer.from(expected)) && Number(expiresAtSeconds) * 1000 > nowMs;
}

/** Other signatures with the same secret are of texts that do not begin so. */
function mac(secret: Buffer, { id, email }: TokenAccount, expiresAtSeconds: number): string {
  const text = JSON.stringify(['set-password', id, email, expiresAtSeconds]);
  return createHmac('sha256', secret).update(text).digest('base64url');
}
