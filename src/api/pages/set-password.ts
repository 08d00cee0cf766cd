import { type PasswordHasher, problemOfPassword } from '../../access/keys/password.js';
import { accountIdOf, isValidToken } from '../../access/keys/password-token.js';
import type { HttpRequest, Reply } from '../../http/message.js';
import type { RateLimiter } from '../../http/route.js';
import type { Sql } from '../../store/client.js';
import { findPendingAccount, type PendingAccount, setFirstPassword } from '../../store/passwords.js';
import { busyPage, donePage, formPage, gonePage } from './set-password-page.js';

export interface SetPasswordOptions {
  sql: Sql;
  /** Signs the tokens. */
  secret: Buffer;
  limiter: RateLimiter;
  hasher: PasswordHasher;
}

/** Requests of one IP address. */
const RATE_PER_MINUTE = 30;
const MAX_BODY_BYTES = 16 * 1024;
const BUSY_SECONDS = 5;

/**
 * HTML page, outside /v1, that a set-password link opens. Viewing it changes nothing, because mail scanners
 * open links, too.
 */
export function setPasswordHandlers({
  sql,
  secret,
  limiter,
  hasher,
}: SetPasswordOptions): Record<string, (request: HttpRequest) => Promise<Reply>> {
  const accountOf = async (token: string): Promise<PendingAccount | null> => {
    const id = accountIdOf(secret, token);
    const account = id === null ? null : await findPendingAccount(sql, id);
    return account && isValidToken(secret, account, token, Date.now()) ? account : null;
  };

  const limited =
    (handle: (request: HttpRequest) => Promise<Reply>) =>
    async (request: HttpRequest): Promise<Reply> => {
      const rate = await limiter.consume(`set-password:${request.remoteAddress}`, RATE_PER_MINUTE);
      return rate.exceeded ? busyPage(rate.retryAfterSeconds) : handle(request);
    };

  const show = async ({ query }: HttpRequest): Promise<Reply> => {
    const token = new URLSearchParams(query).get('token') ?? '';
    const account = await accountOf(token);
    return account ? formPage(account.email, token, null) : gonePage();
  };

  const set = async ({ body }: HttpRequest): Promise<Reply> => {
    const form = new URLSearchParams((await body.bytes(MAX_BODY_BYTES)).toString());
    const [token, password, repeated] = ['token', 'password', 'repeated'].map((name) => form.get(name) ?? '');
    const account = await accountOf(token!);
    if (!account) return gonePage();
    const problem =
      password === repeated ? problemOfPassword(password!) : 'The two passwords are not the same.';
    if (problem !== null) return formPage(account.email, token!, problem);
    const hash = await hasher.hash(password!);
    if (hash === null) return busyPage(BUSY_SECONDS);
    return (await setFirstPassword(sql, account.id, hash)) ? donePage(account.email) : gonePage();
  };

  return { '/set-password': limited(show), 'POST /set-password': limited(set) };
}
