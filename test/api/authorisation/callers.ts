import { hashKey, newKey } from '../../../src/access/keys/key.js';
import { type AccountChanges, createAccount } from '../../../src/store/accounts.js';
import type { Sql } from '../../../src/store/client.js';
import { createKey, revokeKey } from '../../../src/store/keys.js';

export interface Account {
  id: number;
  email: string;
  plan: string;
  isSuperuser: boolean;
}

/** Who calls, as far as the rules look at it. */
export interface Caller {
  name: string;
  /** The header; '' sends none. */
  authorization: string;
  /** Whose maps are its own. Of a caller without a valid key those that the key would have reached. */
  account: Account;
  isKnown: boolean;
  scope: 'read_only' | 'read_write';
  /** The minute's requests, or the day's quotas, are used up. */
  usedUp: 'minute' | 'day' | null;
}

const GENEROUS = { rateLimit: 1e9, quotaMaps: 1e9, quotaMarkers: 1e9, quotaBulk: 1e9 };
const MINUTE_USED_UP = { ...GENEROUS, rateLimit: 0 };
const DAY_USED_UP = { ...GENEROUS, quotaMaps: 0, quotaMarkers: 0, quotaBulk: 0 };

export async function newAccount(sql: Sql, name: string, changes: AccountChanges = {}): Promise<Account> {
  const email = `${name}@example.com`;
  const { id } = (await createAccount(sql, email, changes))!;
  return { id, email, plan: changes.plan ?? 'enterprise', isSuperuser: changes.superuser ?? false };
}

/**
 * Callers of every kind. The accounts of `viewer`, `member` and `admin` have maps shared with them at that
 * level.
 */
export async function createCallers(sql: Sql): Promise<Caller[]> {
  const callers: Caller[] = [];
  const add = async (
    name: string,
    account: Account,
    { scope = 'read_write', overrides = GENEROUS, usedUp = null }: Partial<KeyOptions> = {},
  ): Promise<string> => {
    const key = newKey();
    await createKey(sql, account.email, hashKey(key), scope, overrides);
    callers.push({ name, authorization: `Bearer ${key}`, account, isKnown: true, scope, usedUp });
    return key;
  };
  const owner = await newAccount(sql, 'owner');
  const key = await add('owner', owner);
  await add('owner, read_only', owner, { scope: 'read_only' });
  await add('owner beyond the minute', owner, { overrides: MINUTE_USED_UP, usedUp: 'minute' });
  await add('owner beyond the day', owner, { overrides: DAY_USED_UP, usedUp: 'day' });
  for (const level of ['viewer', 'member', 'admin']) await add(level, await newAccount(sql, level));
  const superuser = await newAccount(sql, 'superuser', { superuser: true });
  await add('superuser', superuser);
  await add('superuser, read_only', superuser, { scope: 'read_only' });
  for (const plan of ['free', 'business']) {
    const account = await newAccount(sql, plan, { plan });
    await add(plan, account);
    await add(`${plan}, read_only`, account, { scope: 'read_only' });
  }
  await add('free superuser', await newAccount(sql, 'free-superuser', { plan: 'free', superuser: true }));

  const unknown = {
    'no key': '',
    'a key without its scheme': key,
    'another scheme': `Basic ${key}`,
    'a scheme without a key': 'Bearer ',
    'a malformed key': 'Bearer nonsense',
    'a key that was never issued': `Bearer ${newKey()}`,
    'a key with a character more': `Bearer ${key}0`,
    'a key with a character less': `Bearer ${key.slice(0, -1)}`,
    'two keys': `Bearer ${key}, Bearer ${key}`,
  };
  for (const [name, authorization] of Object.entries(unknown))
    callers.push({
      name,
      authorization,
      account: owner,
      isKnown: false,
      scope: 'read_write',
      usedUp: null,
    });
  const revoked = newKey();
  await revokeKey(sql, (await createKey(sql, owner.email, hashKey(revoked), 'read_write', GENEROUS))!);
  const authorization = `Bearer ${revoked}`;
  callers.push({ ...callers.at(-1)!, name: 'a revoked key', authorization });
  return callers;
}

interface KeyOptions {
  scope: Caller['scope'];
  overrides: typeof GENEROUS;
  usedUp: Caller['usedUp'];
}
