import { hashKey, newKey } from '../access/keys/key.js';
import { createAccount, hasAccounts } from '../store/accounts.js';
import type { Sql } from '../store/client.js';
import { createKey } from '../store/keys.js';
import { printResult } from './result.js';

const FIRST_EMAIL = 'owner@example.com';

/** Makes a first account and key in an empty database, and prints the key once. */
export async function issueFirstKey(sql: Sql): Promise<void> {
  if (await hasAccounts(sql)) return;
  const account = await createAccount(sql, FIRST_EMAIL, {});
  if (!account) return; // another process was faster, and shows its key
  const key = newKey();
  const keyId = await createKey(sql, account.email, hashKey(key), 'read_write', {});
  printResult({ account_id: account.id, email: account.email, key_id: keyId, key, scope: 'read_write' });
}
