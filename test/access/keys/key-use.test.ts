import t from 'tap';
import { KeyUse } from '../../../src/access/keys/key-use.js';
import type { Sql } from '../../../src/store/client.js';
import { listKeys } from '../../../src/store/keys.js';
import { createOwner } from '../../support/owner.js';

const owner = await createOwner(t);
const { sql, keyId, accountId } = owner;
const lastUse = async () => (await listKeys(sql, accountId))[0]!.lastUsedAt;
const fail = (error: unknown) => t.fail(String(error));

t.test('a use is written with the next flush, and again only when that was a while ago', async (t) => {
  const use = new KeyUse(sql, fail);
  t.equal(await lastUse(), null, 'never used');
  const before = Date.now();
  use.note(keyId);
  t.equal(await lastUse(), null, 'nothing is written on the way of a request');
  await use.flush();
  const first = (await lastUse())!;
  t.ok(first.getTime() >= before && first.getTime() <= Date.now());
  use.note(keyId);
  await use.flush();
  t.same(await lastUse(), first, 'a moment later');
  await sql`UPDATE key_uses SET last_used_at = last_used_at - interval '1 hour'`;
  use.note(keyId);
  await use.stop();
  t.ok((await lastUse())!.getTime() >= before);
});

t.test('noting a use does not make processes forget their keys', async (t) => {
  const heard: string[] = [];
  const { unlisten } = await sql.listen('key_changed', (hash) => heard.push(hash));
  await sql`DELETE FROM key_uses`;
  const use = new KeyUse(sql, fail);
  use.note(keyId);
  await use.flush();
  // Notifications come in the order of their commits.
  await sql`UPDATE api_keys SET rate_limit = 7 WHERE id = ${keyId}`;
  while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  t.equal(heard.length, 1);
  await unlisten();
});

t.test('what could not be written is told, and written the next time', async (t) => {
  await sql`DELETE FROM key_uses`;
  const errors: unknown[] = [];
  let away = true;
  const failing = new Proxy(sql, {
    apply: (target, self, args) =>
      away ? Promise.reject(new Error('away')) : Reflect.apply(target, self, args),
  }) as Sql;
  const use = new KeyUse(failing, (error) => errors.push(error));
  use.note(keyId);
  await use.flush();
  t.match(errors, [/away/]);
  away = false;
  await use.flush();
  t.type(await lastUse(), Date);
});
