import { createHmac, timingSafeEqual } from 'node:crypto';

/** Of an address, from its making (decision 44). */
export const ADDRESS_SECONDS = 86_400;

/** Signed addresses of pictures: whoever has one may read the file until it expires, without a key. */
export class ImageAddresses {
  readonly #secret: Buffer;

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  /** @returns path and query below base_url */
  issue(jobId: string, nowMs = Date.now()): string {
    const expires = Math.floor(nowMs / 1000) + ADDRESS_SECONDS;
    return `/images/${jobId}?expires=${expires}&signature=${this.#sign(jobId, expires).toString('base64url')}`;
  }

  /** What an address is: one that was never issued is `forged`, whatever it says of its time. */
  judge(
    jobId: string,
    expires: number,
    signature: string,
    nowMs = Date.now(),
  ): 'good' | 'expired' | 'forged' {
    const given = Buffer.from(signature, 'base64url');
    const right = this.#sign(jobId, expires);
    const genuine =
      given.length === right.length &&
      timingSafeEqual(given, right) &&
      given.toString('base64url') === signature;
    if (!genuine) return 'forged';
    return nowMs / 1000 < expires ? 'good' : 'expired';
  }

  #sign(jobId: string, expires: number): Buffer {
    return createHmac('sha256', this.#secret).update(`image address ${jobId} ${expires}`).digest();
  }
}
