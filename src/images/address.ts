import { createHmac, timingSafeEqual } from 'node:crypto';

/** Lifetime of an address (docs/decisions.md#addresses). */
export const ADDRESS_SECONDS = 86_400;

/**
 * Signed addresses of pictures: a client with such an address reads the file without a key, until it expires
 * or the map gets another owner.
 */
export class ImageAddresses {
  readonly #secret: Buffer;

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  /** @param accountId who owns the map @returns path and query below base_url */
  issue(jobId: string, accountId: number, nowMs = Date.now()): string {
    const expires = Math.floor(nowMs / 1000) + ADDRESS_SECONDS;
    return `/images/${jobId}?expires=${expires}&signature=${this.#sign(jobId, accountId, expires).toString('base64url')}`;
  }

  /**
   * @param accountId owner of the map now
   * @returns the state of an address; one that was never issued is `forged`, expired or not
   */
  judge(
    jobId: string,
    accountId: number,
    expires: number,
    signature: string,
    nowMs = Date.now(),
  ): 'good' | 'expired' | 'forged' {
    const given = Buffer.from(signature, 'base64url');
    const right = this.#sign(jobId, accountId, expires);
    const genuine =
      given.length === right.length &&
      timingSafeEqual(given, right) &&
      given.toString('base64url') === signature;
    if (!genuine) return 'forged';
    return nowMs / 1000 < expires ? 'good' : 'expired';
  }

  #sign(jobId: string, accountId: number, expires: number): Buffer {
    return createHmac('sha256', this.#secret)
      .update(`image address ${jobId} ${accountId} ${expires}`)
      .digest();
  }
}
