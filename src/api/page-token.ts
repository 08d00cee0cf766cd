import { createHmac, timingSafeEqual } from 'node:crypto';
import { badRequest } from '../base/errors.js';

/** List that a token belongs to; the token is invalid for any other (docs/decisions.md#paging). */
export interface PageScope {
  accountId: number;
  /** operationId of the list. */
  list: string;
  mapId?: number;
  filters?: Readonly<Record<string, string | number | undefined>>;
}

const TAG_BYTES = 16;

/** Opaque, authenticated cursors of keyset pages: base64url of a MAC and the key of the last item. */
export class PageTokens {
  readonly #secret: Buffer;

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  issue(scope: PageScope, after: readonly (string | number)[]): string {
    const cursor = Buffer.from(JSON.stringify(after));
    return Buffer.concat([this.#tag(scope, cursor), cursor]).toString('base64url');
  }

  /**
   * @returns the key that `issue` received
   * @throws AppError BAD_REQUEST for a token that was altered, forged, or issued for another scope
   */
  read(scope: PageScope, token: string): (string | number)[] {
    const bytes = Buffer.from(token, 'base64url');
    const cursor = bytes.subarray(TAG_BYTES);
    const genuine =
      bytes.length > TAG_BYTES &&
      bytes.toString('base64url') === token &&
      timingSafeEqual(bytes.subarray(0, TAG_BYTES), this.#tag(scope, cursor));
    if (!genuine)
      throw badRequest(
        'page_token is not valid for this list and its filters: send the next_page_token of its last page, or none to begin anew',
      );
    return JSON.parse(cursor.toString()) as (string | number)[];
  }

  #tag(scope: PageScope, cursor: Buffer): Buffer {
    const { accountId, list, mapId = 0, filters = {} } = scope;
    const bound = JSON.stringify([accountId, list, mapId, Object.entries(filters).sort()]);
    return createHmac('sha256', this.#secret)
      .update(`${bound.length}:${bound}`)
      .update(cursor)
      .digest()
      .subarray(0, TAG_BYTES);
  }
}
