import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Token of a browser in which a person has signed in: its expiry, and a signature that the e-mail is part
 * of. Nothing is stored. It lets nobody in: tries to sign in that bring it are counted apart from those of
 * strangers.
 */
export const deviceToken = (secret: Buffer, email: string, expiresAtSeconds: number): string =>
  `cd_${expiresAtSeconds}_${sign(secret, email, expiresAtSeconds).toString('base64url')}`;

/** True when the token was issued for the e-mail, in lower case, and has not expired. */
export function isDeviceOf(secret: Buffer, email: string, token: string, nowMs: number): boolean {
  const [, expires, signature = ''] = SHAPE.exec(token) ?? [];
  return (
    Number(expires) * 1000 > nowMs &&
    timingSafeEqual(Buffer.from(signature, 'base64url'), sign(secret, email, Number(expires)))
  );
}

const SHAPE = /^cd_(\d{10,12})_([\w-]{43})$/;

/** The prefix keeps these apart from what else is made with the same secret. */
const sign = (secret: Buffer, email: string, expiresAtSeconds: number): Buffer =>
  createHmac('sha256', secret).update(`device ${email} ${expiresAtSeconds}`).digest();
