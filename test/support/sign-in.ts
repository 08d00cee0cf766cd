import { PasswordHasher } from '../../src/access/keys/password.js';
import { type AccountChanges, createAccount, findAccountId } from '../../src/store/accounts.js';
import type { Client, TestApp } from './app.js';

export const PASSWORD = 'seven words in a row';
/** Cheap, so that a test of many sign-ins takes no seconds. */
const hasher = new PasswordHasher({ log2N: 4 });

export interface Person {
  accountId: number;
  email: string;
  /** `name=value`, as a browser sends it. */
  cookie: string;
  /** Calls the service as a page of it does. */
  call: Client;
}

/** Makes an account with a password, by default on the plan of people who were invited. */
export async function createPerson(
  { app: { sql } }: TestApp,
  email: string,
  changes: AccountChanges = { plan: 'free' },
): Promise<number> {
  const id = (await createAccount(sql, email, changes))?.id ?? (await findAccountId(sql, email))!;
  await sql`UPDATE accounts SET password_hash = ${await hasher.hash(PASSWORD)} WHERE id = ${id}`;
  return id;
}

export const cookieOf = (headers: Headers): string => headers.get('set-cookie')!.split(';')[0]!;

export async function signIn(service: TestApp, email: string, changes?: AccountChanges): Promise<Person> {
  const accountId = await createPerson(service, email, changes);
  const anonymous = service.clientWith('');
  const { headers } = await anonymous('POST', '/session', { email, password: PASSWORD });
  const cookie = cookieOf(headers);
  const call: Client = (method, path, body, more = {}) =>
    anonymous(method, path, body, { cookie, 'sec-fetch-site': 'same-origin', ...more });
  return { accountId, email, cookie, call };
}
