import type { Test } from 'tap';
import { hashKey, newKey } from '../../src/access/keys/key.js';
import { createAccount } from '../../src/store/accounts.js';
import type { Sql } from '../../src/store/client.js';
import { createKey, type KeyOverrides } from '../../src/store/keys.js';
import { createMap } from '../../src/store/maps.js';
import { connectTest, createDatabase } from './database.js';

export interface Owner {
  url: string;
  sql: Sql;
  accountId: number;
  keyId: number;
  /** The secret of the key. */
  key: string;
  charge: { keyId: number; dailyLimit: number };
  createMap(name?: string): Promise<number>;
}

/** Adds an account with a key. */
export async function addOwner(sql: Sql, email: string, overrides: KeyOverrides = {}) {
  const accountId = (await createAccount(sql, email, {}))!.id;
  const key = newKey();
  const keyId = (await createKey(sql, email, hashKey(key), 'read_write', overrides))!;
  const charge = { keyId, dailyLimit: 1_000_000 };
  const createTheirMap = (name = 'Test') => createMap(sql, { name, description: '' }, charge);
  return { accountId, keyId, key, charge, createMap: createTheirMap };
}

/** A database with one account and one key. */
export async function createOwner(t: Test, overrides: KeyOverrides = {}): Promise<Owner> {
  const { url } = await createDatabase(t);
  const sql = connectTest(t, url);
  return { url, sql, ...(await addOwner(sql, 'owner@example.com', overrides)) };
}
