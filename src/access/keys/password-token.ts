import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

/** Account whose first password a token may set. */
export interface TokenAccount {
  id: number;
  email: string;
}

/** Contents of a token, once it is known to be ours. */
interface Claim {
  accountId: number;
  expiresAtSeconds: number;
  email: Buffer;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const EMAIL_BYTES = 16;
/** Account and expiry of eight bytes each, and a hash of the e-mail. */
const CLAIM_BYTES = 16 + EMAIL_BYTES;
const TOKEN_BYTES = IV_BYTES + CLAIM_BYTES + TAG_BYTES;

/**
 * Token of a set-password link: account, expiry and e-mail, encrypted and authenticated, so nothing is
 * stored, and nothing can be read from it: numbers of accounts, or the length of one, would tell an inviter
 * which of the addresses that it invited were new. It proves that its bearer reads the mail of the address,
 * hence the address in it. It works once because an account is pending only once.
 */
export function passwordToken(secret: Buffer, { id, email }: TokenAccount, expiresAtSeconds: number): string {
  const claim = Buffer.alloc(CLAIM_BYTES);
  claim.writeBigUInt64BE(BigInt(id), 0);
  claim.writeBigUInt64BE(BigInt(expiresAtSeconds), 8);
  hashOf(secret, email).copy(claim, 16);
  // From the claim, so that no two claims share one, whatever the source of randomness does.
  const iv = derive(secret, 'iv', claim).subarray(0, IV_BYTES);
  const cipher = createCipheriv(CIPHER, derive(secret, 'key', ''), iv);
  const encrypted = Buffer.concat([cipher.update(claim), cipher.final()]);
  return Buffer.concat([iv, encrypted, cipher.getAuthTag()]).toString('base64url');
}

/** Account of a token, which may have expired; null for what is no token of ours. */
export const accountIdOf = (secret: Buffer, token: string): number | null =>
  claimOf(secret, token)?.accountId ?? null;

/** True when the token was issued for the account and has not expired. */
export function isValidToken(secret: Buffer, account: TokenAccount, token: string, nowMs: number): boolean {
  const claim = claimOf(secret, token);
  return (
    claim !== null &&
    claim.accountId === account.id &&
    timingSafeEqual(claim.email, hashOf(secret, account.email)) &&
    claim.expiresAtSeconds * 1000 > nowMs
  );
}

function claimOf(secret: Buffer, token: string): Claim | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return null;
  const decipher = createDecipheriv(CIPHER, derive(secret, 'key', ''), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const claim = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    return null;
  }
  return {
    accountId: Number(claim.readBigUInt64BE(0)),
    expiresAtSeconds: Number(claim.readBigUInt64BE(8)),
    email: claim.subarray(16),
  };
}

const hashOf = (secret: Buffer, email: string): Buffer =>
  derive(secret, 'email', email).subarray(0, EMAIL_BYTES);

/** The prefix keeps these apart from what else is made with the same secret. */
const derive = (secret: Buffer, what: string, of: string | Buffer): Buffer =>
  createHmac('sha256', secret).update(`set-password ${what} `).update(of).digest();
