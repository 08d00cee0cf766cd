import { createHash, randomInt } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Uniformly random base62; 22 characters hold 131 bits, 33 hold 196. */
export function randomBase62(length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += BASE62[randomInt(62)];
  return text;
}

/** A new API key: at least 192 random bits (docs/decisions.md#ids). */
export const newKey = (): string => `ck_${randomBase62(33)}`;

/** At least 128 random bits (docs/decisions.md#ids). */
export const newJobId = (): string => `job_${randomBase62(22)}`;

/** Hash that is stored for a key. A fast hash suffices, because the key is random. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();
