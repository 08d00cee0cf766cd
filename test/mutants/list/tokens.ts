import type { Mutant } from '../mutant.js';

/** Signed tokens and their verification. */
export const TOKENS: readonly Mutant[] = [
  {
    name: 'a page token is good for another account, list or filter',
    file: 'src/api/page-token.ts',
    find: '[accountId, list, mapId, Object.entries(filters).sort()]',
    replace: '[typeof accountId, typeof list, typeof mapId, typeof filters]',
    tests: ['api/page-token'],
  },
  {
    name: 'a page token is not checked',
    file: 'src/api/page-token.ts',
    find: 'timingSafeEqual(bytes.subarray(0, TAG_BYTES), this.#tag(scope, cursor))',
    replace: 'timingSafeEqual(this.#tag(scope, cursor), this.#tag(scope, cursor))',
    tests: ['api/page-token'],
  },
  {
    name: 'a page token has several spellings',
    file: 'src/api/page-token.ts',
    find: "bytes.toString('base64url') === token &&",
    replace: '',
    tests: ['api/page-token'],
  },
  {
    name: 'a password link works for ever',
    file: 'src/access/keys/password-token.ts',
    find: ' &&\n    claim.expiresAtSeconds * 1000 > nowMs',
    replace: ' &&\n    nowMs > 0',
    tests: ['access/keys/password-token'],
  },
  {
    name: 'a password link works for another account',
    file: 'src/access/keys/password-token.ts',
    find: 'claim.accountId === account.id &&\n    timingSafeEqual(claim.email, hashOf(secret, account.email)) &&',
    replace: '',
    tests: ['access/keys/password-token'],
  },
  {
    name: 'a password link works for a new address of the account',
    file: 'src/access/keys/password-token.ts',
    find: 'timingSafeEqual(claim.email, hashOf(secret, account.email))',
    replace: 'timingSafeEqual(claim.email, claim.email)',
    tests: ['access/keys/password-token'],
  },
  {
    name: 'a password link works twice',
    file: 'sql/set_first_password()',
    find: 'WHERE a.id = of_account AND a.pending;',
    replace: 'WHERE a.id = of_account;',
    tests: ['api/pages/set-password'],
  },
  {
    name: 'links wait to be sent to whom has a password',
    file: 'sql/set_first_password()',
    find: 'WHERE o.account_id = of_account AND o.sent_at IS NULL AND o.failed_at IS NULL;',
    replace: 'WHERE false;',
    tests: ['api/pages/set-password', 'store/outbox'],
  },
  {
    name: 'two passwords that differ are taken',
    file: 'src/api/pages/set-password.ts',
    find: 'password === repeated ?',
    replace: 'repeated !== undefined ?',
    tests: ['api/pages/set-password'],
  },
];
